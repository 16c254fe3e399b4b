import { z } from 'zod'
import type { Recipe } from '../../http/endpoint.ts'
import { publishedAnswer } from '../../http/published-answer.ts'
import {
  type PurposeQuery,
  purposeExample,
  purposeQuery,
  purposeReader,
  purposeSchema,
} from './purpose-answer.ts'

const answer = z.strictObject({ data: z.array(purposeSchema), next_cursor: z.null() })

export const listPurposes: Recipe<undefined, PurposeQuery, undefined> = {
  operationId: 'listPurposes',
  tag: 'Catalogue',
  summary: 'List the purposes',
  description:
    'What data is used for, in its current version, in one language, with where a person stands who was never asked.',
  query: purposeQuery,
  variesBy: ['accept-language'],
  answers: {
    200: {
      description: 'All purposes, in the order of the catalogue.',
      schema: answer,
      example: { data: [purposeExample], next_cursor: null },
    },
  },
  refuses: [],
  run(service, call) {
    const { language, describe } = purposeReader(service, call)
    const purposes = [...call.environment.catalogue.purposes.values()]
    const document = { data: purposes.map((purpose) => describe(purpose).answer), next_cursor: null }
    return publishedAnswer(document satisfies z.output<typeof answer>, { language })
  },
}
