import { addressOf, answerOf, summaryOf } from '../data-requests/answer-data-request.ts'
import { carryOut } from '../data-requests/carry-out.ts'
import { requireDataRequest } from '../data-requests/keep-data-request.ts'
import { dataRequestStatuses, dataRequestTypes } from '../domain/data-request.ts'
import { operatorActions, readAction } from '../domain/data-request-action.ts'
import type { DataRequestAnswer, DataRequestSummary } from '../domain/data-request-answer.ts'
import { Refusal } from '../kernel/refusal.ts'
import { logUrlOf } from '../log/open-log-work.ts'
import { inTimeOf, openService, type Service } from '../service.ts'
import { readDataRequestEntries } from '../store/data-request-entries.ts'
import { listDataRequests } from '../store/data-requests.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import type { Given, Work } from './command.ts'
import { CommandRefused } from './command-refused.ts'
import type { CommandContext } from './context.ts'
import type { Output } from './output.ts'
import { steps } from './request-steps.ts'

/** What a command on data requests works with: the service, as the endpoints have it. */
async function withService(
  context: CommandContext,
  given: Given,
  work: (service: Service, environment: EnvironmentSettings) => Promise<void>,
): Promise<void> {
  const service = await openService({ ...context, issuer: () => logUrlOf(context.config) })
  try {
    const environment = [...service.settings.current.environments.values()].find(
      ({ scope }) => scope.environment === given['environment'],
    )
    if (environment === undefined)
      throw new CommandRefused('Nothing is published here yet: npx assent catalogue apply FILE.')
    await work(inTimeOf(service, environment), environment)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { message, hint = '', issues } = error
    throw new CommandRefused(
      [message, ...issues.map((issue) => issue.message), hint].filter(Boolean).join('\n'),
    )
  } finally {
    await service.close()
  }
}

export const listRequests: Work = (context, output, given) =>
  withService(context, given, async (service, environment) => {
    const stored = await listDataRequests(service.pool, environment.scope, {
      before: null,
      status: dataRequestStatuses.find((status) => status === given['status']) ?? null,
      type: dataRequestTypes.find((type) => type === given['type']) ?? null,
      subjectKeys: null,
      dueBefore: given['overdue'] === true ? service.clock.now() : null,
      limit: 200,
    })
    const summaries = stored.map((each) => summaryOf(service, environment, each))
    for (const summary of summaries) output.say(lineOf(summary))
    if (summaries.length === 0) output.say('There are none.')
    output.result(summaries)
  })

export const showRequest: Work = (context, output, given) =>
  withService(context, given, async (service, environment) => {
    const id = String(given['id'])
    const address = addressOf(id)
    const stored = await requireDataRequest(service, environment, address)
    const entries = await readDataRequestEntries(service.pool, environment.scope, address.routeKey)
    const changes = entries.filter((entry) => entry.data_request === id)
    const answer = answerOf(service, environment, stored)
    for (const line of describe(answer)) output.say(line)
    for (const { record, action, reason, by, status } of changes)
      output.say(
        `  ${record.seq}. ${record.recorded_at}  ${[action ?? 'opened', reason].filter(Boolean).join(': ')} by ${by}, now ${status}`,
      )
    output.result({ ...answer, changes })
  })

export const advanceRequest: Work = (context, output, given) =>
  act(context, output, given, String(given['step']))
export const extendRequest: Work = (context, output, given) => act(context, output, given, 'extend')
export const denyRequest: Work = (context, output, given) => act(context, output, given, 'deny')
export const fulfilRequest: Work = (context, output, given) => act(context, output, given, 'fulfil')

function act(context: CommandContext, output: Output, given: Given, step: string): Promise<void> {
  return withService(context, given, async (service, environment) => {
    const action = operatorActions.find((known) => known === step)
    if (action === undefined) throw new CommandRefused(`The steps are: ${steps.join(', ')}.`)
    const reason = given['reason'] === undefined ? null : String(given['reason'])
    const { stored, archive } = await carryOut(service, environment, addressOf(String(given['id'])), {
      action: readAction(action, reason),
      by: 'command',
    })
    const answer = answerOf(service, environment, stored)
    output.say(lineOf(answer))
    if (archive !== null)
      output.say(
        `Give this link to the person; it works once, until ${archive.expires_at}:\n  ${archive.url}`,
      )
    output.result({ ...answer, archive })
  })
}

function lineOf({ id, type, status, regime, deadlines, is_overdue }: DataRequestSummary): string {
  const due = deadlines.due_at === null ? 'no day set' : `due ${deadlines.due_at.slice(0, 10)}`
  return `${id}  ${type.padEnd(16)} ${status.padEnd(21)} ${due}${is_overdue ? ' OVERDUE' : ''}  ${regime}`
}

function describe(answer: DataRequestAnswer): string[] {
  const { subject, email, details, deadlines } = answer
  return [
    lineOf(answer),
    `  who       ${[subject.ref, email, subject.id].filter(Boolean).join(', ') || 'erased, or nobody known'}`,
    `  received  ${answer.received_at} by ${answer.channel}, verification ${answer.verification.status}`,
    `  rule      ${deadlines.rule}`,
    ...deadlines.sources.map(
      ({ fact, title, clause, url }) => `    ${fact.padEnd(9)} ${title}, ${clause}  ${url}`,
    ),
    ...(details === null ? [] : [`  details   ${details}`]),
  ]
}
