import type { Change } from './change.ts'
import { type CataloguePlan, isEmptyPlan } from './plan-catalogue.ts'
import type { PurposePlan } from './plan-purpose.ts'
import type { PlanWarning } from './plan-warning.ts'
import type { WebhookPlan } from './plan-webhooks.ts'
import type { PlanRefusal } from './refused-plan.ts'
import { type Renewals, renewalLines, renewalsToJson } from './renewals.ts'

/** A plan for the terminal; `renewals` where decisions were counted. */
export function renderPlan(plan: CataloguePlan, renewals: Renewals = []): string {
  if (plan.refusals.length > 0)
    return lines(['This cannot be applied:', ...plan.refusals.flatMap(refusalLines)])
  const noted = plan.purposes.filter(({ action, notes }) => action === 'unchanged' && notes.length > 0)
  if (isEmptyPlan(plan))
    return lines([
      `Nothing to do: version ${plan.basedOn} says what the file says.`,
      ...noted.flatMap(noteLines),
      ...plan.warnings.flatMap(warningLines),
    ])
  const unchanged = plan.purposes.filter(({ action }) => action === 'unchanged')
  return lines([
    plan.basedOn === 0
      ? 'Catalogue version 1, the first here:'
      : `Catalogue version ${plan.next.catalogue.version}, after version ${plan.basedOn}:`,
    '',
    ...plan.purposes.filter(({ action }) => action !== 'unchanged').flatMap(purposeLines),
    ...noted.flatMap(noteLines),
    ...controllerLines(plan),
    ...templateLines(plan),
    ...(plan.settings.length > 0 ? ['  ~ settings', ...plan.settings.flatMap(changeLines)] : []),
    ...plan.webhooks.flatMap(webhookLines),
    ...(unchanged.length > 0 ? [`    ${countOf(unchanged.length, 'purpose')} unchanged`] : []),
    '',
    ...askedAgainLines(plan),
    ...renewalLines(renewals),
    ...plan.warnings.flatMap(warningLines),
  ])
}

/** A plan for programs, in the spelling of the API. */
export function planToJson(plan: CataloguePlan, renewals: Renewals = []): object {
  const { controller } = plan
  return {
    based_on: plan.basedOn,
    version: plan.next.catalogue.version,
    sha256: plan.next.catalogue.sha256,
    empty: isEmptyPlan(plan),
    purposes: plan.purposes.map((purpose) => ({
      key: purpose.key,
      action: purpose.action,
      from_version: purpose.fromVersion,
      to_version: purpose.toVersion,
      material: purpose.material,
      decided_by: purpose.decidedBy,
      asks_again: purpose.asksAgain,
      changes: purpose.changes.map(changeToJson),
      publishes: purpose.publishes.map(({ version, sha256, effective_from, material_change }) => ({
        version,
        sha256,
        effective_from,
        material_change,
      })),
      notes: purpose.notes,
    })),
    controller: {
      from_version: controller.fromVersion,
      to_version: controller.toVersion,
      changes: controller.changes.map(changeToJson),
    },
    preference_template: {
      from_version: plan.template.fromVersion,
      to_version: plan.template.toVersion,
      changes: plan.template.changes.map(changeToJson),
    },
    settings: plan.settings.map(changeToJson),
    webhooks: plan.webhooks.map(({ key, action, webhook, changes }) => ({
      key,
      action,
      ...webhook,
      changes: changes.map(changeToJson),
    })),
    refusals: plan.refusals,
    warnings: plan.warnings,
    renewals: renewalsToJson(renewals),
  }
}

function changeToJson({ member, was, becomes, words, material }: Change): object {
  return { member, was, becomes, words, material }
}

const signs = { added: '+', changed: '~', restored: '+', retired: '-', removed: '-', unchanged: ' ' } as const

function purposeLines(purpose: PurposePlan): string[] {
  return [
    `  ${signs[purpose.action]} ${purpose.key}  ${summary(purpose)}`,
    ...purpose.changes.flatMap(changeLines),
    ...noteTexts(purpose),
  ]
}

function summary({
  action,
  fromVersion,
  toVersion,
  material,
  decidedBy,
  asksAgain,
  publishes,
}: PurposePlan): string {
  if (action === 'retired') return `version ${fromVersion} is retired`
  if (action === 'restored') return `version ${toVersion} is offered again`
  if (action === 'added')
    return publishes.length > 1
      ? `new, version ${toVersion} with those before it`
      : `new, version ${toVersion}`
  const step =
    fromVersion === null
      ? `offered again as version ${toVersion}`
      : `version ${fromVersion} becomes ${toVersion}`
  const who = decidedBy === 'file' ? ', as the file says' : ''
  if (asksAgain) return `${step}, material${who}: people are asked again`
  return material
    ? `${step}, material${who}, but not asked about`
    : `${step}, not material${who}: nobody is asked again`
}

function controllerLines({
  basedOn,
  controller: { fromVersion, toVersion, changes },
}: CataloguePlan): string[] {
  if (basedOn > 0 && changes.length === 0) return []
  const step =
    fromVersion === null ? `new, version ${toVersion}` : `version ${fromVersion} becomes ${toVersion}`
  return [`  ${fromVersion === null ? '+' : '~'} controller  ${step}`, ...changes.flatMap(changeLines)]
}

function templateLines({ template: { fromVersion, toVersion, changes } }: CataloguePlan): string[] {
  if (fromVersion === toVersion) return []
  if (toVersion === null)
    return [
      `  - preference template  version ${fromVersion} is retired: what people have set stays on record`,
    ]
  const step =
    fromVersion === null
      ? `${toVersion === 1 ? 'new, version' : 'offered again as version'} ${toVersion}`
      : `version ${fromVersion} becomes ${toVersion}`
  return [
    `  ${fromVersion === null ? '+' : '~'} preference template  ${step}`,
    ...changes.flatMap(changeLines),
  ]
}

function webhookLines({ key, action, webhook, changes }: WebhookPlan): string[] {
  const { url, types } = webhook
  const what = {
    added: `new: ${types.length === 0 ? 'every event' : types.join(', ')} to ${url}`,
    changed: `stays the same endpoint, with its secrets`,
    removed: `is ended: nothing goes to ${url} any more, and its secrets are gone`,
  }
  return [`  ${signs[action]} webhook ${key}  ${what[action]}`, ...changes.flatMap(changeLines)]
}

function changeLines({ member, words, material }: Change): string[] {
  return [
    `      ${member} ${words.replaceAll('\n', `\n${' '.repeat(member.length + 7)}`)}`,
    ...(material === null ? [] : [`        material: ${material}`]),
  ]
}

function noteLines(purpose: PurposePlan): string[] {
  return [`    ${purpose.key}`, ...noteTexts(purpose)]
}

function noteTexts({ notes }: PurposePlan): string[] {
  return notes.map((note) => `      note: ${note}`)
}

function refusalLines({ path, message, hint }: PlanRefusal): string[] {
  return [`  ${path}: ${message}`, `      ${hint}`]
}

function warningLines({ path, message, hint }: PlanWarning): string[] {
  return [`  warning: ${path}: ${message}`, `      ${hint}`]
}

function askedAgainLines({ purposes }: CataloguePlan): string[] {
  const keys = purposes.filter(({ asksAgain }) => asksAgain).map(({ key }) => key)
  if (keys.length === 0) return ['Nobody must be asked again.']
  return [
    `People who decided on ${keys.join(', ')} must be asked again: until then their answer is superseded.`,
  ]
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function lines(texts: readonly string[]): string {
  return `${texts.join('\n')}\n`
}
