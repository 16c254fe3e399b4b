import { z } from 'zod'
import type { Catalogue } from '../../domain/catalogue.ts'
import type { Cookie } from '../../domain/cookie.ts'

/** IAB Europe, "Vendor Device Storage & Operational Disclosures", version 1.1: their spelling, not ours. */
export const disclosureSchema = z.strictObject({
  disclosures: z.array(
    z.strictObject({
      identifier: z.string(),
      type: z.enum(['cookie', 'web', 'app']),
      maxAgeSeconds: z.int().nullable().describe('0 for a session cookie; null where nothing ends it.'),
      cookieRefresh: z.boolean(),
      domains: z.array(z.string()),
      purposes: z.array(z.int()).describe('TCF purposes; without 1 it needs no consent.'),
      description: z.string(),
    }),
  ),
  domains: z.array(z.strictObject({ domain: z.string(), use: z.string() })),
  sdks: z.array(z.strictObject({ name: z.string() })).describe('Always empty: this is about pages.'),
})

/** What stores is a disclosure, what only sends (a pixel) is a domain and its use. */
export function describeDisclosure(
  cookies: readonly Cookie[],
  { purposes }: Catalogue,
  language: string,
): z.output<typeof disclosureSchema> {
  return {
    disclosures: cookies
      .filter(({ type }) => type !== 'pixel')
      .map((cookie) => ({
        identifier: cookie.name,
        type: cookie.type === 'cookie' ? 'cookie' : 'web',
        maxAgeSeconds: cookie.max_age_seconds ?? (cookie.type === 'cookie' ? 0 : null),
        cookieRefresh: cookie.refreshes,
        domains: [cookie.domain ?? '*'],
        purposes: tcfPurposes(cookie),
        description: cookie.description[language] ?? '',
      })),
    domains: cookies
      .filter(({ type }) => type === 'pixel')
      .map(({ domain, name, description }) => ({
        domain: domain ?? URL.parse(name)?.hostname ?? '*',
        use: description[language] ?? '',
      })),
    sdks: [],
  }

  /** Purpose 1 is storing itself: named wherever consent is what allows it. */
  function tcfPurposes({ purpose }: Cookie): number[] {
    const served = purpose === null ? undefined : purposes.get(purpose)?.current
    if (served === undefined || served.legal_basis !== 'consent') return []
    return [...new Set([1, ...served.mappings.tcf_purposes])]
  }
}
