import { z } from 'zod'

/** Values that requests of several operations hold, each in its one form; contract sections 1 and 5. */

export const refValue = z
  .string()
  .min(1)
  .max(200)
  .describe(
    'The person: an anonymous ref (anon_…), an identifier (email:…), a subject id or your own reference.',
  )

export const timeValue = z.iso.datetime({
  offset: true,
  error: 'A time is RFC 3339, such as 2026-11-21T09:00:00.000Z.',
})

const endOfYear9999 = 253_402_300_800_000

/** An offset can carry a time out of the years that RFC 3339, and the database, can write. */
export const timeToCompare = timeValue.refine((text) => {
  const ms = Date.parse(text)
  // What is no time at all has been told.
  return Number.isNaN(ms) || (ms >= 0 && ms < endOfYear9999)
}, 'A time lies in 1970 to 9999.')

export const languageValue = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'A language is a BCP 47 tag such as de or pt-BR.')

export const purposeKey = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/, 'A purpose key is lower case: a-z, 0-9 and _.')

export const booleanQuery = z
  .enum(['true', 'false'], 'This is true or false.')
  .transform((value) => value === 'true')

/** `elsewhere`: what counts where the country is left out. */
export function placeQuery(elsewhere: string) {
  return {
    country: z
      .string()
      .max(64)
      .optional()
      .describe(`ISO 3166-1 country, or ISO 3166-2 (US-CA); left out: ${elsewhere}.`),
    region: z.string().max(64).optional().describe('ISO 3166-2 region of the country.'),
  }
}

/** Members of a body, which may say null for what they do not know. */
export const placeMembers = {
  country: z
    .string()
    .max(64)
    .nullish()
    .describe('ISO 3166-1 alpha-2 country, or ISO 3166-2 (US-CA): whose law counts.'),
  region: z.string().max(64).nullish().describe('ISO 3166-2 region of the country.'),
}

export const languageQuery = {
  language: z
    .string()
    .max(64)
    .optional()
    .describe('BCP 47; else Accept-Language, else the default of the catalogue.'),
}
