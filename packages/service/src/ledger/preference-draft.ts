import { makePreferenceRecord, type PreferenceFacts } from '../domain/preference-record.ts'
import type { Scope } from '../domain/scope.ts'
import type { RouteKey } from '../kernel/id.ts'
import { type Claim, refPlaceholder, type SingleDraft } from './draft.ts'

/** A preference record as the ledger takes it. */
export function preferenceDraft(
  facts: PreferenceFacts,
  whose: {
    readonly scope: Scope
    readonly subjectKey: RouteKey
    readonly storedRef: string | null
    readonly claim: Claim | undefined
  },
): SingleDraft {
  const record = makePreferenceRecord(facts)
  return {
    ...whose,
    kind: 'preference',
    recordId: facts.recordId,
    occurredAt: facts.occurredAt,
    recordedAt: facts.recordedAt,
    purposes: [],
    statePatch: record.statePatch,
    context: record.context,
    payload: record.payload,
    answer: (subjectKey) => record.answer(subjectKey, refPlaceholder()),
  }
}
