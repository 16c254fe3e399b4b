import { SignalError } from '../signal-error.ts'
import type { Standard } from '../standard.ts'
import { tcf } from '../tcf/tcf.ts'
import { decideGppParts } from './decide-gpp-parts.ts'
import { decodeGpp, type GppString } from './decode-gpp.ts'
import { encodeGpp } from './encode-gpp.ts'

/** IAB Tech Lab's Global Privacy Platform, version 1. */
export const gpp: Standard<string, GppString> = {
  name: 'gpp',
  applies: (_choices, context) => context.gpp !== null,
  encode: (choices, context) => {
    if (context.gpp === null) throw new SignalError('unsupported', 'GPP is not set up')
    const tcString = tcf.applies(choices, context) ? tcf.encode(choices, context) : null
    return encodeGpp(decideGppParts(choices, context.gpp, tcString))
  },
  decode: decodeGpp,
}
