import type { Scope } from '../domain/scope.ts'
import type { StandingState } from '../domain/standing-decision.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'

/** Kinds of ledger entries and the number each has in a row; a number is never reused. */
export const recordKinds = { consent: 1 } as const
export type RecordKind = keyof typeof recordKinds

/** The right to execute once under an idempotency key (contract section 4). */
export interface Claim {
  readonly routeKey: RouteKey
  readonly fingerprint: Buffer
}

/** A record before its commit. What depends on the person's row is a function of it: nothing is built twice by two rules. */
export interface Draft {
  readonly scope: Scope
  readonly kind: RecordKind
  readonly subjectKey: RouteKey
  /** The person's ref as the row keeps it; null where it is personal data or unknown. */
  readonly storedRef: string | null
  readonly recordId: Uuid
  /** Unix ms. */
  readonly occurredAt: number
  readonly recordedAt: number
  readonly purposes: readonly string[]
  readonly statePatch: StandingState
  readonly context: string | null
  readonly claim: Claim | undefined
  /** Nobody is told by webhook (contract section 6, `notify: false`). */
  readonly isSilent?: boolean
  /** The evidence, once the person and the number of this record among theirs are known. */
  payload(subjectKey: RouteKey, seq: number): string
  /** The 201's body, with `refPlaceholder` where the caller's ref belongs. */
  answer(subjectKey: RouteKey): string
}

/** Stands for the caller's ref in a kept answer; JSON text cannot hold it. */
export const refPlaceholder = '\u0000'

/** What became of a draft. */
export type Outcome =
  | { readonly kind: 'recorded'; readonly status: number; readonly answer: string }
  | { readonly kind: 'replayed'; readonly status: number; readonly answer: string }

/** A draft in the queue, and who waits for it. */
export interface Entry {
  readonly draft: Draft
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (reason: unknown) => void
}

/** Puts the ref of this very request into a kept answer: the same request, so the same bytes. */
export function fillRef(answer: string, ref: string): string {
  return answer.replace('"\\u0000"', () => JSON.stringify(ref))
}
