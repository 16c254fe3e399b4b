import type { Catalogue } from '../domain/catalogue.ts'
import type { Cookie } from '../domain/cookie.ts'
import type { CatalogueFile } from './catalogue-file.ts'

/** What can be published as it is, and is likely to be held against the project. */
export interface PlanWarning {
  /** Dotted, in the file. */
  readonly path: string
  readonly message: string
  readonly hint: string
}

/** CNIL, lignes directrices 2020-091, 52: thirteen months for trackers that measure an audience. */
const lifetimeMaxSeconds = 395 * 86_400

export function warnOf(file: CatalogueFile, { purposes, banner }: Catalogue): PlanWarning[] {
  return [
    ...(banner.links.privacy_policy === undefined
      ? [
          {
            path: 'controller.privacy_policy_url',
            message: 'is missing, so the banner has no link to read on',
            hint: 'Consent is informed (GDPR Art. 4(11), 13).',
          },
        ]
      : []),
    ...file.cookies.flatMap((cookie, index) =>
      warnOfCookie(cookie, purposes).map((warning) => ({ ...warning, path: `cookies.${index}` })),
    ),
  ]
}

function warnOfCookie(
  { name, purpose, max_age_seconds }: Cookie,
  purposes: Catalogue['purposes'],
): Omit<PlanWarning, 'path'>[] {
  const basis = purpose === null ? undefined : purposes.get(purpose)?.current.legal_basis
  const warnings: Omit<PlanWarning, 'path'>[] = []
  if (purpose === null)
    warnings.push({
      message: `${name} is tied to no purpose: nobody is asked about it`,
      hint: 'Name the purpose it serves, or stop setting it (ePrivacy Directive Art. 5(3)).',
    })
  if (basis === 'legitimate_interest')
    warnings.push({
      message: `${name} is stored on legitimate interest`,
      hint: 'ePrivacy Directive Art. 5(3) knows consent and strict necessity alone, where it applies (EDPB Guidelines 2/2023).',
    })
  if (basis === 'consent' && max_age_seconds !== null && max_age_seconds > lifetimeMaxSeconds)
    warnings.push({
      message: `${name} lives longer than thirteen months`,
      hint: 'CNIL, délibération 2020-091, names thirteen months as the longest it would call proportionate for measuring an audience.',
    })
  return warnings
}
