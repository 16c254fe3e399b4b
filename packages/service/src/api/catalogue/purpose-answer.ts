import { z } from 'zod'
import {
  isRequired,
  legalBases,
  type Purpose,
  type PurposeVersion,
  purposeCategories,
  versionAt,
} from '../../domain/purpose.ts'
import { defaults, unaskedDefault } from '../../domain/standing.ts'
import type { Call } from '../../http/endpoint.ts'
import { languageOf } from '../../http/language.ts'
import { placeOf } from '../../http/place.ts'
import { languageQuery, placeQuery } from '../../http/request-values.ts'
import type { Service } from '../../service.ts'
import { placeElsewhere } from './policy-query.ts'

export const purposeQuery = z.strictObject({ ...languageQuery, ...placeQuery(placeElsewhere) })
export type PurposeQuery = z.output<typeof purposeQuery>

export const purposeSchema = z.strictObject({
  key: z.string(),
  version: z.int(),
  name: z.string(),
  description: z.string(),
  category: z.enum(purposeCategories),
  legal_basis: z.enum(legalBases),
  required: z.boolean().describe('True where no choice of the person can stop the processing.'),
  default: z.enum(defaults).describe('Where a person stands who was never asked, by the law of the place.'),
  valid_for: z.string().nullable().describe('ISO 8601 duration after which a grant must be asked for again.'),
  controllers: z.array(z.string()),
  recipients: z.array(z.string()),
  data_categories: z.array(z.string()),
  retention: z.string().nullable(),
  mappings: z.strictObject({
    tcf_purposes: z.array(z.int()),
    tcf_special_features: z.array(z.int()),
    google_consent_mode: z.array(z.string()),
    gpp: z.array(z.string()),
  }),
  text_hash: z.string().describe('SHA-256 of the text in this language, base64url.'),
  effective_from: z.string(),
})

export type PurposeAnswer = z.output<typeof purposeSchema>

/** A purpose as its readers get it: the version in force, in the language and by the law they asked for. */
export interface DescribedPurpose {
  readonly version: PurposeVersion
  readonly answer: PurposeAnswer
}

/** Describes purposes for one request, whose language and place are read once. */
export function purposeReader(
  service: Service,
  call: Call<unknown, PurposeQuery, unknown>,
): { readonly language: string; describe(purpose: Purpose): DescribedPurpose } {
  const { catalogue, policies } = call.environment
  const at = service.clock.now()
  const language = languageOf(catalogue, call.query.language, call.headers)
  const policy = policies.resolve({ ...placeOf(service.config, call, call.query, 'query.'), at })
  return {
    language,
    describe(purpose) {
      const version = versionAt(purpose, at) ?? purpose.current
      const unasked = unaskedDefault([purpose], { policy, gpc: false, at })
      return { version, answer: describeVersion(version, language, unasked) }
    },
  }
}

function describeVersion(
  version: PurposeVersion,
  language: string,
  unasked: PurposeAnswer['default'],
): PurposeAnswer {
  const text = version.texts[language]
  if (text === undefined) throw new Error('a purpose without a text in a language of its catalogue')
  return {
    key: version.key,
    version: version.version,
    name: text.name,
    description: text.description,
    category: version.category,
    legal_basis: version.legal_basis,
    required: isRequired(version),
    default: unasked,
    valid_for: version.valid_for,
    controllers: [...version.controllers],
    recipients: [...version.recipients],
    data_categories: [...version.data_categories],
    retention: version.retention,
    mappings: {
      tcf_purposes: [...version.mappings.tcf_purposes],
      tcf_special_features: [...version.mappings.tcf_special_features],
      google_consent_mode: [...version.mappings.google_consent_mode],
      gpp: [...version.mappings.gpp],
    },
    text_hash: version.text_hashes[language] ?? '',
    effective_from: version.effective_from,
  }
}

export const purposeExample: PurposeAnswer = {
  key: 'analytics',
  version: 2,
  name: 'Measuring how the shop is used',
  description: 'We count visits and see which pages help.',
  category: 'analytics',
  legal_basis: 'consent',
  required: false,
  default: 'denied',
  valid_for: 'P12M',
  controllers: ['Example Shop GmbH'],
  recipients: ['Example Analytics Ltd'],
  data_categories: ['usage data', 'device data'],
  retention: '14 months',
  mappings: {
    tcf_purposes: [8],
    tcf_special_features: [],
    google_consent_mode: ['analytics_storage'],
    gpp: [],
  },
  text_hash: 'qL8R4QIcQ_ZsRqOAbeRfcZhilN_MksRtDaErMA6qq3w',
  effective_from: '2026-11-21T09:00:00.000Z',
}
