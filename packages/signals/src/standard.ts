import type { Choices } from './choices.ts'
import type { ProviderList } from './google-additional-consent/provider-list.ts'
import type { GoogleConsentModeSettings } from './google-consent-mode/google-consent-mode-settings.ts'
import type { GppContext } from './gpp/gpp-context.ts'
import type { TcfContext } from './tcf/tcf-context.ts'

/** What an operator has set up for each standard; null where it is not. */
export interface SignalContext {
  readonly tcf: TcfContext | null
  readonly gpp: GppContext | null
  readonly googleConsentMode: GoogleConsentModeSettings | null
  readonly googleProviders: ProviderList | null
}

/** What every standard fills: one row of the table in `standards.ts`. */
export interface Standard<Encoded, Decoded> {
  readonly name: string
  /** Whether there is anything to say: the standard is set up, and these choices concern it. */
  applies(choices: Choices, context: SignalContext): boolean
  /** @throws SignalError `unsupported` where the standard does not apply */
  encode(choices: Choices, context: SignalContext): Encoded
  /** Reads text from strangers, in bounded time. @throws SignalError */
  decode(text: string): Decoded
}
