import { z } from 'zod'
import { dataRequestTypes } from '../../domain/data-request.ts'
import { placeMembers, refValue, timeValue } from '../../http/request-values.ts'

const members = {
  type: z.enum(dataRequestTypes).describe('The right that is exercised.'),
  subject: z
    .strictObject({ ref: refValue })
    .nullish()
    .describe('The person, where the caller knows a ref of theirs.'),
  ...placeMembers,
  requester: z
    .enum(['self', 'agent', 'guardian'])
    .default('self')
    .describe('Who asks: the person, somebody they authorised, or a guardian.'),
  received_at: timeValue.nullish().describe('When it reached the controller, if that was not just now.'),
  channel: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/, 'A channel is a short word in lower case, such as phone.')
    .nullish()
    .describe('How it came: phone, letter, email, …'),
  details: z
    .string()
    .max(4000)
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
