import { renderInAppKeys, renderTcData, renderTcStringAnswer } from '@assent/signals'
import { z } from 'zod'
import { recordPublicId } from '../../domain/public-id.ts'
import type { Recipe } from '../../http/endpoint.ts'
import { refValue } from '../../http/request-values.ts'
import type { PersonTcString } from '../../signals/tc-strings.ts'
import { findAdditionalConsent, findTcString, requireCmp, usableString } from './person-signals.ts'
import { signalStringAnswer, stringAnswers } from './signal-answer.ts'
import {
  readSignalPerson,
  type SignalCall,
  type SignalPerson,
  signalPersonRefusals,
} from './signal-person.ts'
import { nameList, signalQuery } from './signal-query.ts'
import { tcStringExample, tcStringSchema } from './tc-string-answer.ts'

const includes = ['tcdata', 'inapp'] as const

const query = z.strictObject({
  ref: refValue,
  include: nameList(includes)
    .optional()
    .describe(
      'tcdata: the TCData object a page answers __tcfapi with. inapp: the IABTCF_ keys of an app. Both: tcdata,inapp.',
    ),
  ...signalQuery,
})
type Query = z.output<typeof query>

export const readTcString: Recipe<undefined, Query, undefined> = {
  operationId: 'readTcString',
  tag: 'Signals',
  summary: 'Read the TC string',
  description:
    "The string of IAB Europe's Transparency and Consent Framework 2.3 for a person, written with the vendor list and the settings of the notice they saw: the same on any later day. Accept: text/plain gives the bare string, 204 where there is none.",
  query,
  answers: stringAnswers({
    description: 'The string and what it says, or status none.',
    schema: tcStringSchema,
    example: tcStringExample,
  }),
  refuses: [...signalPersonRefusals, 'not_acceptable', 'cmp_not_configured', 'vendor_list_unavailable'],
  async run(service, call) {
    const { environment } = call
    requireCmp(environment)
    const person = await readSignalPerson(service, call)
    const found = await findTcString(service, environment, person)
    const tcString = usableString(found)
    const beside = await findAdditionalConsent(service, environment, person, tcString)
    const addtlConsent = beside?.ac_string ?? null
    const document = {
      subject: person.ref,
      ...renderTcStringAnswer(found ?? null, person.policy.tcfApplies, addtlConsent),
      receipt_id: receiptOf(call, person, found),
      ...included(call, person, found, addtlConsent),
    }
    return signalStringAnswer(call, document, tcString)
  },
}

/** A page sees the string and what it says, no ids. */
function receiptOf(
  { caller }: SignalCall,
  { holder }: SignalPerson,
  found: PersonTcString | undefined,
): string | null {
  if (caller.keyType === 'public' || found === undefined || holder === undefined) return null
  return recordPublicId('rcp', {
    routeKey: found.choice.subjectKey ?? holder,
    recordId: found.choice.recordId,
  })
}

function included(
  { query, environment }: SignalCall & { readonly query: Query },
  { policy }: SignalPerson,
  found: PersonTcString | undefined,
  addtlConsent: string | null,
): object {
  const wanted = query.include ?? []
  const tcString = usableString(found)
  const extras = {
    gdprApplies: policy.tcfApplies,
    addtlConsent,
    enableAdvertiserConsentMode: environment.catalogue.signals.google_consent_mode?.source === 'tcf',
  }
  const render = <T>(write: (string: string, fields: PersonTcString['fields']) => T) =>
    found === undefined || tcString === null ? null : write(tcString, found.fields)
  return {
    ...(wanted.includes('tcdata')
      ? { tcdata: render((string, fields) => renderTcData(string, fields, extras)) }
      : {}),
    ...(wanted.includes('inapp')
      ? { inapp: render((string, fields) => renderInAppKeys(string, fields, extras)) }
      : {}),
  }
}
