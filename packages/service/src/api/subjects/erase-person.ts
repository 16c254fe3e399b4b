import { z } from 'zod'
import { forgetPerson } from '../../data-requests/forget-person.ts'
import { timestamp } from '../../domain/consent-schema.ts'
import { subjectId } from '../../domain/public-id.ts'
import type { Recipe } from '../../http/endpoint.ts'
import { readRefName } from '../../http/read-names.ts'
import { toTimestamp } from '../../kernel/clock.ts'
import { erasureModes } from '../../ledger/erase-subject.ts'

const params = z.strictObject({ ref: z.string() })
const query = z.strictObject({
  mode: z
    .enum(erasureModes)
    .default('retain_evidence')
    .describe(
      'retain_evidence: who they were goes now, the evidence of their consent is kept out of sight for three years. full: that goes too.',
    ),
  reason: z
    .string()
    .regex(/^[a-z0-9][a-z0-9:._-]{0,63}$/, 'A reason is a code such as gdpr:17-1-b.')
    .default('gdpr:17-1')
    .describe('The ground, as a code that says nothing of the person: it stands in the ledger.'),
})

const answer = z.strictObject({
  subject: z.strictObject({ id: z.string() }),
  mode: z.enum(erasureModes),
  erased_at: timestamp,
  evidence_until: timestamp.nullable().describe('Until when the evidence is kept; null: none is.'),
})

const example: z.output<typeof answer> = {
  subject: { id: 'sub_1B9iIuG6JLOPU2W0SBd0Lk' },
  mode: 'retain_evidence',
  erased_at: '2026-11-21T09:00:00.123Z',
  evidence_until: '2029-11-21T09:00:00.123Z',
}

export const erasePerson: Recipe<z.output<typeof params>, z.output<typeof query>, undefined> = {
  operationId: 'eraseSubject',
  tag: 'Subjects',
  summary: 'Erase a subject',
  description:
    'Forgets a person and all who were merged into them: identifiers, refs, metadata, the key they were encrypted with, where they stand, and by mode the records. The ledger keeps its commitments, so every proof still holds; receipts answer 410. A keyed hash of each ref stays, so that an erased address is not imported again.',
  params,
  query,
  answers: { 200: { description: 'Erased.', schema: answer, example } },
  refuses: ['subject_not_found', 'subject_erased', 'not_applicable'],
  async run(service, { environment, params, query }) {
    const { ref } = readRefName(params.ref, environment.catalogue.identifierTypes, 'path.ref')
    const wish = { key: environment.routing.subject(ref), mode: query.mode, reason: query.reason }
    const done = await forgetPerson(service, environment, wish, ref)
    const body: z.output<typeof answer> = {
      subject: { id: subjectId(done.subjectKey) },
      mode: done.mode,
      erased_at: toTimestamp(done.erasedAt),
      evidence_until: done.evidenceUntil === null ? null : toTimestamp(done.evidenceUntil),
    }
    return { status: 200, body: JSON.stringify(body) }
  },
}
