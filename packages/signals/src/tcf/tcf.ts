import type { Choices } from '../choices.ts'
import { SignalError } from '../signal-error.ts'
import type { SignalContext, Standard } from '../standard.ts'
import { decideTcFields } from './decide-tc-fields.ts'
import { decodeTcString } from './decode-tc-string.ts'
import { encodeTcFields } from './encode-tc-fields.ts'
import type { TcFields } from './tc-fields.ts'
import type { TcfContext } from './tcf-context.ts'

/**
 * Writes the TC string of one person's choices (TCF 2.3): `core.disclosedVendors[.publisherTC]`.
 *
 * @throws SignalError as `decideTcFields`
 */
export function encodeTcString(choices: Choices, context: TcfContext): string {
  return encodeTcFields(decideTcFields(choices, context))
}

/** A notice of the TCF was shown, and the operator may write strings for it. */
function applies(choices: Choices, context: SignalContext): boolean {
  return context.tcf !== null && choices.vendorListVersion !== null
}

/** IAB Europe's Transparency and Consent Framework, version 2.3. */
export const tcf: Standard<string, TcFields> = {
  name: 'tcf',
  applies,
  encode: (choices, context) => {
    if (context.tcf === null || !applies(choices, context))
      throw new SignalError('unsupported', 'no TCF notice')
    return encodeTcString(choices, context.tcf)
  },
  decode: decodeTcString,
}
