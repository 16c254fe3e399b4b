import { z } from 'zod'
import type { Uuid } from '../kernel/id.ts'
import { refuseInvalid } from '../kernel/refusal.ts'

/** Lists go on from the last row they showed, never from a count (contract section 1). */
export const limitQuery = {
  limit: z
    .string()
    .regex(/^[0-9]{1,3}$/, 'A limit is a number from 1 to 200.')
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= 200, 'A limit is a number from 1 to 200.')
    .default(50)
    .describe('How many at most: 1 to 200.'),
  cursor: z.string().max(64).optional().describe('next_cursor of the page before.'),
}

export function writeCursor(last: Uuid): string {
  return Buffer.from(last, 'hex').toString('base64url')
}

export function readCursor(cursor: string | undefined): Uuid | null {
  if (cursor === undefined) return null
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.length !== 16 || bytes.toString('base64url') !== cursor)
    throw refuseInvalid([{ path: 'query.cursor', message: 'This is not a cursor that we gave out.' }])
  return bytes.toString('hex') as Uuid
}
