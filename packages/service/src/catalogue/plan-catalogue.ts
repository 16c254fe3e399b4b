import type { Catalogue, PublishedController } from '../domain/catalogue.ts'
import type { PreferenceTemplate } from '../domain/preference-template.ts'
import type { Purpose } from '../domain/purpose.ts'
import type { CatalogueFile } from './catalogue-file.ts'
import { type Change, changeOf } from './change.ts'
import { publishController } from './controller-document.ts'
import { diffPreferenceTemplate } from './diff-preference-template.ts'
import { diffOverrides, diffSettings } from './diff-settings.ts'
import { type PurposePlan, planPurpose, planRetirement } from './plan-purpose.ts'
import { type PlanWarning, warnOf } from './plan-warning.ts'
import { planWebhooks, type WebhookPlan } from './plan-webhooks.ts'
import { publishPreferenceTemplate } from './preference-template-document.ts'
import { publishBanner } from './published-banner.ts'
import { type PublishedCatalogue, publishCatalogue } from './published-catalogue.ts'
import type { PlanRefusal } from './refused-plan.ts'

export interface TemplatePlan {
  /** In force now; null: none is. */
  readonly fromVersion: number | null
  /** In force afterwards; null: none will be. */
  readonly toVersion: number | null
  readonly changes: readonly Change[]
}

export interface ControllerPlan {
  readonly fromVersion: number | null
  readonly toVersion: number
  readonly changes: readonly Change[]
}

/** What applying a file would do, and what that means for people. */
export interface CataloguePlan {
  /** The version it was made against; 0: nothing is published yet. */
  readonly basedOn: number
  /** In the order of the file, the retired ones last. */
  readonly purposes: readonly PurposePlan[]
  readonly controller: ControllerPlan
  /** Of preferences. What people have set stays as far as the new version knows it; nobody is asked again. */
  readonly template: TemplatePlan
  readonly settings: readonly Change[]
  /** Endpoints that come, change or go. */
  readonly webhooks: readonly WebhookPlan[]
  /** Not empty: it cannot be applied. */
  readonly refusals: readonly PlanRefusal[]
  readonly warnings: readonly PlanWarning[]
  /** What is published afterwards; for an empty plan, what is published now. */
  readonly next: PublishedCatalogue
}

/** Compares a file with what is published at `now` (Unix ms). The same file twice makes an empty plan. */
export function planCatalogue(
  published: PublishedCatalogue | undefined,
  file: CatalogueFile,
  now: number,
): CataloguePlan {
  const was = published?.catalogue
  const planned = Object.entries(file.purposes).map(([key, entry]) =>
    planPurpose({
      key,
      entry,
      controllerName: file.controller.name,
      published: was?.purposes.get(key) ?? published?.retired.get(key),
      isRetired: published?.retired.has(key) ?? false,
      now,
    }),
  )
  const leaving = [...(was?.purposes.values() ?? [])].filter(({ key }) => !Object.hasOwn(file.purposes, key))
  const catalogue = nextCatalogue(was, file, new Map(planned.map(({ purpose }) => [purpose.key, purpose])))
  const changes = {
    purposes: [...planned.map(({ plan }) => plan), ...leaving.map(planRetirement)],
    controller: {
      fromVersion: was?.controller.version ?? null,
      toVersion: catalogue.controller.version,
      changes: was === undefined ? [] : diffController(was.controller, catalogue.controller),
    },
    template: {
      fromVersion: was?.preferenceTemplate?.version ?? null,
      toVersion: catalogue.preferenceTemplate?.version ?? null,
      changes: diffPreferenceTemplate(was?.preferenceTemplate, catalogue.preferenceTemplate),
    },
    settings: was === undefined ? [] : diffSettings(was, catalogue),
    webhooks: planWebhooks(was?.webhooks ?? new Map(), catalogue.webhooks),
  }
  return {
    basedOn: was?.version ?? 0,
    ...changes,
    refusals: planned.flatMap(({ refusals }) => refusals),
    warnings: warnOf(file, catalogue),
    next:
      published !== undefined && changesNothing(changes)
        ? published
        : { catalogue, retired: nextRetired(published, catalogue, leaving) },
  }
}

/** Nothing would be published. */
export function isEmptyPlan({ basedOn, next }: CataloguePlan): boolean {
  return next.catalogue.version === basedOn
}

function changesNothing(
  plan: Pick<CataloguePlan, 'purposes' | 'controller' | 'template' | 'settings' | 'webhooks'>,
): boolean {
  return (
    plan.purposes.every(({ action }) => action === 'unchanged') &&
    plan.controller.changes.length === 0 &&
    plan.template.fromVersion === plan.template.toVersion &&
    plan.settings.length === 0 &&
    plan.webhooks.length === 0
  )
}

function nextCatalogue(
  was: Catalogue | undefined,
  file: CatalogueFile,
  purposes: ReadonlyMap<string, Purpose>,
): Catalogue {
  const overrides = file.policies.overrides.map(({ renew_after, ...rest }) => ({ ...rest, renew_after }))
  const templates = was?.preferenceTemplates ?? new Map<number, PreferenceTemplate>()
  const template = file.preference_template && publishPreferenceTemplate(file.preference_template, templates)
  const isOverridden = diffOverrides(was?.policyOverrides ?? [], overrides).length > 0
  return publishCatalogue({
    version: (was?.version ?? 0) + 1,
    defaultLanguage: file.languages.default,
    languages: file.languages.available,
    controller: nextController(was?.controller, file),
    purposes,
    identifierTypes: new Set(file.identifier_types),
    allowedOrigins: file.allowed_origins,
    redirectUrls: file.redirect_urls,
    // In the order of the alphabet, which is how the document keeps them: in which they stand means nothing.
    webhooks: new Map(
      Object.entries(file.webhooks)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, webhook]) => [key, { ...webhook, types: webhook.types.toSorted() }]),
    ),
    policyOverrides: overrides,
    policyOverridesVersion: (was?.policyOverridesVersion ?? 0) + (isOverridden ? 1 : 0),
    banner: publishBanner(file.banner, file.controller.privacy_policy_url),
    cookies: file.cookies,
    signals: file.signals,
    preferenceTemplate: template,
    preferenceTemplates:
      template === undefined ? templates : new Map(templates).set(template.version, template),
    timeZone: file.time_zone,
    keep: { networkPrefix: file.keep.network_prefix, agentFamily: file.keep.agent_family },
  })
}

function nextController(was: PublishedController | undefined, file: CatalogueFile): PublishedController {
  const next = publishController(file.controller, (was?.version ?? 0) + 1)
  return was !== undefined && diffController(was, next).length === 0 ? was : next
}

function diffController(was: PublishedController, becomes: PublishedController): Change[] {
  const members = ['id', 'name', 'address', 'contact', 'privacy_policy_url'] as const
  return members
    .map((member) => changeOf(member, was[member], becomes[member]))
    .filter((change) => change !== undefined)
}

function nextRetired(
  published: PublishedCatalogue | undefined,
  { purposes }: Catalogue,
  leaving: readonly Purpose[],
): ReadonlyMap<string, Purpose> {
  const retired = [...(published?.retired ?? [])].filter(([key]) => !purposes.has(key))
  return new Map([...retired, ...leaving.map((purpose): [string, Purpose] => [purpose.key, purpose])])
}
