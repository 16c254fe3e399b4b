import { z } from 'zod'
import {
  bannerPurposes,
  isPutToPeople,
  momentOfCatalogue,
  planBanner,
  purposesOf,
} from '../../domain/banner-plan.ts'
import type { Catalogue } from '../../domain/catalogue.ts'
import { googleDefaultOf, googleSignals } from '../../domain/google-default.ts'
import { models, type Policy, placeMatches } from '../../domain/policy.ts'
import { isAsked } from '../../domain/purpose.ts'
import { defaults, unaskedDefault } from '../../domain/standing.ts'

export const decisionDefault = z.enum(defaults).describe('Where a person stands who decided nothing yet.')
export const googleDefaultSchema = z
  .record(z.enum(googleSignals), z.enum(defaults))
  .describe("The argument of gtag('consent', 'default', …), from the purposes mapped to each signal.")

export const policySchema = z.strictObject({
  country: z.string().nullable(),
  region: z.string().nullable(),
  regime: z.strictObject({
    key: z.string(),
    name: z.string(),
    authority: z.string(),
    source: z.string().describe('Where the law stands.'),
    effective_from: z.string().describe('The day from which this edition of it holds.'),
  }),
  model: z.enum(models).describe('What holds for advertising; each purpose has its own default.'),
  version: z.int().describe('Never goes down.'),
  purposes: z.array(
    z.strictObject({
      key: z.string(),
      version: z.int(),
      default: decisionDefault,
      asked: z.boolean().describe('Whether a choice must be put to people here, beforehand or as a way out.'),
    }),
  ),
  honors_gpc: z
    .boolean()
    .describe(
      'Whether Global Privacy Control is an opt-out by the law of the place; of a country alone: in any region of it.',
    ),
  gpc_purposes: z.array(z.string()).describe('The purposes that the signal then refuses.'),
  tcf_applies: z.boolean(),
  gpp_sections: z.array(z.int()),
  google_consent_mode_default: googleDefaultSchema,
  banner: z.strictObject({
    show: z.boolean(),
    surface: z
      .enum(['banner', 'link', 'notice', 'none'])
      .describe('What a page must offer: a question, a standing way out, a notice, or nothing.'),
    actions: z.array(z.enum(['accept_all', 'reject_all', 'customize', 'save'])),
  }),
  renew_after: z.string().nullable(),
  age_of_consent: z.int(),
  data_request: z.strictObject({
    deadline: z.string(),
    extension: z.string().nullable(),
    rights: z.array(z.string()),
  }),
  matched_by: z.enum(placeMatches),
  candidates: z.array(z.string()).describe('All laws that name the place, most specific first.'),
  fingerprint: z.string().describe('SHA-256 over what is asked here, base64url: records pin it.'),
})
export type PolicyAnswer = z.output<typeof policySchema>

/** A policy for the purposes of a catalogue. */
export function describePolicy(catalogue: Catalogue, policy: Policy): PolicyAnswer {
  const at = momentOfCatalogue(catalogue)
  const purposes = purposesOf(catalogue)
  const { show, surface, actions } = planBanner(
    bannerPurposes(catalogue),
    policy,
    catalogue.banner.layout,
    false,
  )
  return {
    country: policy.country,
    region: policy.region,
    regime: {
      key: policy.regime,
      name: policy.regimeName,
      authority: policy.authority,
      source: policy.source,
      effective_from: policy.effectiveFrom,
    },
    model: policy.model,
    version: policy.version,
    purposes: purposes.map(({ purpose, version }) => ({
      key: purpose.key,
      version: version.version,
      default: unaskedDefault([purpose], { policy, gpc: false, at }),
      asked: isPutToPeople(version, policy),
    })),
    honors_gpc: policy.gpcCategories.length > 0,
    gpc_purposes: purposes
      .filter(({ version }) => isAsked(version) && policy.gpcCategories.includes(version.category))
      .map(({ purpose }) => purpose.key),
    tcf_applies: policy.tcfApplies,
    gpp_sections: [...policy.gppSections],
    google_consent_mode_default: googleDefaultOf(purposes, policy, false, at),
    banner: { show, surface, actions: [...actions] },
    renew_after: policy.renewAfter,
    age_of_consent: policy.ageOfConsent,
    data_request: { ...policy.dataRequest, rights: [...policy.dataRequest.rights] },
    matched_by: policy.matchedBy === 'last_record' ? 'fallback' : policy.matchedBy,
    candidates: [...policy.candidates],
    fingerprint: policy.fingerprint,
  }
}
