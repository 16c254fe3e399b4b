import { z } from 'zod'
import type { Recipe } from '../../http/endpoint.ts'
import { languageOf } from '../../http/language.ts'
import { placeOf } from '../../http/place.ts'
import { publishedAnswer } from '../../http/published-answer.ts'
import { booleanQuery, languageQuery, placeQuery } from '../../http/request-values.ts'
import { bannerSchema, describeBanner } from './banner-answer.ts'
import { bannerExample } from './banner-example.ts'
import { placeElsewhere } from './policy-query.ts'

const query = z.strictObject({
  ...placeQuery(placeElsewhere),
  ...languageQuery,
  gpc: booleanQuery
    .optional()
    .describe('Whether the browser sends Global Privacy Control; left out: as its Sec-GPC header says.'),
})
type Query = z.output<typeof query>

export const readBanner: Recipe<undefined, Query, undefined> = {
  operationId: 'readBanner',
  tag: 'Catalogue',
  summary: 'Read the banner',
  description:
    'Everything a page needs to ask, in one document that can be cached: whether to ask at all and why, texts, buttons, links, layout, theme, purposes, and the defaults of Google consent mode.',
  query,
  variesBy: ['accept-language', 'sec-gpc'],
  answers: {
    200: {
      description: 'The banner for this place and language.',
      schema: bannerSchema,
      example: bannerExample,
    },
  },
  refuses: [],
  run(service, call) {
    const { environment, headers, query } = call
    const { catalogue, policies } = environment
    const place = placeOf(service.config, call, query, 'query.')
    const policy = policies.resolve({ ...place, at: service.clock.now() })
    const language = languageOf(catalogue, query.language, headers)
    const gpc = query.gpc ?? headers['sec-gpc'] === '1'
    return publishedAnswer(describeBanner(catalogue, policy, language, gpc), { language, vary: ['Sec-GPC'] })
  },
}
