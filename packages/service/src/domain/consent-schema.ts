import { z } from 'zod'
import { decisionValues, sources } from './decision.ts'
import { models, placeMatches } from './policy.ts'
import { legalBases } from './purpose.ts'

export const timestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** Endpoint 1's answer, and the core of each entry of a history. */
export const recordConsentAnswer = z.strictObject({
  id: z.string().regex(/^cns_[0-9A-Za-z]{43}$/),
  subject: z.strictObject({ id: z.string().regex(/^sub_[0-9A-Za-z]{22}$/), ref: z.string() }),
  environment: z.enum(['test', 'live']),
  purposes: z.record(
    z.string(),
    z.strictObject({
      decision: z.enum(decisionValues),
      version: z.int(),
      legal_basis: z.enum(legalBases),
      expires_at: timestamp.nullable(),
    }),
  ),
  policy: z.strictObject({
    regime: z.string(),
    country: z.string().nullable(),
    region: z.string().nullable(),
    model: z.enum(models),
    matched_by: z.enum(placeMatches),
    version: z.int(),
  }),
  language: z.string().nullable(),
  source: z.enum(sources),
  gpc: z.boolean(),
  occurred_at: timestamp,
  recorded_at: timestamp,
  receipt: z.strictObject({ id: z.string().regex(/^rcp_[0-9A-Za-z]{43}$/), url: z.string() }),
})

const suffix = '00rPqXCN2ArqP3VVKfV4Mz0i6TBVSF8ZKq8nMrgPvC7'

export const recordConsentExample: z.output<typeof recordConsentAnswer> = {
  id: `cns_${suffix}`,
  subject: { id: 'sub_1B9iIuG6JLOPU2W0SBd0Lk', ref: 'anon_7f3kQ9xZpL2mW8vR4tY6bN' },
  environment: 'test',
  purposes: {
    analytics: {
      decision: 'granted',
      version: 2,
      legal_basis: 'consent',
      expires_at: '2027-11-21T09:00:00.000Z',
    },
    marketing_email: { decision: 'denied', version: 1, legal_basis: 'consent', expires_at: null },
  },
  policy: { regime: 'gdpr', country: 'DE', region: null, model: 'opt_in', matched_by: 'country', version: 2 },
  language: 'de',
  source: 'banner',
  gpc: false,
  occurred_at: '2026-11-21T09:00:00.000Z',
  recorded_at: '2026-11-21T09:00:00.123Z',
  receipt: { id: `rcp_${suffix}`, url: `/v1/receipts/rcp_${suffix}` },
}
