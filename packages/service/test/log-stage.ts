import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCheckpoint } from '@assent/evidence'
import { leafBytes, leafId } from '../src/domain/leaf.ts'
import type { LogPlace } from '../src/domain/log-place.ts'
import { routingFor } from '../src/domain/routing.ts'
import { makeProject } from '../src/first-start.ts'
import type { Clock } from '../src/kernel/clock.ts'
import { type RouteKey, systemRandom, type Uuid, uuidSource } from '../src/kernel/id.ts'
import type { Log, LogFields } from '../src/kernel/log.ts'
import { masterKeyFrom } from '../src/kernel/master-key.ts'
import type { LogScope } from '../src/log/announce.ts'
import type { Fault } from '../src/log/append-leaves.ts'
import { openCheckpointFile } from '../src/log/checkpoint-file.ts'
import { ensureLog } from '../src/log/ensure-log.ts'
import { openLogGuard } from '../src/log/log-guard.ts'
import { logNoteKey } from '../src/log/log-key.ts'
import { growTree } from '../src/log/log-tree.ts'
import { openSequencer, type Sequencer } from '../src/log/sequencer.ts'
import { openPipeline, openPool, type Pool } from '../src/store/db.ts'
import { readEnvironments } from '../src/store/environments.ts'
import { readCheckpoints } from '../src/store/log-checkpoints.ts'
import { findLogHead } from '../src/store/log-heads.ts'
import { readLeaves } from '../src/store/log-tiles.ts'
import { readLogs } from '../src/store/logs.ts'
import { insertPendingBatch } from '../src/store/pending-batches.ts'
import { testServer } from './harness.ts'
import { someLeaves } from './some-leaves.ts'
import { cloneDatabase } from './test-database.ts'

/** What a sequencer stands on, without a web door: so that it can be killed, doubled and set back. */
export interface LogStage extends AsyncDisposable {
  readonly url: string
  readonly guardDir: string
  readonly pool: Pool
  readonly scope: LogScope
  readonly logged: { message: string; fields: LogFields }[]
  open(options?: { readonly fault?: Fault; readonly clock?: Clock; readonly guardDir?: string }): Sequencer
  /** Commits batches of one to five leaves each. */
  commit(batches: number): Promise<Uuid[]>
}

export const stageMasterKey = masterKeyFrom(Buffer.alloc(32, 7))
const random = systemRandom()
const newUuid = uuidSource(random)
const clock = { now: () => Date.now() }

export async function openLogStage(): Promise<LogStage> {
  const database = await cloneDatabase((await testServer()).url)
  const dataDir = await mkdtemp(join(tmpdir(), 'assent-log-'))
  const guardDir = join(dataDir, 'log-guard')
  const pool = openPool(database.url, 8)
  const logged: LogStage['logged'] = []
  const write = (message: string, fields: LogFields = {}) => void logged.push({ message, fields })
  const log: Log = { debug: write, info: write, warn: write, error: write }
  await makeProject({ pool, masterKey: stageMasterKey, random, clock })
  const scope = await readTestScope(pool)
  await ensureLog({ pool, masterKey: stageMasterKey, clock, newUuid }, scope, 'http://consent.example')
  return {
    url: database.url,
    guardDir,
    pool,
    scope,
    logged,
    open: (options = {}) =>
      openSequencer({
        pool,
        connect: () => openPipeline(database.url),
        masterKey: stageMasterKey,
        clock,
        log,
        random,
        newUuid,
        scope,
        guard: openLogGuard(options.guardDir ?? guardDir),
        checkpoints: openCheckpointFile(join(dataDir, 'log-checkpoints')),
        ...options,
      }),
    commit: (batches) => commitLeaves(pool, scope, batches),
    async [Symbol.asyncDispose]() {
      await pool.end()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export async function readTestScope(pool: Pool): Promise<LogScope> {
  const stored = (await readEnvironments(pool, stageMasterKey, clock.now())).find(
    ({ environment }) => environment === 'test',
  )
  assert.ok(stored)
  const { project, environment, environmentId, routingSecret } = stored
  return { project, environment, environmentId, routing: routingFor(routingSecret) }
}

async function commitLeaves(pool: Pool, scope: LogScope, batches: number): Promise<Uuid[]> {
  const ids: Uuid[] = []
  for (let at = 0; at < batches; at++) {
    const batch = someLeaves(1 + (at % 5))
    await insertPendingBatch(pool, scope, { ...batch, routeKey: randomBytes(16).toString('hex') as RouteKey })
    ids.push(...batch.ids)
  }
  return ids
}

/** Reads a whole log and holds it against its head and every checkpoint that it published; the ids in their order. */
export async function checkLog(pool: Pool, scope: LogScope, generation: number): Promise<Uuid[]> {
  const place: LogPlace = { ...scope, generation }
  const head = await findLogHead(pool, place)
  assert.ok(head)
  const parts: Buffer[] = []
  for (let bundle = 0; bundle * 256 < head.size; bundle++) parts.push(await readLeaves(pool, place, bundle))
  const leaves = Buffer.concat(parts)
  assert.equal(leaves.length, head.size * leafBytes, 'indexes have no gap')
  const whole = await growTree({ size: 0, tiles: [], leaves: Buffer.alloc(0) }, leaves)
  assert.deepEqual(whole.root, head.root, 'the tree is that of its leaves')
  const ids = Array.from({ length: head.size }, (_, at) => leafId(leaves, at))
  assert.equal(new Set(ids).size, ids.length, 'no record has two places')
  const log = (await readLogs(pool, scope)).find((each) => each.generation === generation)
  assert.ok(log)
  for (const note of await readCheckpoints(pool, place)) {
    const { isSigned, size, root } = await openCheckpoint(note, [logNoteKey(log)])
    assert.ok(isSigned && size <= head.size)
    const then = await growTree(
      { size: 0, tiles: [], leaves: Buffer.alloc(0) },
      leaves.subarray(0, size * leafBytes),
    )
    assert.deepEqual(then.root, Buffer.from(root), `the checkpoint of ${size} is one of this tree`)
  }
  return ids
}
