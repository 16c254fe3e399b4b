import { z } from 'zod'
import { sources } from '../../domain/decision.ts'

const topicKey = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'A topic is lower case: a-z, 0-9 and _.')

/** The body of endpoint 3. Which topics, channels and values there are, the preference template says. */
export const recordPreferencesBody = z.strictObject({
  subject: z.strictObject({
    ref: z
      .string()
      .min(1)
      .max(200)
      .describe(
        'The person: an anonymous ref (anon_…), an identifier (email:…), a subject id or your own reference.',
      ),
  }),
  preferences: z
    .array(
      z.strictObject({
        key: topicKey.describe('A topic of the preference template.'),
        channel: z
          .string()
          .max(64)
          .nullish()
          .describe('Where the topic has several channels: which of them.'),
        value: z
          .union([z.boolean(), topicKey, z.array(topicKey).max(100)])
          .describe('true or false, the key of an option, or a list of them: by the type of the topic.'),
      }),
    )
    .min(1, 'At least one preference.')
    .max(100, 'At most 100 preferences in a record.')
    .describe('What is set. What is not named stays as it is.'),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'A language is a BCP 47 tag such as de or pt-BR.')
    .nullish()
    .describe('BCP 47 language in which the person was asked.'),
  source: z.enum(sources).default('api').describe('Where it was set.'),
  occurred_at: z.iso
    .datetime({ offset: true, error: 'A time is RFC 3339, such as 2026-11-21T09:00:00.000Z.' })
    .nullish()
    .describe('When it happened, if that was not just now.'),
})

export type RecordPreferencesBody = z.output<typeof recordPreferencesBody>
