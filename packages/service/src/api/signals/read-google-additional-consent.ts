import { z } from 'zod'
import type { Recipe } from '../../http/endpoint.ts'
import { refValue } from '../../http/request-values.ts'
import { Refusal } from '../../kernel/refusal.ts'
import {
  findAdditionalConsent,
  findTcString,
  requireCmp,
  requireConfigured,
  usableString,
} from './person-signals.ts'
import { signalStringAnswer, stringAnswers } from './signal-answer.ts'
import { readSignalPerson, signalPersonRefusals } from './signal-person.ts'
import { signalQuery } from './signal-query.ts'

const query = z.strictObject({ ref: refValue, ...signalQuery })
type Query = z.output<typeof query>

const answer = z.strictObject({
  subject: z.string(),
  ac_string: z.string().nullable(),
  version: z.literal(2),
  consented: z.array(z.int()),
  disclosed: z.array(z.int()).describe('Shown, and refused or not decided on.'),
  decided: z.boolean().describe('Tells "refused all" from "not decided": the string alone does not.'),
  provider_list_date: z.string().nullable(),
  tc_string_present: z.boolean(),
  reason: z.enum(['no_tc_string', 'no_provider_list']).nullable().describe('Why there is no string.'),
})

const example: z.output<typeof answer> = {
  subject: 'anon_7f3kQ9xZpL2mW8vR4tY6bN',
  ac_string: '2~43.2072~dv.20.46',
  version: 2,
  consented: [43, 2072],
  disclosed: [20, 46],
  decided: true,
  provider_list_date: '2026-11-19',
  tc_string_present: true,
  reason: null,
}

export const readGoogleAdditionalConsent: Recipe<undefined, Query, undefined> = {
  operationId: 'readGoogleAdditionalConsent',
  tag: 'Signals',
  summary: 'Read Google additional consent',
  description:
    "Consent to those of Google's ad technology providers that are not on the vendor list of the TCF: version 2 of the string. Readers discard it without a TC string beside it. Accept: text/plain gives the bare string, 204 where there is none.",
  query,
  answers: stringAnswers({
    description: 'The string and what it says, or why there is none.',
    schema: answer,
    example,
  }),
  refuses: [
    ...signalPersonRefusals,
    'not_acceptable',
    'not_configured',
    'cmp_not_configured',
    'not_applicable',
    'vendor_list_unavailable',
  ],
  async run(service, call) {
    const { environment } = call
    const { signals } = environment.catalogue
    requireConfigured(
      signals.google_additional_consent,
      'Google additional consent',
      'google_additional_consent',
    )
    requireCmp(environment)
    const person = await readSignalPerson(service, call)
    if (!person.policy.tcfApplies)
      throw new Refusal(
        'not_applicable',
        'Additional consent goes with the TCF, which does not apply in this place.',
        { hint: 'GET /v1/policy says what applies where: tcf_applies and gpp_sections.' },
      )
    const tcString = usableString(await findTcString(service, environment, person))
    const found = await findAdditionalConsent(service, environment, person, tcString)
    return signalStringAnswer(call, { subject: person.ref, ...found }, found?.ac_string ?? null)
  },
}
