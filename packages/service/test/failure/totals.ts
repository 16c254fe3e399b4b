import type { Findings } from './audit-database.ts'
import type { RoundResult } from './crash-round.ts'

/** What is published of a run. */
export interface Totals {
  readonly rounds: number
  readonly acknowledged: number
  /** Asked again under their idempotency keys after a crash. */
  readonly replays: number
  readonly receipts: number
  readonly powerCuts: number
  readonly lost: number
  readonly doubled: number
  readonly broken: number
}

export const nothing: Totals = {
  rounds: 0,
  acknowledged: 0,
  replays: 0,
  receipts: 0,
  powerCuts: 0,
  lost: 0,
  doubled: 0,
  broken: 0,
}

export function sum(first: Totals, second: Totals): Totals {
  return {
    rounds: first.rounds + second.rounds,
    acknowledged: first.acknowledged + second.acknowledged,
    replays: first.replays + second.replays,
    receipts: first.receipts + second.receipts,
    powerCuts: first.powerCuts + second.powerCuts,
    lost: first.lost + second.lost,
    doubled: first.doubled + second.doubled,
    broken: first.broken + second.broken,
  }
}

export function ofRound(result: RoundResult): Totals {
  return {
    ...ofFindings(result),
    rounds: 1,
    acknowledged: result.acknowledged,
    replays: result.replays,
    receipts: result.receipts,
    powerCuts: result.order.faults.filter((fault) => fault === 'power').length,
  }
}

export function ofFindings({ lost, doubled, broken }: Findings): Totals {
  return { ...nothing, lost: lost.length, doubled: doubled.length, broken: broken.length }
}

export function isWhole({ lost, doubled, broken }: Totals): boolean {
  return lost + doubled + broken === 0
}
