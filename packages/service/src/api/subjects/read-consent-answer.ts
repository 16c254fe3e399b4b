import { z } from 'zod'
import { matches, models } from '../../domain/policy.ts'
import { legalBases } from '../../domain/purpose.ts'
import { reasons, statuses } from '../../domain/standing.ts'

const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

export const readConsentAnswer = z.strictObject({
  subject: z.strictObject({ id: z.string(), ref: z.string() }),
  as_of: time,
  policy: z.strictObject({
    regime: z.string(),
    model: z.enum(models),
    country: z.string().nullable(),
    region: z.string().nullable(),
    matched_by: z.enum(matches),
  }),
  purposes: z.record(
    z.string(),
    z.strictObject({
      status: z.enum(statuses),
      allowed: z.boolean().describe('May I process for this purpose now?'),
      reason: z.enum(reasons).describe('Why.'),
      version: z.int().nullable().describe('The version that was decided on.'),
      current_version: z.int(),
      needs_renewal: z.boolean(),
      legal_basis: z.enum(legalBases),
      decided_at: time.nullable(),
      expires_at: time.nullable(),
      record: z.string().nullable(),
      receipt: z.string().nullable(),
    }),
  ),
})

const suffix = '00rPqXCN2ArqP3VVKfV4Mz0i6TBVSF8ZKq8nMrgPvC7'

export const readConsentExample: z.output<typeof readConsentAnswer> = {
  subject: { id: 'sub_1B9iIuG6JLOPU2W0SBd0Lk', ref: 'anon_7f3kQ9xZpL2mW8vR4tY6bN' },
  as_of: '2026-11-21T09:00:01.000Z',
  policy: { regime: 'gdpr', model: 'opt_in', country: 'DE', region: null, matched_by: 'last_record' },
  purposes: {
    analytics: {
      status: 'granted',
      allowed: true,
      reason: 'explicit_consent',
      version: 2,
      current_version: 2,
      needs_renewal: false,
      legal_basis: 'consent',
      decided_at: '2026-11-21T09:00:00.000Z',
      expires_at: '2027-11-21T09:00:00.000Z',
      record: `cns_${suffix}`,
      receipt: `rcp_${suffix}`,
    },
  },
}
