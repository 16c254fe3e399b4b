import type { Uuid } from '../kernel/id.ts'
import { type ConsentPayload, recordState } from './consent-answer.ts'
import { type PreferencePayload, preferenceState } from './preference-answer.ts'
import type { StandingState } from './standing-decision.ts'
import type { VendorContext } from './vendor-choice.ts'

/** What a record of any kind changes in its person's state. */
export function recordedState(
  payload: ConsentPayload | PreferencePayload,
  context: VendorContext | null,
  recordId: Uuid,
): StandingState {
  return isPreference(payload) ? preferenceState(payload, recordId) : recordState(payload, context, recordId)
}

function isPreference(payload: ConsentPayload | PreferencePayload): payload is PreferencePayload {
  return payload.record.kind === 'preference'
}
