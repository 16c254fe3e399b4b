import { SignalError } from '../signal-error.ts'
import type { Standard } from '../standard.ts'
import { decideTcFields } from '../tcf/decide-tc-fields.ts'
import { tcf } from '../tcf/tcf.ts'
import { decodeGcs, type Gcs } from './gcs.ts'
import { type GoogleConsentMode, renderGoogleConsentMode } from './render-google-consent-mode.ts'

/** Google consent mode v2. The one text it has is the `gcs` parameter of Google's tags. */
export const googleConsentMode: Standard<GoogleConsentMode, Gcs> = {
  name: 'google-consent-mode',
  applies: (_choices, context) => context.googleConsentMode !== null,
  encode: (choices, context) => {
    if (context.googleConsentMode === null) throw new SignalError('unsupported', 'consent mode is not set up')
    const hasTcString = context.tcf !== null && tcf.applies(choices, context)
    const tcFields = hasTcString && context.tcf !== null ? decideTcFields(choices, context.tcf) : null
    return renderGoogleConsentMode(choices, context.googleConsentMode, tcFields)
  },
  decode: decodeGcs,
}
