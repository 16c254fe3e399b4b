import { z } from 'zod'
import type { Recipe } from '../../http/endpoint.ts'
import { identifierBody, readNames, readRefName } from '../../http/read-names.ts'
import { Validation } from '../../http/validate.ts'
import { nameSubject } from '../../ledger/name-subject.ts'
import { readSubject } from '../../ledger/read-subject.ts'
import { answerOfSubject, subjectAnswer, subjectExample } from './subject-answer.ts'

const params = z.strictObject({ ref: z.string() })
const body = z.strictObject({ identifiers: z.array(identifierBody).min(1).max(20) })

export const addIdentifiers: Recipe<z.output<typeof params>, undefined, z.output<typeof body>> = {
  operationId: 'addIdentifiers',
  tag: 'Subjects',
  summary: 'Add identifiers to a subject',
  description:
    'From now on each of them leads to this subject, as a ref of its type (email:ada@example.org) too. Identifiers are only added. A repeat changes nothing.',
  params,
  body,
  answers: { 200: { description: 'The whole subject.', schema: subjectAnswer, example: subjectExample } },
  refuses: ['subject_not_found', 'identifier_conflict', 'subject_erased'],
  async run(service, { environment, params, body }) {
    const types = environment.catalogue.identifierTypes
    const validation = new Validation()
    const ref = validation.attempt(() => readRefName(params.ref, types, 'path.ref'))
    const names = validation.attempt(() => readNames(body.identifiers, types, 'identifiers'))
    validation.finish()
    if (ref === undefined || names === undefined) throw new Error('a fault that was not gathered')
    const { key } = await nameSubject(service, environment, { names: [ref, ...names], mustExist: true })
    const profile = await readSubject(service.pool, service, environment, key)
    return { status: 200, body: JSON.stringify(answerOfSubject(profile)) }
  },
}
