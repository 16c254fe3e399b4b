import type { Banner } from '../domain/banner.ts'
import { type BannerEntry, bannerEntry } from './banner-entry.ts'

/** A banner as a file has it, or the built-in one; complete, so that no later default changes what was published. */
export function publishBanner(entry: BannerEntry | undefined, privacyPolicyUrl: string | null): Banner {
  const { layout, theme, texts, links, purposes } = entry ?? bannerEntry.parse({})
  return { layout, theme, texts, links: linksOf(links, privacyPolicyUrl), purposes: purposes ?? null }
}

function linksOf(
  { privacy_policy, imprint, cookies }: BannerEntry['links'],
  privacyPolicyUrl: string | null,
) {
  const policy = privacy_policy ?? privacyPolicyUrl ?? undefined
  return {
    ...(policy === undefined ? {} : { privacy_policy: policy }),
    ...(imprint === undefined ? {} : { imprint }),
    ...(cookies === undefined ? {} : { cookies }),
  }
}

/** Of a catalogue that was published before there were banners. */
export const builtInBanner: Banner = publishBanner(undefined, null)
