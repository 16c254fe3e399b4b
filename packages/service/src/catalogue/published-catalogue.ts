import type { Banner } from '../domain/banner.ts'
import type { Catalogue, PolicyOverride, PublishedController } from '../domain/catalogue.ts'
import type { Cookie } from '../domain/cookie.ts'
import type { PreferenceTemplate } from '../domain/preference-template.ts'
import type { Purpose, PurposeVersion } from '../domain/purpose.ts'
import { noSignals, type SignalSettings } from '../domain/signal-settings.ts'
import type { DeclaredWebhook } from '../domain/webhook.ts'
import { contentHash } from '../kernel/id.ts'
import { canonicalDocument } from './canonical-document.ts'
import { builtInBanner } from './published-banner.ts'

/** What an environment has published: the catalogue in force, and the purposes it once had. */
export interface PublishedCatalogue {
  readonly catalogue: Catalogue
  /** No longer offered; their versions stay, and count on if a purpose comes back. */
  readonly retired: ReadonlyMap<string, Purpose>
}

/** Names each purpose and the controller by version and hash, so that its own hash covers every word. */
interface CatalogueDocument {
  readonly version: number
  readonly languages: { readonly default: string; readonly available: readonly string[] }
  readonly controller: { readonly id: string; readonly version: number; readonly sha256: string }
  /** A list, since people see purposes in this order. */
  readonly purposes: readonly { readonly key: string; readonly version: number; readonly sha256: string }[]
  readonly policies: { readonly version: number; readonly overrides: readonly PolicyOverride[] }
  readonly identifier_types: readonly string[]
  readonly allowed_origins: readonly string[]
  readonly redirect_urls: readonly string[]
  /** Absent from what was published before there were any. */
  readonly banner?: Banner
  readonly cookies?: readonly Cookie[]
  readonly signals?: SignalSettings
  /** Absent where the project has none. */
  readonly preference_template?: { readonly version: number; readonly sha256: string }
  /** Absent from what was published before deadlines were counted. */
  readonly time_zone?: string
  /** By key; absent where there are none. */
  readonly webhooks?: Readonly<Record<string, DeclaredWebhook>>
  readonly keep: { readonly network_prefix: boolean; readonly agent_family: boolean }
}

export function catalogueDocument(catalogue: Omit<Catalogue, 'sha256'>): string {
  const { controller, keep } = catalogue
  const document: CatalogueDocument = {
    version: catalogue.version,
    languages: { default: catalogue.defaultLanguage, available: catalogue.languages },
    controller: { id: controller.id, version: controller.version, sha256: controller.sha256 },
    purposes: [...catalogue.purposes.values()].map(({ key, current }) => ({
      key,
      version: current.version,
      sha256: current.sha256,
    })),
    policies: {
      version: catalogue.policyOverridesVersion,
      overrides: catalogue.policyOverrides,
    },
    identifier_types: [...catalogue.identifierTypes],
    allowed_origins: catalogue.allowedOrigins,
    redirect_urls: catalogue.redirectUrls,
    banner: catalogue.banner,
    cookies: catalogue.cookies,
    signals: catalogue.signals,
    ...(catalogue.preferenceTemplate === undefined
      ? {}
      : {
          preference_template: {
            version: catalogue.preferenceTemplate.version,
            sha256: catalogue.preferenceTemplate.sha256,
          },
        }),
    time_zone: catalogue.timeZone,
    ...(catalogue.webhooks.size === 0 ? {} : { webhooks: Object.fromEntries(catalogue.webhooks) }),
    keep: { network_prefix: keep.networkPrefix, agent_family: keep.agentFamily },
  }
  return canonicalDocument(document)
}

export function publishCatalogue(catalogue: Omit<Catalogue, 'sha256'>): Catalogue {
  return { ...catalogue, sha256: contentHash(catalogueDocument(catalogue)) }
}

/**
 * The catalogue of a stored document. `versions` may be ahead of it, when another apply has just been committed:
 * what the document does not name is not in force.
 */
export function assembleCatalogue(
  text: string,
  sha256: string,
  controllers: readonly PublishedController[],
  versions: readonly PurposeVersion[],
  templates: readonly PreferenceTemplate[],
): PublishedCatalogue {
  if (contentHash(text) !== sha256) throw new Error('a catalogue document is not what was published')
  // Our own bytes, as the hash has shown.
  const document = JSON.parse(text) as CatalogueDocument
  const controller = controllers.find(({ version }) => version === document.controller.version)
  if (controller === undefined)
    throw new Error(`controller version ${document.controller.version} is missing`)
  const histories = groupByKey(versions)
  const purposes = new Map<string, Purpose>()
  for (const { key, version } of document.purposes) {
    const upToNow = histories.get(key)?.filter((other) => other.version <= version) ?? []
    const current = upToNow.at(-1)
    if (current?.version !== version) throw new Error(`version ${version} of purpose ${key} is missing`)
    purposes.set(key, { key, current, versions: upToNow })
    histories.delete(key)
  }
  return {
    catalogue: {
      version: document.version,
      sha256,
      defaultLanguage: document.languages.default,
      languages: document.languages.available,
      controller,
      purposes,
      identifierTypes: new Set(document.identifier_types),
      allowedOrigins: document.allowed_origins,
      redirectUrls: document.redirect_urls,
      webhooks: new Map(Object.entries(document.webhooks ?? {})),
      policyOverrides: document.policies.overrides.map((override) => ({
        ...override,
        renew_after: override.renew_after,
      })),
      policyOverridesVersion: document.policies.version,
      banner: document.banner ?? builtInBanner,
      cookies: document.cookies ?? [],
      signals: document.signals ?? noSignals,
      preferenceTemplate: templateInForce(document, templates),
      preferenceTemplates: new Map(templates.map((template) => [template.version, template])),
      timeZone: document.time_zone ?? 'UTC',
      keep: { networkPrefix: document.keep.network_prefix, agentFamily: document.keep.agent_family },
    },
    retired: new Map([...histories].flatMap(([key, history]) => retiredPurpose(key, history))),
  }
}

function templateInForce(
  { preference_template: named }: CatalogueDocument,
  templates: readonly PreferenceTemplate[],
): PreferenceTemplate | undefined {
  if (named === undefined) return undefined
  const template = templates.find(({ version }) => version === named.version)
  if (template === undefined)
    throw new Error(`version ${named.version} of the preference template is missing`)
  return template
}

function retiredPurpose(key: string, versions: readonly PurposeVersion[]): [string, Purpose][] {
  const current = versions.at(-1)
  return current === undefined ? [] : [[key, { key, current, versions }]]
}

function groupByKey(versions: readonly PurposeVersion[]): Map<string, PurposeVersion[]> {
  return Map.groupBy(
    versions.toSorted((one, other) => one.version - other.version),
    ({ key }) => key,
  )
}
