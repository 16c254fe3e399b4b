import type { Choices } from '../choices.ts'
import { SignalError } from '../signal-error.ts'
import type { SignalContext, Standard } from '../standard.ts'
import { tcf } from '../tcf/tcf.ts'
import { type AdditionalConsent, decideAdditionalConsent } from './decide-additional-consent.ts'
import { decodeAdditionalConsent } from './decode-additional-consent.ts'

/**
 * Writes `2~consented~dv.disclosed` (Google, "Additional Consent technical specification", version 2).
 *
 * @example encodeAdditionalConsent({ version: 2, consented: [1, 10], disclosed: [2, 3, 4] })
 * // '2~1.10~dv.2.3.4'
 */
export function encodeAdditionalConsent({ consented, disclosed }: AdditionalConsent): string {
  return `2~${consented.join('.')}~dv.${disclosed.join('.')}`
}

/** Readers discard the string unless a TC string stands beside it. */
function applies(choices: Choices, context: SignalContext): boolean {
  return context.googleProviders !== null && tcf.applies(choices, context)
}

/** Google's additional consent: providers that are not on the TCF vendor list. */
export const googleAdditionalConsent: Standard<string, AdditionalConsent> = {
  name: 'google-additional-consent',
  applies,
  encode: (choices, context) => {
    if (context.googleProviders === null || !applies(choices, context)) {
      throw new SignalError(
        'unsupported',
        'additional consent needs a provider list and a TC string beside it',
      )
    }
    return encodeAdditionalConsent(decideAdditionalConsent(choices.providers, context.googleProviders))
  },
  decode: decodeAdditionalConsent,
}
