import { z } from 'zod'
import { languageValue } from '../../http/request-values.ts'

export const sendConfirmationBody = z.strictObject({
  subject: z.strictObject({ ref: z.string().max(200) }).describe('Whose preferences; see "Subjects".'),
  email: z
    .string()
    .max(320)
    .nullish()
    .describe(
      'Where to write to; left out: the address in an `email:` ref. One plain address, without a name.',
    ),
  preferences: z
    .array(z.string().max(64))
    .min(1, 'Name at least one topic.')
    .max(50, 'At most 50 topics.')
    .describe(
      'Keys of topics with double opt-in; what waits for confirmation of each, else each switched on.',
    ),
  redirect_url: z
    .string()
    .max(2048)
    .nullish()
    .describe(
      'Where the person may go on to afterwards: one of redirect_urls in the catalogue, letter by letter.',
    ),
  language: languageValue.nullish().describe('Of mail and page, BCP 47; left out: by Accept-Language.'),
})

export type SendConfirmationBody = z.output<typeof sendConfirmationBody>

export const sendConfirmationAnswer = z.strictObject({
  id: z.string().regex(/^cft_[0-9A-Za-z]{43}$/),
  status: z.literal('sent'),
  channel: z.literal('email'),
  expires_at: z.iso
    .datetime({ precision: 3 })
    .describe('If the mail goes out now; counted from when it does.'),
})

export const sendConfirmationExample: z.output<typeof sendConfirmationAnswer> = {
  id: 'cft_00rPqXCN2ArqP3VVKfV4Mz0i6TBVSF8ZKq8nMrgPvC7',
  status: 'sent',
  channel: 'email',
  expires_at: '2026-11-23T09:00:00.000Z',
}
