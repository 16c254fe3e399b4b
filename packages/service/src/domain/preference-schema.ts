import { z } from 'zod'
import { timestamp } from './consent-schema.ts'
import { sources } from './decision.ts'

export const preferenceValue = z
  .union([z.boolean(), z.string(), z.array(z.string())])
  .describe('true or false, the key of an option, or a list of them: by the type of the topic.')

/** Endpoint 3's answer. */
export const recordPreferencesAnswer = z.strictObject({
  id: z.string().regex(/^prf_[0-9A-Za-z]{43}$/),
  subject: z.strictObject({
    id: z
      .string()
      .regex(/^sub_[0-9A-Za-z]{22}$/)
      .nullable()
      .describe('null where nobody has proved the e-mail address yet.'),
    ref: z.string(),
  }),
  environment: z.enum(['test', 'live']),
  status: z.enum(['active', 'pending_confirmation']),
  preferences: z.array(
    z.strictObject({
      key: z.string(),
      channel: z.string().nullable(),
      value: preferenceValue,
      status: z.enum(['active', 'pending']),
      template_version: z.int(),
    }),
  ),
  language: z.string().nullable(),
  source: z.enum(sources),
  occurred_at: timestamp,
  recorded_at: timestamp,
  receipt: z
    .strictObject({ id: z.string().regex(/^rcp_[0-9A-Za-z]{43}$/), url: z.string() })
    .nullable()
    .describe('null where nobody has proved the e-mail address yet: the confirmation has a receipt.'),
})

const suffix = '00rPqXCN2ArqP3VVKfV4Mz0i6TBVSF8ZKq8nMrgPvC7'

export const recordPreferencesExample: z.output<typeof recordPreferencesAnswer> = {
  id: `prf_${suffix}`,
  subject: { id: 'sub_1B9iIuG6JLOPU2W0SBd0Lk', ref: 'anon_7f3kQ9xZpL2mW8vR4tY6bN' },
  environment: 'test',
  status: 'pending_confirmation',
  preferences: [
    { key: 'newsletter', channel: 'email', value: true, status: 'pending', template_version: 1 },
    { key: 'frequency', channel: null, value: 'weekly', status: 'active', template_version: 1 },
    { key: 'topics', channel: null, value: ['tours', 'repairs'], status: 'active', template_version: 1 },
  ],
  language: 'en',
  source: 'preference_center',
  occurred_at: '2026-11-21T09:00:00.000Z',
  recorded_at: '2026-11-21T09:00:00.123Z',
  receipt: { id: `rcp_${suffix}`, url: `/v1/receipts/rcp_${suffix}` },
}
