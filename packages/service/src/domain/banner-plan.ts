import type { Banner, BannerButton } from './banner.ts'
import type { Catalogue } from './catalogue.ts'
import type { Policy } from './policy.ts'
import { isAsked, type Purpose, type PurposeCategory, type PurposeVersion } from './purpose.ts'

/** What a page has to put before people: a question, a standing way out, a notice, or nothing. */
export type BannerSurface = 'banner' | 'link' | 'notice' | 'none'

export const bannerReasons = [
  'consent_needed',
  'opt_out_offered',
  'gpc_honored',
  'notice_given',
  'nothing_to_ask',
] as const
export type BannerReason = (typeof bannerReasons)[number]

export interface BannerPlan {
  readonly show: boolean
  readonly surface: BannerSurface
  readonly reason: BannerReason
  readonly actions: readonly BannerButton[]
}

/** A purpose in the version that is published. */
export interface PurposeInForce {
  readonly purpose: Purpose
  readonly version: PurposeVersion
}

export function purposesOf(catalogue: Pick<Catalogue, 'purposes'>): PurposeInForce[] {
  return [...catalogue.purposes.values()].map((purpose) => ({ purpose, version: purpose.current }))
}

/** When all of a catalogue is in force (Unix ms): by it, what is shown depends on the catalogue and not on a clock. */
export function momentOfCatalogue(catalogue: Pick<Catalogue, 'purposes'>): number {
  return Math.max(0, ...purposesOf(catalogue).map(({ version }) => Date.parse(version.effective_from)))
}

/**
 * Whether a choice about the purpose is put to the person in this place: consent beforehand, or a way out. Where the
 * law is content with a notice, or with nothing, people may still refuse, but nobody has to ask them.
 */
export function isPutToPeople(version: PurposeVersion, { models }: Pick<Policy, 'models'>): boolean {
  const model = models[version.category]
  return isAsked(version) && (model === 'opt_in' || model === 'opt_out')
}

/**
 * Categories that a banner may ask about. An e-mail address and health data are given in a form, and that is where
 * they are asked for: one button must not answer for them too (GDPR Art. 9(2)(a), "explicit").
 */
const askedInForms: ReadonlySet<PurposeCategory> = new Set(['email_marketing', 'sensitive'])

/** What the banner lists: the purposes it names, else what a page needs and what it can ask about. */
export function bannerPurposes(
  catalogue: Pick<Catalogue, 'purposes'> & { readonly banner: Pick<Banner, 'purposes'> },
): PurposeInForce[] {
  const named = catalogue.banner.purposes
  return purposesOf(catalogue).filter(({ purpose, version }) =>
    named === null
      ? version.category === 'strictly_necessary' || (isAsked(version) && !askedInForms.has(version.category))
      : named.includes(purpose.key) || version.category === 'strictly_necessary',
  )
}

/** Whether, and how, people who decided nothing yet are asked. */
export function planBanner(
  purposes: readonly PurposeInForce[],
  policy: Pick<Policy, 'models' | 'gpcCategories'>,
  layout: { readonly first_layer: readonly BannerButton[] },
  gpc: boolean,
): BannerPlan {
  const asked = purposes.filter(({ version }) => isAsked(version))
  const isSignalled = ({ version }: PurposeInForce) => gpc && policy.gpcCategories.includes(version.category)
  // Legitimate interest waits for nobody: it is told of, and open to objection, wherever the rest is asked.
  const waiting = asked.filter(
    ({ version }) => version.legal_basis === 'consent' && policy.models[version.category] === 'opt_in',
  )
  // A signal is an answer: to ask for its opposite at once would be to ask until people tire.
  if (waiting.some((one) => !isSignalled(one)))
    return { show: true, surface: 'banner', reason: 'consent_needed', actions: layout.first_layer }
  const hasWayOut = asked.some(({ version }) => isPutToPeople(version, policy))
  if (hasWayOut)
    return {
      show: false,
      surface: 'link',
      reason: asked.some(isSignalled) ? 'gpc_honored' : 'opt_out_offered',
      actions: ['reject_all', 'customize'],
    }
  if (asked.some(({ version }) => policy.models[version.category] === 'notice'))
    return { show: false, surface: 'notice', reason: 'notice_given', actions: [] }
  return { show: false, surface: 'none', reason: 'nothing_to_ask', actions: [] }
}
