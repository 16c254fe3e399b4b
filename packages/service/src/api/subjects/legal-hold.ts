import { z } from 'zod'
import { subjectId } from '../../domain/public-id.ts'
import type { Call, Recipe } from '../../http/endpoint.ts'
import { readRefName } from '../../http/read-names.ts'
import { holdSubject } from '../../ledger/hold-subject.ts'
import type { Service } from '../../service.ts'

const params = z.strictObject({ ref: z.string() })
type Params = z.output<typeof params>

const body = z.strictObject({
  reason: z
    .string()
    .min(1)
    .max(200)
    .describe('Why this person must not be erased, such as the number of a case; nothing about the person.'),
})

const answer = z.strictObject({
  subject: z.strictObject({ id: z.string() }),
  reason: z.string().nullable().describe('null: nothing stands against an erasure.'),
})

const subject = { id: 'sub_1B9iIuG6JLOPU2W0SBd0Lk' }
const refuses = ['subject_not_found', 'subject_erased'] as const

export const placeLegalHold: Recipe<Params, undefined, z.output<typeof body>> = {
  operationId: 'placeLegalHold',
  tag: 'Subjects',
  summary: 'Place a legal hold on a subject',
  description:
    'While it stands, erasing the subject is refused (GDPR Art. 17(3)(e)). It goes along with a merge. A repeat changes the reason.',
  params,
  body,
  answers: {
    200: { description: 'It stands.', schema: answer, example: { subject, reason: 'case 2026/117' } },
  },
  refuses,
  run: (service, call) => hold(service, call, call.body.reason),
}

export const liftLegalHold: Recipe<Params, undefined, undefined> = {
  operationId: 'liftLegalHold',
  tag: 'Subjects',
  summary: 'Lift a legal hold',
  description: 'The subject can be erased again. A repeat changes nothing.',
  params,
  answers: { 200: { description: 'It is lifted.', schema: answer, example: { subject, reason: null } } },
  refuses,
  run: (service, call) => hold(service, call, null),
}

async function hold(
  service: Service,
  { environment, params: { ref } }: Pick<Call<Params, unknown, unknown>, 'environment' | 'params'>,
  reason: string | null,
) {
  const name = readRefName(ref, environment.catalogue.identifierTypes, 'path.ref')
  const key = await holdSubject(service, environment, environment.routing.subject(name.ref), reason)
  const result: z.output<typeof answer> = { subject: { id: subjectId(key) }, reason }
  return { status: 200, body: JSON.stringify(result) }
}
