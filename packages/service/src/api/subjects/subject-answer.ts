import { z } from 'zod'
import { timestamp } from '../../domain/consent-schema.ts'
import { toTimestamp } from '../../kernel/clock.ts'
import type { SubjectProfile } from '../../ledger/read-subject.ts'

/** A person as a secret key sees them. */
export const subjectAnswer = z.strictObject({
  id: z.string().regex(/^sub_[0-9A-Za-z]{22}$/),
  ref: z
    .string()
    .nullable()
    .describe('The first ref; null where that is an e-mail address or telephone number we do not keep.'),
  refs: z.array(z.string()).describe('Further refs of your own.'),
  identifiers: z.array(
    z.strictObject({ type: z.string(), value: z.string(), verified: z.boolean(), added_at: timestamp }),
  ),
  metadata: z.record(z.string(), z.string()),
  created_at: timestamp,
})

export const subjectExample: z.output<typeof subjectAnswer> = {
  id: 'sub_1B9iIuG6JLOPU2W0SBd0Lk',
  ref: 'customer_7',
  refs: [],
  identifiers: [
    { type: 'email', value: 'ada@example.org', verified: true, added_at: '2026-11-21T09:00:00.123Z' },
  ],
  metadata: { plan: 'pro' },
  created_at: '2026-11-21T09:00:00.123Z',
}

export function answerOfSubject(profile: SubjectProfile): z.output<typeof subjectAnswer> {
  return {
    id: profile.id,
    ref: profile.ref,
    refs: [...profile.refs],
    identifiers: profile.identifiers.map(({ type, value, verified, addedAt }) => ({
      type,
      value,
      verified,
      added_at: toTimestamp(addedAt),
    })),
    metadata: { ...profile.metadata },
    created_at: toTimestamp(profile.createdAt),
  }
}
