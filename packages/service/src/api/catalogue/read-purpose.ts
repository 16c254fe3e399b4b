import { z } from 'zod'
import { isRequired, versionAt } from '../../domain/purpose.ts'
import type { Recipe } from '../../http/endpoint.ts'
import { etagOf } from '../../http/etag.ts'
import { languageOf } from '../../http/language.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { unaskedIsAllowed } from './list-purposes.ts'
import { describePurpose, purposeExample, purposeSchema } from './purpose-schema.ts'

const params = z.strictObject({ key: z.string().max(64) })
const query = z.strictObject({
  language: z
    .string()
    .max(64)
    .optional()
    .describe('BCP 47; else Accept-Language, else the default of the catalogue.'),
  country: z
    .string()
    .max(64)
    .optional()
    .describe('ISO 3166-1 country, or ISO 3166-2 (US-CA): decides the default.'),
  region: z.string().max(64).optional().describe('ISO 3166-2 region of the country.'),
})

const answer = purposeSchema.extend({
  supersedes: z.int().nullable().describe('The version before this one.'),
  material_change: z
    .boolean()
    .describe('Whether decisions on earlier versions stopped counting with this one.'),
  document_hash: z.string().describe('SHA-256 of the whole version, as receipts name it, base64url.'),
  text_hashes: z.record(z.string(), z.string()),
})

export const readPurpose: Recipe<z.output<typeof params>, z.output<typeof query>, undefined> = {
  operationId: 'readPurpose',
  tag: 'Catalogue',
  summary: 'Read a purpose in its current version',
  description: 'One purpose, with the version it replaces and the hashes of its texts in all languages.',
  params,
  query,
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
    const { catalogue } = call.environment
    const at = service.clock.now()
    const purpose = catalogue.purposes.get(call.params.key)
    const version = purpose && (versionAt(purpose, at) ?? purpose.current)
    if (purpose === undefined || version === undefined)
      throw new Refusal('purpose_not_found', 'The catalogue has no purpose of this name.')
    const language = languageOf(catalogue, call.query.language, call.headers)
    const allowed = unaskedIsAllowed(service, call, purpose, at)
    const body = JSON.stringify({
      ...describePurpose(version, language, { required: isRequired(version), allowed }),
      supersedes: purpose.versions.findLast((earlier) => earlier.version < version.version)?.version ?? null,
      material_change: version.material_change,
      document_hash: version.sha256,
      text_hashes: { ...version.text_hashes },
    } satisfies z.output<typeof answer>)
    return {
      status: 200,
      body,
      headers: {
        ETag: etagOf(body),
        'Cache-Control': 'private, max-age=60',
        'Content-Language': language,
        Vary: 'Accept-Language, Origin',
      },
    }
  },
}
