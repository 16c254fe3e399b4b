import { decideGppParts, type GppContext, prepareGpp, renderGppAnswer, SignalError } from '@assent/signals'
import { z } from 'zod'
import { gppSettings } from '../../domain/signal-frameworks.ts'
import type { Recipe } from '../../http/endpoint.ts'
import { refValue } from '../../http/request-values.ts'
import { toTimestamp } from '../../kernel/clock.ts'
import { refuseInvalid } from '../../kernel/refusal.ts'
import { lastDecisionAt } from '../../signals/purpose-choices.ts'
import type { EnvironmentSettings } from '../../store/settings.ts'
import { choicesNow, findTcString, requireCmp, requireConfigured, usableString } from './person-signals.ts'
import { signalStringAnswer } from './signal-answer.ts'
import { readSignalPerson, signalPersonRefusals } from './signal-person.ts'
import { signalQuery } from './signal-query.ts'

const query = z.strictObject({
  ref: refValue,
  sections: z
    .string()
    .regex(/^[a-z0-9]{1,16}(,[a-z0-9]{1,16}){0,39}$/, 'This is a list of names or ids, such as usnat,8.')
    .optional()
    .describe('Sections by name or id, separated by commas; left out: those that the project writes.'),
  usnat_version: z
    .enum(['1', '2'], 'This is 1 or 2.')
    .optional()
    .describe('Version of the national section; left out: as the project has it.'),
  ...signalQuery,
})
type Query = z.output<typeof query>

const fields = z.record(z.string(), z.union([z.int(), z.array(z.int()), z.boolean()]))

const answer = z.strictObject({
  subject: z.string(),
  gpp_string: z.string(),
  gpp_version: z.literal(1),
  section_ids: z.array(z.int()),
  applicable_sections: z
    .array(z.int())
    .describe('In force where the person is, of those in the string; [-1]: none.'),
  gpp_sid: z.string().describe('The same, as OpenRTB and URLs carry it.'),
  gpc: z
    .strictObject({ value: z.boolean().nullable(), source: z.enum(['request', 'record']).nullable() })
    .describe('Global Privacy Control: null is unknown, which is not false.'),
  sections: z
    .record(z.string(), z.union([z.string(), fields]))
    .describe('What each section says, its fields spelled as in its specification.'),
  updated_at: z.string().nullable(),
})

const example: z.output<typeof answer> = {
  subject: 'anon_7f3kQ9xZpL2mW8vR4tY6bN',
  gpp_string: 'DBABL~CVQVAAAAAAWA.Y',
  gpp_version: 1,
  section_ids: [7],
  applicable_sections: [7],
  gpp_sid: '7',
  gpc: { value: true, source: 'request' },
  sections: { usnat: { Version: 2, SharingNotice: 1, SaleOptOut: 1, Gpc: true } },
  updated_at: '2026-11-21T09:00:00.000Z',
}

export const readGpp: Recipe<undefined, Query, undefined> = {
  operationId: 'readGpp',
  tag: 'Signals',
  summary: 'Read the GPP string',
  description:
    "The string of IAB Tech Lab's Global Privacy Platform: the TC string as it is, and the sections of the United States, with a Global Privacy Control signal of the request laid over what was recorded. Accept: text/plain gives the bare string.",
  query,
  answers: {
    200: { description: 'The string and what it says.', schema: answer, example, alsoAs: ['text/plain'] },
  },
  refuses: [
    ...signalPersonRefusals,
    'not_acceptable',
    'not_configured',
    'cmp_not_configured',
    'vendor_list_unavailable',
  ],
  async run(service, call) {
    const { environment } = call
    const context = contextOf(environment, call.query)
    const hasTcf = context.sections.some(({ name }) => name === 'tcfeuv2')
    if (hasTcf) requireCmp(environment)
    const person = await readSignalPerson(service, call)
    const tcString = hasTcf ? usableString(await findTcString(service, environment, person)) : null
    const parts = decideGppParts(choicesNow(environment, person), context, tcString)
    const updatedAt = lastDecisionAt(environment.catalogue, person.state)
    const document = {
      subject: person.ref,
      ...renderGppAnswer(parts, person.policy.gppSections, person.gpc),
      updated_at: updatedAt === null ? null : toTimestamp(updatedAt),
    }
    return signalStringAnswer(call, document, document.gpp_string)
  },
}

function contextOf({ catalogue }: EnvironmentSettings, { sections, usnat_version }: Query): GppContext {
  const settings = gppSettings(requireConfigured(catalogue.signals.gpp, 'GPP', 'gpp'))
  try {
    return prepareGpp({
      ...settings,
      sections: sections === undefined ? settings.sections : sections.split(','),
      versions: usnat_version === undefined ? settings.versions : { usnat: Number(usnat_version) },
    })
  } catch (error) {
    if (!(error instanceof SignalError)) throw error
    throw refuseInvalid(
      error.issues.map(({ path, message }) => ({ path: `query.${path}`, message: reasonOf(message) })),
      'Name sections that are written: tcfeuv2 (2) and the sections of the United States from usnat (7) to usmn (23).',
    )
  }
}

/** What was asked for is not repeated. */
function reasonOf(message: string): string {
  return `This ${message.slice(message.indexOf(' ') + 1)}.`
}
