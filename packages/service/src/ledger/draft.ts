import type { LeafKind } from '@assent/evidence'
import type { Scope } from '../domain/scope.ts'
import type { StandingState } from '../domain/standing-decision.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import type { Span } from '../tracing/tracer.ts'

/** The right to execute once under an idempotency key (contract section 4). */
export interface Claim {
  readonly routeKey: RouteKey
  readonly fingerprint: Buffer
}

/** A record before its commit. What depends on the person's row is a function of it: nothing is built twice by two rules. */
export interface Draft {
  readonly scope: Scope
  readonly kind: LeafKind
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
  /** Nobody is told by webhook (contract section 6, `notify: false`). */
  readonly isSilent?: boolean
  /** The evidence, once the person and the number of this record among theirs are known. */
  payload(subjectKey: RouteKey, seq: number): string
}

/** A call that writes one record. */
export interface SingleDraft extends Draft {
  readonly claim: Claim | undefined
  /** The 201's body, with `refPlaceholder` where the caller's ref belongs. */
  answer(subjectKey: RouteKey): string
}

/** What one call has written: its records, its claim and its kept answer, in one transaction or not at all. */
export interface Posting {
  readonly scope: Scope
  readonly claim: Claim | undefined
  /** Unix ms: from here on the claim counts. */
  readonly recordedAt: number
  readonly drafts: readonly Draft[]
  /** Whether a record that cannot be written is left out and told in the answer; else it refuses the whole call. */
  readonly standAlone: boolean
  readonly status: number
  /** The body, by where the record of each draft lies: undefined for one that was left out. */
  answer(subjectKeys: readonly (RouteKey | undefined)[]): string
}

const created = 201

export function postingOf(draft: SingleDraft): Posting {
  return {
    scope: draft.scope,
    claim: draft.claim,
    recordedAt: draft.recordedAt,
    drafts: [draft],
    standAlone: false,
    status: created,
    answer: ([subjectKey]) => draft.answer(subjectKey ?? draft.subjectKey),
  }
}

/** The posting without some of its drafts, by their index. */
export function leaveOut(posting: Posting, indices: ReadonlySet<number>): Posting {
  return {
    ...posting,
    drafts: posting.drafts.filter((_, index) => !indices.has(index)),
    standAlone: false,
    answer: (subjectKeys) => {
      const written = subjectKeys.values()
      return posting.answer(
        posting.drafts.map((_, index) => (indices.has(index) ? undefined : written.next().value)),
      )
    },
  }
}

/** What became of a posting. */
export type Outcome =
  | { readonly kind: 'recorded'; readonly status: number; readonly answer: string }
  | { readonly kind: 'replayed'; readonly status: number; readonly answer: string }

/** A posting in the queue, and who waits for it. */
export interface Entry {
  readonly posting: Posting
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (reason: unknown) => void
  /** The work that this is recorded for, where somebody traces it. */
  readonly span?: Span | undefined
}

/** Stands for a ref of the caller in a kept answer, by its number in the request; JSON text cannot hold it. */
export function refPlaceholder(index = 0): string {
  return `\u0000${index}`
}

/** Puts the refs of this very request into a kept answer: the same request, so the same bytes. */
export function fillRefs(answer: string, refs: readonly string[]): string {
  return answer.replaceAll(/"\\u0000(\d*)"/g, (_, index) => JSON.stringify(refs[Number(index)]))
}
