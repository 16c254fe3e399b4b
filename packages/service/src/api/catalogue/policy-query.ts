import { z } from 'zod'
import { timeValue } from '../../http/request-values.ts'
import { refuseInvalid } from '../../kernel/refusal.ts'

/** What counts for a person of whom nothing else is known. */
export const placeElsewhere = 'as the geo header of your proxy says, else the strictest rules'

const message = 'This is a day (2027-01-01) or a time (2027-01-01T00:00:00Z, RFC 3339), 1970 to 2199.'

/** A day, or a moment: laws change at the beginning of a UTC day. */
export const atQuery = z
  .union([z.iso.date(), timeValue], { error: message })
  .optional()
  .describe('A day or a moment, past or to come: laws that start later start by themselves.')

const last = Date.UTC(2200, 0, 1)

/** Unix ms; `now` where nothing is asked. */
export function momentOf(at: string | undefined, now: number): number {
  if (at === undefined) return now
  const moment = Date.parse(at)
  if (Number.isNaN(moment) || moment < 0 || moment >= last)
    throw refuseInvalid([{ path: 'query.at', message }])
  return moment
}
