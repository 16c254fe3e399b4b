import { z } from 'zod'
import { dataRequestTypes } from '../../domain/data-request.ts'

const code = (description: string) => z.string().max(64).nullish().describe(description)

const members = {
  type: z.enum(dataRequestTypes).describe('The right that is exercised.'),
  subject: z
    .strictObject({ ref: z.string().min(1).max(200).describe('Whom it is about.') })
    .nullish()
    .describe('The person, where the caller knows a ref of theirs.'),
  country: code('ISO 3166-1 alpha-2 country, or ISO 3166-2 (US-CA): whose law counts the days.'),
  region: code('ISO 3166-2 region of the country.'),
  requester: z
    .enum(['self', 'agent', 'guardian'])
    .default('self')
    .describe('Who asks: the person, somebody they authorised, or a guardian.'),
  received_at: z.iso
    .datetime({ offset: true, error: 'A time is RFC 3339, such as 2026-11-21T09:00:00.000Z.' })
    .nullish()
    .describe('When it reached the controller, if that was not just now.'),
  channel: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/, 'A channel is a short word in lower case, such as phone.')
    .nullish()
    .describe('How it came: phone, letter, email, …'),
  details: z
    .string()
    .max(4000)
    .refine((text) => !text.includes('\u0000'), 'This holds a NUL character.')
    .nullish()
    .describe('What the person wrote. Kept sealed, and gone after an erasure.'),
}

const email = z.string().min(3).max(254).describe('Where the person is written to.')

/** The body of endpoint 24. */
export const dataRequestBody = z.strictObject({ ...members, email: email.nullish() })

/** The body of endpoint 25: whoever sends it has proved nothing yet. */
export const portalRequestBody = z.strictObject({ ...members, email })

export type DataRequestBody = z.output<typeof dataRequestBody>
export type PortalRequestBody = z.output<typeof portalRequestBody>
