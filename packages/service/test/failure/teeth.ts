import type { Fault } from './faults.ts'
import type { StageOptions } from './stage.ts'

/**
 * Settings that break the promise of a 201, and what shows it. Nothing else differs from the runs that must lose
 * nothing: the same clients, the same faults, the same audit.
 */
export const teeth = {
  memory: {
    // The acknowledged commit is in PostgreSQL's memory alone until its WAL writer comes round.
    name: 'synchronous_commit=off and kill -9',
    stage: { setup: 'separate', onDisk: false, settings: { synchronous_commit: 'off' } },
    faults: ['stall', 'database', 'everything'],
  },
  walWriter: {
    // The WAL writer writes and flushes what was acknowledged up to three of its rounds (600 ms) before.
    name: 'synchronous_commit=off and power cuts',
    stage: { setup: 'separate', onDisk: true, settings: { synchronous_commit: 'off' } },
    faults: ['power'],
  },
  pageCache: {
    // The acknowledged commit is in the page cache, which outlives any kill -9 and no power cut.
    name: 'fsync=off and power cuts',
    stage: { setup: 'separate', onDisk: true, settings: { fsync: 'off' } },
    faults: ['power'],
  },
} as const satisfies Record<
  string,
  { readonly name: string; readonly stage: StageOptions; readonly faults: readonly Fault[] }
>
