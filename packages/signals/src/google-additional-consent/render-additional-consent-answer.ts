import type { ProviderChoices } from '../choices.ts'
import { decideAdditionalConsent } from './decide-additional-consent.ts'
import { encodeAdditionalConsent } from './google-additional-consent.ts'
import type { ProviderList } from './provider-list.ts'

/** What `GET /v1/consent/google-additional-consent` says, without the subject. */
export interface AdditionalConsentAnswer {
  readonly ac_string: string | null
  readonly version: 2
  readonly consented: readonly number[]
  readonly disclosed: readonly number[]
  /** Tells "refused all" from "not decided": the string alone does not. */
  readonly decided: boolean
  readonly provider_list_date: string | null
  readonly tc_string_present: boolean
  /** Why there is no string; null where there is one. */
  readonly reason: 'no_tc_string' | 'no_provider_list' | null
}

/**
 * The answer for one person.
 *
 * @param list the list held when the choice was made; null where none is held
 * @param isTcStringPresent whether a usable TC string goes with it: without one the string would be discarded
 */
export function renderAdditionalConsentAnswer(
  choices: { readonly decided: boolean; readonly providers: ProviderChoices },
  list: ProviderList | null,
  isTcStringPresent: boolean,
): AdditionalConsentAnswer {
  const reason = list === null ? 'no_provider_list' : isTcStringPresent ? null : 'no_tc_string'
  const signal = list === null || reason !== null ? null : decideAdditionalConsent(choices.providers, list)
  return {
    ac_string: signal === null ? null : encodeAdditionalConsent(signal),
    version: 2,
    consented: signal?.consented ?? [],
    disclosed: signal?.disclosed ?? [],
    decided: choices.decided,
    provider_list_date: list?.date ?? null,
    tc_string_present: isTcStringPresent,
    reason,
  }
}
