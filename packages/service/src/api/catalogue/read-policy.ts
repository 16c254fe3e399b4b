import { z } from 'zod'
import type { Recipe } from '../../http/endpoint.ts'
import { placeOf } from '../../http/place.ts'
import { publishedAnswer } from '../../http/published-answer.ts'
import { placeQuery } from '../../http/request-values.ts'
import { Validation } from '../../http/validate.ts'
import { describePolicy, policySchema } from './policy-answer.ts'
import { policyExample } from './policy-example.ts'
import { atQuery, momentOf, placeElsewhere } from './policy-query.ts'

const query = z.strictObject({ ...placeQuery(placeElsewhere), at: atQuery })
type Query = z.output<typeof query>

export const readPolicy: Recipe<undefined, Query, undefined> = {
  operationId: 'readPolicy',
  tag: 'Catalogue',
  summary: 'Read the policy of a place',
  description:
    'What the law of a place asks, for the purposes of your catalogue: the model, the defaults, Global Privacy Control, the deadlines of data requests. Which law that is, how it was found, and where it stands.',
  query,
  variesBy: [],
  answers: {
    200: { description: 'The policy in force there.', schema: policySchema, example: policyExample },
  },
  refuses: [],
  run(service, call) {
    const { environment, query } = call
    const validation = new Validation()
    const place = validation.attempt(() => placeOf(service.config, call, query, 'query.'))
    const at = validation.attempt(() => momentOf(query.at, service.clock.now()))
    validation.finish()
    if (place === undefined || at === undefined) throw new Error('a fault that was not told')
    const policy = environment.policies.resolve({ ...place, at })
    return publishedAnswer(describePolicy(environment.catalogue, policy), {})
  },
}
