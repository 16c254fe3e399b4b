import { z } from 'zod'
import { cookieIdentity, cookieTypes } from '../domain/cookie.ts'
import { languageTag, purposeKey } from './purpose-entry.ts'
import { shownText } from './shown-text.ts'

const cookieEntry = z.strictObject({
  name: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 visible ASCII characters')
    .describe('Its name, or the address of a pixel; * stands for any characters, as in _pk_id.*'),
  type: z.enum(cookieTypes).default('cookie').describe('Where it lies.'),
  provider: shownText(200).describe('Who sets or reads it, by name.'),
  domain: z
    .string()
    .regex(/^\.?([a-z0-9_-]+\.)+[a-z0-9-]+$/, 'is not a domain such as .shop.example')
    .nullable()
    .default(null)
    .describe("The domain it belongs to; left out: the page's own."),
  purpose: purposeKey
    .nullable()
    .default(null)
    .describe('The purpose of this file that it serves; left out: not known yet, and warned about.'),
  max_age_seconds: z
    .int()
    .min(0)
    .max(315_576_000)
    .nullable()
    .default(null)
    .describe('How long it lives; left out: as long as the session, or until it is cleared.'),
  refreshes: z.boolean().default(false).describe('Whether each visit starts its time anew.'),
  description: z
    .record(languageTag, shownText(500))
    .describe('What it is for, in plain words, in every language of this file (GDPR Art. 13).'),
  last_seen_at: z.iso
    .datetime('is not a time such as 2026-11-21T09:00:00.000Z')
    .nullable()
    .default(null)
    .describe('When a scan last met it.'),
})

export const cookieEntries = z
  .array(cookieEntry)
  .max(1000, 'holds more than 1000 cookies')
  .superRefine((cookies, context) => {
    const seen = new Map<string, number>()
    cookies.forEach((cookie, index) => {
      const identity = cookieIdentity(cookie)
      const first = seen.get(identity)
      if (first !== undefined)
        context.addIssue({
          code: 'custom',
          path: [index],
          message: `is there already, as entry ${first + 1}`,
          params: { hint: 'One name, type and domain is one cookie: keep one of the two.' },
        })
      else seen.set(identity, index)
    })
  })
