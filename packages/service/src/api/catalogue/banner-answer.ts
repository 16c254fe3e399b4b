import { z } from 'zod'
import { documentHash } from '../../catalogue/canonical-document.ts'
import { bannerButtons, bannerLinks, directionOf } from '../../domain/banner.ts'
import {
  bannerPurposes,
  bannerReasons,
  isPutToPeople,
  momentOfCatalogue,
  planBanner,
  purposesOf,
} from '../../domain/banner-plan.ts'
import { bannerTextOf } from '../../domain/banner-text.ts'
import type { Catalogue } from '../../domain/catalogue.ts'
import { googleDefaultOf } from '../../domain/google-default.ts'
import { matches, models, type Policy } from '../../domain/policy.ts'
import { isRequired, legalBases, purposeCategories } from '../../domain/purpose.ts'
import { unaskedDefault } from '../../domain/standing.ts'
import { decisionDefault, googleDefaultSchema } from './policy-answer.ts'

const button = z.enum(bannerButtons)
const colours = { background: z.string(), text: z.string() }

export const bannerSchema = z.strictObject({
  id: z.string().describe('What a consent record names as its notice.'),
  version: z.int().describe('Of the catalogue: the same version and language, the same words.'),
  language: z.string(),
  show: z.boolean().describe('Whether people who decided nothing yet are asked here.'),
  reason: z.enum(bannerReasons),
  policy: z.strictObject({
    regime: z.string(),
    country: z.string().nullable(),
    region: z.string().nullable(),
    model: z.enum(models),
    matched_by: z.enum(matches),
    version: z.int(),
  }),
  content: z.strictObject({
    title: z.string(),
    body: z.string(),
    buttons: z.strictObject({
      accept_all: z.string(),
      reject_all: z.string(),
      customize: z.string(),
      save: z.string(),
    }),
    links: z.array(z.strictObject({ kind: z.enum(bannerLinks), label: z.string(), url: z.string() })),
  }),
  layout: z.strictObject({
    kind: z.enum(['bar', 'box', 'dialog']),
    position: z.enum(['bottom', 'top', 'center', 'start', 'end']),
    direction: z.enum(['ltr', 'rtl']).describe('Which way the language is written.'),
    first_layer: z.array(button).describe('The buttons people see first, in this order.'),
  }),
  theme: z.strictObject({
    ...colours,
    link: z.string(),
    radius: z.int(),
    buttons: z.record(button, z.strictObject(colours)),
  }),
  purposes: z.array(
    z.strictObject({
      key: z.string(),
      version: z.int(),
      name: z.string(),
      description: z.string(),
      category: z.enum(purposeCategories),
      legal_basis: z.enum(legalBases),
      required: z.boolean(),
      default: decisionDefault,
      asked: z.boolean(),
      text_hash: z.string(),
    }),
  ),
  google_consent_mode: z.strictObject({ default: googleDefaultSchema }),
  tcf_applies: z.boolean(),
  gpp_sections: z.array(z.int()),
  hash: z.string().describe('SHA-256 over the canonical form (RFC 8785) of all of the above, base64url.'),
})
export type BannerAnswer = z.output<typeof bannerSchema>

/** Everything a page needs to ask, for one place, language and signal. */
export function describeBanner(
  catalogue: Catalogue,
  policy: Policy,
  language: string,
  gpc: boolean,
): BannerAnswer {
  const { banner, version } = catalogue
  const at = momentOfCatalogue(catalogue)
  const listed = bannerPurposes(catalogue)
  const { show, reason } = planBanner(listed, policy, banner.layout, gpc)
  const { title, body, buttons, links } = bannerTextOf(
    banner.texts[language],
    language,
    catalogue.controller.name,
  )
  const document = {
    id: `bnr_${version}:${language}`,
    version,
    language,
    show,
    reason,
    policy: {
      regime: policy.regime,
      country: policy.country,
      region: policy.region,
      model: policy.model,
      matched_by: policy.matchedBy,
      version: policy.version,
    },
    content: {
      title,
      body,
      buttons: { ...buttons },
      links: bannerLinks.flatMap((kind) => {
        const url = banner.links[kind]
        return url === undefined ? [] : [{ kind, label: links[kind], url }]
      }),
    },
    layout: {
      ...banner.layout,
      direction: directionOf(language),
      first_layer: [...banner.layout.first_layer],
    },
    theme: banner.theme,
    purposes: listed.map(({ purpose, version: current }) => ({
      key: purpose.key,
      version: current.version,
      name: current.texts[language]?.name ?? '',
      description: current.texts[language]?.description ?? '',
      category: current.category,
      legal_basis: current.legal_basis,
      required: isRequired(current),
      default: unaskedDefault([purpose], { policy, gpc, at }),
      asked: isPutToPeople(current, policy),
      text_hash: current.text_hashes[language] ?? '',
    })),
    google_consent_mode: { default: googleDefaultOf(purposesOf(catalogue), policy, gpc, at) },
    tcf_applies: policy.tcfApplies,
    gpp_sections: [...policy.gppSections],
  }
  return { ...document, hash: documentHash(document) }
}
