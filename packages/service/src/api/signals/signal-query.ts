import { z } from 'zod'
import { refuseInvalid } from '../../kernel/refusal.ts'

export const refQuery = z
  .string()
  .min(1)
  .max(200)
  .describe(
    'The person: an anonymous ref (anon_…), an identifier (email:…), a subject id or your own reference.',
  )

/** What endpoints 17 to 20 have in common. */
export const signalQuery = {
  country: z
    .string()
    .max(64)
    .optional()
    .describe('ISO 3166-1 country, or ISO 3166-2 (US-CA); left out: of the last record, else the strictest.'),
  region: z.string().max(64).optional().describe('ISO 3166-2 region of the country.'),
  gpc: z
    .enum(['true', 'false'], 'This is true or false.')
    .transform((value) => value === 'true')
    .optional()
    .describe(
      'Whether the browser sends Global Privacy Control now; left out: its Sec-GPC header, else the last record.',
    ),
  at: z.iso
    .datetime({ offset: true, error: 'A time is RFC 3339, such as 2026-11-21T09:00:00.000Z.' })
    .optional()
    .describe('The signal as it was at this time; only with a secret key.'),
}

/** Names separated by commas, each of them known. */
export function nameList<Name extends string>(names: readonly Name[]) {
  return z
    .string()
    .max(200)
    .transform((text, context): Name[] => {
      const given = text.split(',')
      const strange = given.filter((name) => !names.some((known) => known === name))
      if (strange.length > 0)
        context.addIssue({ code: 'custom', message: `This is a list of ${names.join(', ')}.` })
      return names.filter((name) => given.includes(name))
    })
}

/** Unix ms of a time in the past. */
export function pastMoment(at: string, now: number): number {
  const time = Date.parse(at)
  if (Number.isNaN(time) || time < 0 || time > now)
    throw refuseInvalid([{ path: 'query.at', message: 'This must be a time in the past.' }])
  return time
}
