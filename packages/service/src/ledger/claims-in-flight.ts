import { Refusal } from '../kernel/refusal.ts'
import type { Claim, Outcome, Posting } from './draft.ts'
import { keyReused } from './settle-claim.ts'

const waitMs = 2000

/**
 * Requests of this process that carry one idempotency key at the same time: the first executes, the others wait for
 * it and get its answer. Between processes the key's row does the same.
 */
export function claimsInFlight(enqueue: (posting: Posting) => Promise<Outcome>): {
  append(posting: Posting, claim: Claim): Promise<Outcome>
} {
  const running = new Map<string, { readonly fingerprint: Buffer; readonly outcome: Promise<Outcome> }>()

  async function append(posting: Posting, claim: Claim): Promise<Outcome> {
    const first = running.get(claim.routeKey)
    if (first === undefined) return await execute(posting, claim)
    const outcome = await withinTime(first.outcome)
    // The first failed, so nothing was stored and the key is free again.
    if (outcome === undefined) return await append(posting, claim)
    if (!first.fingerprint.equals(claim.fingerprint)) throw keyReused()
    return { ...outcome, kind: 'replayed' }
  }

  async function execute(posting: Posting, claim: Claim): Promise<Outcome> {
    const outcome = enqueue(posting)
    running.set(claim.routeKey, { fingerprint: claim.fingerprint, outcome })
    try {
      return await outcome
    } finally {
      running.delete(claim.routeKey)
    }
  }

  return { append }
}

/** Undefined when the first failed; refuses when it takes too long (contract section 4). */
async function withinTime(first: Promise<Outcome>): Promise<Outcome | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new Refusal('idempotency_in_progress', 'A request with this Idempotency-Key is still running.', {
            headers: { 'Retry-After': '1' },
          }),
        ),
      waitMs,
    )
  })
  try {
    return await Promise.race([first.catch(() => undefined), late])
  } finally {
    clearTimeout(timer)
  }
}
