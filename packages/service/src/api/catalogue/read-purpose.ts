import { z } from 'zod'
import type { Recipe } from '../../http/endpoint.ts'
import { publishedAnswer } from '../../http/published-answer.ts'
import { Refusal } from '../../kernel/refusal.ts'
import {
  type PurposeQuery,
  purposeExample,
  purposeQuery,
  purposeReader,
  purposeSchema,
} from './purpose-answer.ts'

const params = z.strictObject({ key: z.string().max(64) })

const answer = purposeSchema.extend({
  supersedes: z.int().nullable().describe('The version before this one.'),
  material_change: z
    .boolean()
    .describe('Whether decisions on earlier versions stopped counting with this one.'),
  document_hash: z.string().describe('SHA-256 of the whole version, as receipts name it, base64url.'),
  text_hashes: z.record(z.string(), z.string()),
})

export const readPurpose: Recipe<z.output<typeof params>, PurposeQuery, undefined> = {
  operationId: 'readPurpose',
  tag: 'Catalogue',
  summary: 'Read a purpose in its current version',
  description: 'One purpose, with the version it replaces and the hashes of its texts in all languages.',
  params,
  query: purposeQuery,
  answers: {
    200: {
      description: 'The version in force.',
      schema: answer,
      example: {
        ...purposeExample,
        supersedes: 1,
        material_change: true,
        document_hash: 'mVVh4Oyd7hFjDYCcCl2q0cQ1bRLyR5fXw8sXqyVw0pE',
        text_hashes: { en: purposeExample.text_hash },
      },
    },
  },
  refuses: ['purpose_not_found'],
  run(service, call) {
    const purpose = call.environment.catalogue.purposes.get(call.params.key)
    if (purpose === undefined)
      throw new Refusal('purpose_not_found', 'The catalogue has no purpose of this name.')
    const { language, describe } = purposeReader(service, call)
    const { version, answer: described } = describe(purpose)
    const document = {
      ...described,
      supersedes: purpose.versions.findLast((earlier) => earlier.version < version.version)?.version ?? null,
      material_change: version.material_change,
      document_hash: version.sha256,
      text_hashes: { ...version.text_hashes },
    }
    return publishedAnswer(document satisfies z.output<typeof answer>, { language })
  },
}
