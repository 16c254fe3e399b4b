import { z } from 'zod'
import { sources } from '../../domain/decision.ts'
import { languageValue, refValue, timeValue } from '../../http/request-values.ts'

const topicKey = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'A topic is lower case: a-z, 0-9 and _.')

/** The body of endpoint 3. Which topics, channels and values there are, the preference template says. */
export const recordPreferencesBody = z.strictObject({
  subject: z.strictObject({
    ref: refValue,
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
  language: languageValue.nullish().describe('BCP 47 language in which the person was asked.'),
  source: z.enum(sources).default('api').describe('Where it was set.'),
  occurred_at: timeValue.nullish().describe('When it happened, if that was not just now.'),
})

export type RecordPreferencesBody = z.output<typeof recordPreferencesBody>
