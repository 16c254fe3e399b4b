import { z } from 'zod'
import { refuseInvalid } from '../../kernel/refusal.ts'

export const placeQuery = {
  country: z
    .string()
    .max(64)
    .optional()
    .describe(
      'ISO 3166-1 country, or ISO 3166-2 (US-CA); left out: as the geo header of your proxy says, else the strictest rules.',
    ),
  region: z.string().max(64).optional().describe('ISO 3166-2 region of the country.'),
}

export const languageQuery = {
  language: z
    .string()
    .max(64)
    .optional()
    .describe('BCP 47; else Accept-Language, else the default of the catalogue.'),
}

export const booleanQuery = z
  .enum(['true', 'false'], 'This is true or false.')
  .transform((value) => value === 'true')

const message = 'This is a day (2027-01-01) or a time (2027-01-01T00:00:00Z, RFC 3339), 1970 to 2199.'

/** A day, or a moment: laws change at the beginning of a UTC day. */
export const atQuery = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], { error: message })
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
