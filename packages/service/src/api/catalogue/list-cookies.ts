import { z } from 'zod'
import { type Cookie, cookieIdentity, cookieTypes } from '../../domain/cookie.ts'
import type { Recipe } from '../../http/endpoint.ts'
import { languageOf } from '../../http/language.ts'
import { limitQuery } from '../../http/page.ts'
import { publishedAnswer } from '../../http/published-answer.ts'
import { languageQuery } from '../../http/request-values.ts'
import { Refusal, refuseInvalid } from '../../kernel/refusal.ts'
import { describeDisclosure, disclosureSchema } from './device-storage-disclosure.ts'

const query = z.strictObject({
  purpose: z.string().max(64).optional().describe('Only what serves this purpose.'),
  ...languageQuery,
  format: z
    .enum(['json', 'iab'], 'A format is json or iab.')
    .default('json')
    .describe('`iab`: as a Device Storage & Operational Disclosure of IAB Europe, whole.'),
  limit: limitQuery.limit,
  cursor: z.string().max(1024).optional().describe('next_cursor of the page before.'),
})
type Query = z.output<typeof query>

const cookieSchema = z.strictObject({
  name: z.string(),
  pattern: z.boolean().describe('Whether * in the name stands for any characters.'),
  type: z.enum(cookieTypes),
  provider: z.string(),
  domain: z.string().nullable().describe("Null: the page's own."),
  purpose: z.string().nullable().describe('Null: not known yet.'),
  max_age_seconds: z.int().nullable().describe('Null: gone with the session, or kept until it is cleared.'),
  refreshes: z.boolean(),
  description: z.string(),
  last_seen_at: z.string().nullable(),
})
const page = z.strictObject({ data: z.array(cookieSchema), next_cursor: z.string().nullable() })

export const listCookies: Recipe<undefined, Query, undefined> = {
  operationId: 'listCookies',
  tag: 'Catalogue',
  summary: 'List the cookies',
  description:
    'What is stored on a device or read from it, by whom, for how long and for which purpose; by name, in one language.',
  query,
  variesBy: ['accept-language'],
  answers: {
    200: {
      description: 'A page of the list, or with format=iab the whole of it in their form.',
      schema: z.union([page, disclosureSchema]),
      example: {
        data: [
          {
            name: '_pk_id.*',
            pattern: true,
            type: 'cookie',
            provider: 'InnoCraft Limited (Matomo)',
            domain: null,
            purpose: 'analytics',
            max_age_seconds: 33955200,
            refreshes: false,
            description: 'Tells returning visitors from new ones.',
            last_seen_at: null,
          },
        ],
        next_cursor: null,
      },
    },
  },
  refuses: ['purpose_not_found'],
  run(_service, { environment, headers, query }) {
    const { catalogue } = environment
    const { purpose, format, limit, cursor } = query
    if (purpose !== undefined && !catalogue.purposes.has(purpose))
      throw new Refusal('purpose_not_found', 'The catalogue has no purpose of this name.')
    const language = languageOf(catalogue, query.language, headers)
    const after = readCursor(cursor)
    const cookies = catalogue.cookies.filter((each) => purpose === undefined || each.purpose === purpose)
    const document =
      format === 'iab'
        ? describeDisclosure(cookies, catalogue, language)
        : describePage(cookies, language, limit, after)
    return publishedAnswer(document, { language })
  },
}

/** By identity and not by number, so that no page skips one when the catalogue changes in between. */
function describePage(
  cookies: readonly Cookie[],
  language: string,
  limit: number,
  after: string | null,
): z.output<typeof page> {
  const rest = cookies
    .map((cookie) => ({ cookie, identity: cookieIdentity(cookie) }))
    .filter(({ identity }) => after === null || identity > after)
    .sort((one, other) => (one.identity < other.identity ? -1 : 1))
  const shown = rest.slice(0, limit)
  const last = shown.at(-1)
  return {
    data: shown.map(({ cookie }) => describeCookie(cookie, language)),
    next_cursor: last === undefined || shown.length === rest.length ? null : writeCursor(last.identity),
  }
}

function describeCookie(cookie: Cookie, language: string): z.output<typeof cookieSchema> {
  const { description, ...rest } = cookie
  return { ...rest, pattern: cookie.name.includes('*'), description: description[language] ?? '' }
}

function writeCursor(identity: string): string {
  return Buffer.from(identity).toString('base64url')
}

function readCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  const identity = Buffer.from(cursor, 'base64url').toString()
  if (writeCursor(identity) !== cursor || !/^[\x21-\x7e]+ [a-z_]+ \S*$/.test(identity))
    throw refuseInvalid([{ path: 'query.cursor', message: 'This is not a cursor that we gave out.' }])
  return identity
}
