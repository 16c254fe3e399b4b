import type { ProviderChoices } from '../choices.ts'
import type { ProviderList } from './provider-list.ts'

/** What an additional consent string says; ids ascend, and none stands in both lists. */
export interface AdditionalConsent {
  readonly version: 1 | 2
  /** Providers consented to. */
  readonly consented: readonly number[]
  /** Providers shown and not consented to: refused or not decided, which the string cannot tell apart. */
  readonly disclosed: readonly number[]
}

/**
 * Shown and on the list of that time; a grant without showing is none.
 *
 * @example decideAdditionalConsent({ shown: [43, 20], granted: [43, 89] }, { date: '2026-11-19', ids: [20, 43, 89] })
 * // { version: 2, consented: [43], disclosed: [20] }
 */
export function decideAdditionalConsent(choices: ProviderChoices, list: ProviderList): AdditionalConsent {
  const shown = new Set(choices.shown)
  const granted = new Set(choices.granted)
  const present = list.ids.filter((id) => shown.has(id))
  return {
    version: 2,
    consented: present.filter((id) => granted.has(id)),
    disclosed: present.filter((id) => !granted.has(id)),
  }
}
