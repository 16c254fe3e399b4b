import { tcfLanguage } from '@assent/signals'
import { z } from 'zod'
import { prefersGzip } from '../../http/encoding.ts'
import type { Answer, Recipe } from '../../http/endpoint.ts'
import { languageValue } from '../../http/request-values.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Service } from '../../service.ts'
import type { HeldVendorList } from '../../signals/held-list.ts'
import type { ListOrigin } from '../../signals/lists.ts'
import { editionOf } from '../../signals/vendor-list-editions.ts'

const query = z.strictObject({
  version: z
    .string()
    .regex(/^(latest|[1-9]\d{0,3})$/, 'This is a number from 1 to 4095, or latest.')
    .refine((version) => !(Number(version) > 4095), 'No list has a number above 4095.')
    .optional()
    .describe('1 to 4095, or latest; left out: latest.'),
  language: languageValue.optional().describe('Texts in this language; left out: as published, in English.'),
  vendors: z
    .string()
    .max(6000)
    .regex(/^\d{1,5}(,\d{1,5})*$/, 'This is a list of numbers, such as 1,2,755.')
    .transform((text) => [...new Set(text.split(',').map(Number))].sort((a, b) => a - b))
    .optional()
    .describe('Only these vendors; numbers that the list does not have are passed over.'),
  strict: z
    .enum(['true', 'false', '1', '0'], 'This is true or false.')
    .transform((value) => value === 'true' || value === '1')
    .optional()
    .describe('Whether a language that is not held is refused; else the texts are English.'),
})
type Query = z.output<typeof query>

const listSchema = z.looseObject({
  gvlSpecificationVersion: z.int(),
  vendorListVersion: z.int(),
  tcfPolicyVersion: z.int(),
  lastUpdated: z.string(),
  purposes: z.record(z.string(), z.looseObject({})),
  vendors: z.record(z.string(), z.looseObject({ id: z.int() })),
})

export const readVendorList: Recipe<undefined, Query, undefined> = {
  operationId: 'readVendorList',
  tag: 'Signals',
  summary: 'Read the vendor list',
  description:
    "The vendor list of the TCF as IAB Europe publishes it, from this server's own copy: byte for byte, or with fewer vendors, or in another language. Members keep the spelling of the standard.",
  query,
  answers: {
    200: {
      description: 'The list itself, without an envelope.',
      schema: listSchema,
      example: {
        gvlSpecificationVersion: 3,
        vendorListVersion: 12,
        tcfPolicyVersion: 5,
        lastUpdated: '2026-11-19T16:00:05Z',
        purposes: { 1: { id: 1, name: 'Keep or read information on a device' } },
        vendors: {
          755: { id: 755, name: 'Exemplar Ads', purposes: [1, 3, 4], legIntPurposes: [2, 7, 9, 10] },
        },
      },
    },
  },
  refuses: ['vendor_list_not_found', 'translation_not_found', 'vendor_list_unavailable'],
  async run(service, { environment, headers, query }) {
    const { lists } = environment.catalogue.signals
    const held = await findVersion(service, lists, query.version)
    const translation = translationOf(service, lists, query)
    const edition = await editionOf(held, { vendors: query.vendors ?? null, translation })
    const isZipped = prefersGzip(headers)
    const coding: Record<string, string> = isZipped ? { 'Content-Encoding': 'gzip' } : {}
    return {
      status: 200,
      body: isZipped ? edition.gzip : edition.bytes,
      headers: {
        ...coding,
        // Two codings are two representations: each has its own strong tag (RFC 9110 section 8.8.3).
        ETag: `"${edition.sha256.slice(0, 27)}${isZipped ? '-gz' : ''}"`,
        'Cache-Control': cacheControl(service, lists, query, held),
        'Last-Modified': new Date(held.list.lastUpdatedMs).toUTCString(),
        'Content-Language': translation?.language ?? 'en',
        // Another environment may take its list from elsewhere.
        Vary: 'Authorization, Accept-Encoding, Origin',
      },
    } satisfies Answer
  },
}

async function findVersion(
  { lists }: Service,
  origin: ListOrigin,
  version: string | undefined,
): Promise<HeldVendorList> {
  const latest = lists.latestVendorList(origin)
  if (latest === undefined) throw new Refusal('vendor_list_unavailable', 'No vendor list is held.')
  if (version === undefined || version === 'latest') return latest
  const held = await lists.vendorList(origin, Number(version))
  if (held === undefined) throw new Refusal('vendor_list_not_found', 'This version of the list is not held.')
  return held
}

function translationOf({ lists }: Service, origin: ListOrigin, { language, strict }: Query) {
  const code = language === undefined ? undefined : tcfLanguage(language)?.toLowerCase()
  if (language === undefined || code === 'en') return null
  const document = code === undefined ? undefined : lists.translation(origin, code)
  if (code !== undefined && document !== undefined) return { language: code, document }
  if (strict === true)
    throw new Refusal('translation_not_found', 'No translation of the list into this language is held.')
  return null
}

const yearSeconds = 31_536_000
const sampleSeconds = 3600

/** The newest list for as long as its publisher has it kept, and no longer; what was archived does not change. */
function cacheControl(
  { lists, realClock }: Service,
  origin: ListOrigin,
  query: Query,
  held: HeldVendorList,
): string {
  const isArchived = held !== lists.latestVendorList(origin)
  if (isArchived && query.language === undefined) return `public, max-age=${yearSeconds}, immutable`
  const freshUntil = lists.freshUntil(origin)
  const left = freshUntil === null ? sampleSeconds : Math.floor((freshUntil - realClock.now()) / 1000)
  // A list past its time is served while the publisher is away; caches are to come back soon.
  return `public, max-age=${Math.max(left, 60)}`
}
