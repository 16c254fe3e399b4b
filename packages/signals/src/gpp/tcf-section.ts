import { SignalError } from '../signal-error.ts'
import type { GppSection } from './gpp-section.ts'

const TC_STRING = /^C[A-Za-z0-9_-]{9,}(?:\.[A-Za-z0-9_-]+)*$/

/**
 * Section 2 is the TC string itself, byte for byte: whoever rewrites it turns "unknown" into "nobody was shown". Read
 * it with `decodeTcString`.
 */
export const tcfSection: GppSection = {
  id: 2,
  name: 'tcfeuv2',
  specification: 'Sections/EEA; TCF, Consent string and vendor list formats v2',
  decide: (_choices, _settings, tcString) => tcString,
  encode: (part) => {
    if (typeof part === 'string' && TC_STRING.test(part)) return part
    throw new SignalError('invalid_choices', 'tcfeuv2 is not a TC string')
  },
  decode: (text) => {
    if (TC_STRING.test(text)) return text
    throw new SignalError('malformed', 'tcfeuv2 is not a TC string')
  },
}
