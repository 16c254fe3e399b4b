import assert from 'node:assert/strict'
import { Refusal, type RefusalCode } from '../../src/kernel/refusal.ts'
import type { Outcome } from '../../src/ledger/draft.ts'

/** What became of an append, kept or refused. */
export async function outcomeOf(attempt: Promise<Outcome>): Promise<Outcome | Error> {
  return await attempt.catch((error: Error) => error)
}

/** Refused for now: with the code, and with when to come again. */
export function assertRefusal(outcome: Outcome | Error, code: RefusalCode): void {
  assert.ok(
    outcome instanceof Refusal,
    `not refused: ${outcome instanceof Error ? outcome.stack : outcome.kind}`,
  )
  assert.equal(outcome.code, code)
  assert.ok(Number(outcome.headers['Retry-After']) >= 1, 'a refusal for now says when to come again')
}
