import type { Banner } from './banner.ts'
import type { Cookie } from './cookie.ts'
import type { Model } from './policy.ts'
import type { PreferenceTemplate } from './preference-template.ts'
import type { Purpose, PurposeCategory } from './purpose.ts'
import type { SignalSettings } from './signal-settings.ts'
import type { DeclaredWebhook } from './webhook.ts'

export interface Controller {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly contact: string
  readonly privacy_policy_url: string | null
}

export interface PublishedController extends Controller {
  readonly version: number
  /** SHA-256 of its canonical document, base64url. */
  readonly sha256: string
}

/** A project's own, stricter or looser, rule for a place; `region: null` is the whole country. */
export interface PolicyOverride {
  readonly country: string
  readonly region: string | null
  readonly models: Partial<Readonly<Record<PurposeCategory, Model>>>
  readonly renew_after: string | null | undefined
}

/** What a project has published, in one environment, at one moment; the ledger decides by it. Never mutated. */
export interface Catalogue {
  readonly version: number
  readonly sha256: string
  readonly defaultLanguage: string
  readonly languages: readonly string[]
  readonly controller: PublishedController
  /** A Map, so that a purpose named `constructor` is simply unknown. */
  readonly purposes: ReadonlyMap<string, Purpose>
  readonly identifierTypes: ReadonlySet<string>
  /** Origins a public key may be used from, unless the key has a list of its own. */
  readonly allowedOrigins: readonly string[]
  readonly redirectUrls: readonly string[]
  /** The webhook endpoints it declares, by key. */
  readonly webhooks: ReadonlyMap<string, DeclaredWebhook>
  readonly policyOverrides: readonly PolicyOverride[]
  /** Counts changes of `policyOverrides`. */
  readonly policyOverridesVersion: number
  readonly banner: Banner
  /** In the order of the file. */
  readonly cookies: readonly Cookie[]
  /** What it says to outside frameworks. */
  readonly signals: SignalSettings
  /** What people can set beyond consent; undefined where the project has none. */
  readonly preferenceTemplate: PreferenceTemplate | undefined
  /** All versions that were ever published, by number. */
  readonly preferenceTemplates: ReadonlyMap<number, PreferenceTemplate>
  /** IANA name: deadlines end with the day there. */
  readonly timeZone: string
  /** Coarse circumstances kept with a record, if the project says so. */
  readonly keep: { readonly networkPrefix: boolean; readonly agentFamily: boolean }
}
