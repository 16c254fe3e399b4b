import type { PolicyAnswer } from './policy-answer.ts'

export const policyExample: PolicyAnswer = {
  country: 'US',
  region: 'CA',
  regime: {
    key: 'us_ca_ccpa',
    name: 'California Consumer Privacy Act, as amended by the CPRA',
    authority: 'California Privacy Protection Agency; Attorney General of California',
    source:
      'https://leginfo.legislature.ca.gov/faces/codes_displayText.xhtml?lawCode=CIV&division=3.&title=1.81.5.&part=4.&chapter=&article=',
    effective_from: '2026-01-01',
  },
  model: 'opt_out',
  version: 6,
  purposes: [
    { key: 'analytics', version: 2, default: 'granted', asked: false },
    { key: 'marketing', version: 1, default: 'granted', asked: true },
  ],
  honors_gpc: true,
  gpc_purposes: ['marketing'],
  tcf_applies: false,
  gpp_sections: [7, 8],
  google_consent_mode_default: {
    ad_storage: 'granted',
    ad_user_data: 'granted',
    ad_personalization: 'granted',
    analytics_storage: 'granted',
    functionality_storage: 'denied',
    personalization_storage: 'denied',
    security_storage: 'granted',
  },
  banner: { show: false, surface: 'link', actions: ['reject_all', 'customize'] },
  renew_after: null,
  age_of_consent: 13,
  data_request: {
    deadline: 'P45D',
    extension: 'P45D',
    rights: ['access', 'erasure', 'rectification', 'portability', 'opt_out_sale', 'limit_sensitive'],
  },
  matched_by: 'region',
  candidates: ['us_ca_ccpa', 'us_federal', 'strictest'],
  fingerprint: 'J3n1QfZc2VqV0Z9n8m3R5bXo7T1kYw4Lh6uE2sGd0aM',
}
