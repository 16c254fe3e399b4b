import { z } from 'zod'
import type { Recipe } from '../../http/endpoint.ts'
import { metadataBody } from '../../http/metadata-body.ts'
import { identifierBody, readNames, readRefName } from '../../http/read-names.ts'
import { Validation } from '../../http/validate.ts'
import { nameSubject } from '../../ledger/name-subject.ts'
import { readSubject } from '../../ledger/read-subject.ts'
import { answerOfSubject, subjectAnswer, subjectExample } from './subject-answer.ts'

const body = z
  .strictObject({
    ref: z
      .string()
      .min(1)
      .max(200)
      .nullish()
      .describe('How you name the person: customer_7, an anonymous ref, email:….'),
    identifiers: z.array(identifierBody).max(20).default([]),
    metadata: metadataBody
      .optional()
      .describe('Up to 20 strings of your own, 4 kB together; takes the place of what was there.'),
  })
  .refine(({ ref, identifiers }) => ref != null || identifiers.length > 0, {
    error: 'A subject needs a ref, an identifier, or both.',
    path: ['ref'],
  })

type Body = z.output<typeof body>

export const createSubject: Recipe<undefined, undefined, Body> = {
  operationId: 'createSubject',
  tag: 'Subjects',
  summary: 'Create or claim a subject',
  description:
    'Makes a subject, or finds the one to whom the ref and the identifiers belong and adds what is new. E-mail addresses and telephone numbers are kept encrypted under a key of the person, and found by a keyed hash. A repeat changes nothing.',
  body,
  answers: {
    201: { description: 'Made.', schema: subjectAnswer, example: subjectExample },
    200: { description: 'It was there.', schema: subjectAnswer, example: subjectExample },
  },
  refuses: ['subject_not_found', 'identifier_conflict', 'subject_erased'],
  async run(service, { environment, body }) {
    const types = environment.catalogue.identifierTypes
    const validation = new Validation()
    const ref = validation.attempt(() => (body.ref == null ? [] : [readRefName(body.ref, types, 'ref')]))
    const names = validation.attempt(() => readNames(body.identifiers, types, 'identifiers'))
    validation.finish()
    const { key, isNew } = await nameSubject(service, environment, {
      names: [...(ref ?? []), ...(names ?? [])],
      mustExist: false,
      metadata: body.metadata,
    })
    const profile = await readSubject(service.pool, service, environment, key)
    return { status: isNew ? 201 : 200, body: JSON.stringify(answerOfSubject(profile)) }
  },
}
