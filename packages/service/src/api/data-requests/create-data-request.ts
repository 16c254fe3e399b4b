import { z } from 'zod'
import { answerOf } from '../../data-requests/answer-data-request.ts'
import { findSubject } from '../../data-requests/find-subjects.ts'
import { openDataRequest } from '../../data-requests/keep-data-request.ts'
import { dataRequestAnswer, dataRequestExample } from '../../domain/data-request-answer.ts'
import { keyAsChanger } from '../../domain/data-request-entry.ts'
import type { Recipe } from '../../http/endpoint.ts'
import { languageOf } from '../../http/language.ts'
import { type DataRequestBody, dataRequestBody } from './data-request-body.ts'
import { readIntake } from './read-intake.ts'

export const languageQuery = z.strictObject({
  language: z
    .string()
    .max(64)
    .optional()
    .describe(
      'BCP 47: in which the person is written to; else Accept-Language, else the catalogue’s default.',
    ),
})
export type LanguageQuery = z.output<typeof languageQuery>

export const createDataRequest: Recipe<undefined, LanguageQuery, DataRequestBody> = {
  operationId: 'createDataRequest',
  tag: 'Data requests',
  summary: 'Open a data request',
  description:
    'Opens the request of a person whom the caller has identified, and says by when the law of the place wants an answer, with where that is written. Each call opens one.',
  query: languageQuery,
  body: dataRequestBody,
  answers: {
    201: { description: 'Opened.', schema: dataRequestAnswer, example: dataRequestExample },
  },
  refuses: [],
  async run(service, call) {
    const { body, environment, caller } = call
    const { ref, email, place, receivedAt } = await readIntake(service, call)
    const named = { ref: body.subject?.ref ?? null, email: email ?? null }
    const { subjectKey } = await findSubject(service, environment, named)
    const { routing } = environment
    const routeKey = email !== undefined ? routing.mailbox(email) : ref && routing.subject(ref)
    if (routeKey === undefined) throw new Error('a data request about nobody')
    const stored = await openDataRequest(service, environment, {
      routeKey,
      subjectKey,
      request: {
        type: body.type,
        ...place,
        channel: body.channel ?? 'api',
        requester: body.requester,
        receivedAt,
      },
      personal: {
        ...named,
        details: body.details ?? null,
        language: languageOf(environment.catalogue, call.query.language, call.headers),
      },
      proveBy: null,
      by: keyAsChanger(caller),
    })
    return { status: 201, body: JSON.stringify(answerOf(service, environment, stored)) }
  },
}
