import { z } from 'zod'
import { isRequired, type Purpose, versionAt } from '../../domain/purpose.ts'
import { standingOf } from '../../domain/standing.ts'
import type { Call, Recipe } from '../../http/endpoint.ts'
import { etagOf } from '../../http/etag.ts'
import { languageOf } from '../../http/language.ts'
import { placeOf } from '../../http/place.ts'
import type { Service } from '../../service.ts'
import { describePurpose, purposeExample, purposeSchema } from './purpose-schema.ts'

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
type Query = z.output<typeof query>

const answer = z.strictObject({ data: z.array(purposeSchema), next_cursor: z.null() })

export const listPurposes: Recipe<undefined, Query, undefined> = {
  operationId: 'listPurposes',
  tag: 'Catalogue',
  summary: 'List the purposes',
  description:
    'What data is used for, in its current version, in one language, with where a person stands who was never asked.',
  query,
  answers: {
    200: {
      description: 'All purposes, in the order of the catalogue.',
      schema: answer,
      example: { data: [purposeExample], next_cursor: null },
    },
  },
  refuses: [],
  run(service, call) {
    const { catalogue } = call.environment
    const language = languageOf(catalogue, call.query.language, call.headers)
    const at = service.clock.now()
    const data = [...catalogue.purposes.values()].map((purpose) => {
      const version = versionAt(purpose, at) ?? purpose.current
      return describePurpose(version, language, {
        required: isRequired(version),
        allowed: unaskedIsAllowed(service, call, purpose, at),
      })
    })
    const body = JSON.stringify({ data, next_cursor: null } satisfies z.output<typeof answer>)
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

/** Where a person stands who was never asked. */
export function unaskedIsAllowed(
  service: Service,
  call: Call<unknown, Query, unknown>,
  purpose: Purpose,
  at: number,
): boolean {
  const place = placeOf(service.config, call, call.query, 'query.')
  const policy = call.environment.policies.resolve({ ...place, at })
  return standingOf({ purpose, decision: undefined, policy, gpc: false, at })?.allowed ?? false
}
