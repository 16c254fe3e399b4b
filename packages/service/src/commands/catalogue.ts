import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { CatalogueFile } from '../catalogue/catalogue-file.ts'
import { type CataloguePlan, isEmptyPlan, planCatalogue } from '../catalogue/plan-catalogue.ts'
import { readCatalogueFile } from '../catalogue/read-catalogue-file.ts'
import { planToJson, renderPlan } from '../catalogue/render-plan.ts'
import { type Renewals, renewalQuestions } from '../catalogue/renewals.ts'
import { routingFor } from '../domain/routing.ts'
import type { Scope } from '../domain/scope.ts'
import { uuidSource } from '../kernel/id.ts'
import { publishFile } from '../publish-file.ts'
import { readPublishedCatalogue } from '../store/catalogues.ts'
import { countRenewals } from '../store/renewals.ts'
import { rulesFor } from '../webhooks/webhook-target.ts'
import type { Given } from './command.ts'
import { CommandRefused } from './command-refused.ts'
import { type CommandContext, environmentOf } from './context.ts'
import type { Output } from './output.ts'

export async function planFile(context: CommandContext, output: Output, given: Given): Promise<void> {
  const { plan, renewals } = await makePlan(context, given)
  output.say(renderPlan(plan, renewals))
  output.result(planToJson(plan, renewals))
  if (plan.refusals.length > 0) throw new CommandRefused('Nothing was changed.')
}

/** For a scheduled check: exit code 1 when what is published is not what the file says. */
export async function checkDrift(context: CommandContext, output: Output, given: Given): Promise<void> {
  const { plan, renewals } = await makePlan(context, given)
  const drifted = plan.refusals.length > 0 || !isEmptyPlan(plan)
  output.say(
    drifted ? renderPlan(plan, renewals) : `No drift: version ${plan.basedOn} is what the file says.`,
  )
  output.result({ drift: drifted, ...planToJson(plan, renewals) })
  if (drifted) throw new CommandRefused('What is published is not what the file says.')
}

export async function applyFile(context: CommandContext, output: Output, given: Given): Promise<void> {
  const { routingSecret, clockAheadMs, ...scope } = await environmentOf(context, String(given['environment']))
  const { clock } = context
  const newUuid = uuidSource(context.random)
  const { plan, made } = await publishFile(
    { ...context, pool: context.database.pool, newUuid: () => newUuid(clock.now()) },
    { ...scope, routing: routingFor(routingSecret) },
    await readFileAt(context, scope, String(given['file'])),
    clock.now() + clockAheadMs,
  )
  output.say(renderPlan(plan))
  output.say('Applied: every server follows within seconds.')
  for (const { key, endpointId } of made) output.say(secretLine(key, endpointId))
  output.result({
    ...planToJson(plan),
    webhook_endpoints: made.map(({ key, endpointId }) => ({ key, id: endpointId })),
  })
}

/** An apply runs where its output is kept, so a secret is never part of it. */
function secretLine(key: string, endpointId: string): string {
  return `Webhook ${key} is ${endpointId}. To see a secret of it: POST /v1/webhook-endpoints/${endpointId}/secrets {"overlap_hours": 0}`
}

async function makePlan(
  context: CommandContext,
  given: Given,
): Promise<{ plan: CataloguePlan; renewals: Renewals }> {
  const { database, clock } = context
  const scope = await environmentOf(context, String(given['environment']))
  const published = await readPublishedCatalogue(database.pool, scope)
  const file = await readFileAt(context, scope, String(given['file']))
  const plan = planCatalogue(published, file, clock.now() + scope.clockAheadMs)
  return { plan, renewals: await countRenewals(database.pool, scope, renewalQuestions(plan)) }
}

async function readFileAt(
  { config }: CommandContext,
  { environment }: Scope,
  path: string,
): Promise<CatalogueFile> {
  const bytes = await readFile(path).catch(() => {
    throw new CommandRefused(`The file ${path} cannot be read.`)
  })
  return readCatalogueFile(basename(path), bytes, rulesFor(config, environment))
}
