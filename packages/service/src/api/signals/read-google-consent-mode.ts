import { renderGoogleConsentMode } from '@assent/signals'
import { z } from 'zod'
import type { Recipe } from '../../http/endpoint.ts'
import { refValue } from '../../http/request-values.ts'
import { toTimestamp } from '../../kernel/clock.ts'
import { googleSettingsOf } from '../../signals/google-defaults.ts'
import { lastDecisionAt } from '../../signals/purpose-choices.ts'
import { googleConsentModeExample, googleConsentModeSchema } from './google-consent-mode-answer.ts'
import { choicesNow, findTcString, requireConfigured, usableString } from './person-signals.ts'
import { placeAnswer, signalAnswer } from './signal-answer.ts'
import { readSignalPerson, signalPersonRefusals } from './signal-person.ts'
import { signalQuery } from './signal-query.ts'

const query = z.strictObject({
  ref: refValue
    .optional()
    .describe('The person; left out: what holds before anything is known of a visitor.'),
  ...signalQuery,
})
type Query = z.output<typeof query>

export const readGoogleConsentMode: Recipe<undefined, Query, undefined> = {
  operationId: 'readGoogleConsentMode',
  tag: 'Signals',
  summary: 'Read Google consent mode',
  description:
    'The default and update blocks of Google consent mode v2 for a person, and the calls of gtag in the order in which a page has to make them. Before a choice there is no update.',
  query,
  answers: {
    200: {
      description: 'What holds, and what to tell gtag.',
      schema: googleConsentModeSchema,
      example: googleConsentModeExample,
    },
  },
  refuses: [...signalPersonRefusals, 'not_configured', 'vendor_list_unavailable'],
  async run(service, call) {
    const { environment } = call
    const { catalogue } = environment
    const mode = requireConfigured(
      catalogue.signals.google_consent_mode,
      'Google consent mode',
      'google_consent_mode',
    )
    const person = await readSignalPerson(service, call)
    const found = mode.source === 'tcf' ? await findTcString(service, environment, person) : undefined
    const fields = usableString(found) === null ? null : (found?.fields ?? null)
    const settings = googleSettingsOf(environment, mode, person.at)
    const updatedAt = lastDecisionAt(catalogue, person.state)
    const isAboutPlace = person.ref === undefined && call.query.country !== undefined
    return (isAboutPlace ? placeAnswer : signalAnswer)({
      subject: person.ref ?? null,
      ...renderGoogleConsentMode(choicesNow(environment, person), settings, fields),
      updated_at: updatedAt === null ? null : toTimestamp(updatedAt),
    })
  },
}
