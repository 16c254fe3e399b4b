import { SignalError } from '../signal-error.ts'
import type { AdditionalConsent } from './decide-additional-consent.ts'

/** Longest text read: some 3,000 ids, several times the list. */
const LENGTH_MAX = 16_384
const ID_LIST = /^(?:[1-9]\d{0,8}(?:\.[1-9]\d{0,8})*)?$/
/** Readers meet `~dv` without the dot where nothing follows. */
const DISCLOSED_PART = /^dv(?:\.|$)/

/**
 * Reads an additional consent string of version 1 (`1~ids`) or 2 (`2~ids~dv.ids`). Ids may come in any order; they
 * are given back ascending, each once.
 *
 * @throws SignalError `too_large`; `malformed` for anything else, an id that is consented to and not consented to
 * included
 *
 * @example decodeAdditionalConsent('2~1.10~dv.2.3.4')
 * // { version: 2, consented: [1, 10], disclosed: [2, 3, 4] }
 */
export function decodeAdditionalConsent(text: string): AdditionalConsent {
  if (text.length > LENGTH_MAX)
    throw new SignalError('too_large', `additional consent of ${text.length} characters`)
  const [version, consentedText, disclosedText, ...rest] = text.split('~')
  if (version === '1' && consentedText !== undefined && disclosedText === undefined) {
    return { version: 1, consented: readIds(consentedText), disclosed: [] }
  }
  if (version !== '2' || consentedText === undefined || disclosedText === undefined || rest.length > 0) {
    throw new SignalError('malformed', 'neither 1~ids nor 2~ids~dv.ids')
  }
  if (!DISCLOSED_PART.test(disclosedText))
    throw new SignalError('malformed', 'the second part does not start with dv.')
  const consented = readIds(consentedText)
  const disclosed = readIds(disclosedText.replace(DISCLOSED_PART, ''))
  const both = new Set(consented)
  if (disclosed.some((id) => both.has(id)))
    throw new SignalError('malformed', 'a provider stands in both parts')
  return { version: 2, consented, disclosed }
}

function readIds(text: string): number[] {
  if (!ID_LIST.test(text)) throw new SignalError('malformed', 'not a list of provider ids')
  if (text === '') return []
  return [...new Set(text.split('.').map(Number))].sort((a, b) => a - b)
}
