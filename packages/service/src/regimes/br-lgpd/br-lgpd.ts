import { law, type Regime, type RegimeEdition } from '../regime.ts'

const lgpd = 'https://www.planalto.gov.br/ccivil_03/_ato2015-2018/2018/lei/l13709.htm'
const guide =
  'https://www.gov.br/anpd/pt-br/documentos-e-publicacoes/guia-orientativo-cookies-e-protecao-de-dados-pessoais.pdf'

const first = {
  version: 1,
  effectiveFrom: '2020-09-18',
  models: {
    strictly_necessary: 'none',
    // Legitimate interest (Art. 7, IX) with the right to oppose (Art. 18, § 2).
    functional: 'opt_out',
    analytics: 'opt_out',
    // ANPD’s guide: consent, for legitimate interest will hardly carry behavioural advertising.
    advertising: 'opt_in',
    // Art. 7, § 5: a consent of its own before sharing with other controllers.
    sale_or_sharing: 'opt_in',
    // Art. 11, I: specific and highlighted.
    sensitive: 'opt_in',
    profiling: 'opt_in',
    email_marketing: 'opt_out',
  },
  gpcCategories: [],
  renewAfter: null,
  // Art. 14, § 1 with ECA Art. 2: a child is under twelve.
  ageOfConsent: 12,
  dataRequest: {
    deadline: 'P15D',
    extension: null,
    rights: [
      'access',
      'erasure',
      'rectification',
      'portability',
      'restriction',
      'objection',
      'withdraw_consent',
      'complaint',
    ],
  },
  requestTiming: { clock: 'receipt', movesOffHolidays: false },
  tcfApplies: false,
  gppSections: [],
  sources: {
    models: law('Lei nº 13.709/2018 (LGPD)', 'Art. 7 and 18, § 2', lgpd),
    advertising: law(
      'ANPD, Guia orientativo: cookies e proteção de dados pessoais (October 2022)',
      'hipóteses legais',
      guide,
    ),
    sale_or_sharing: law('Lei nº 13.709/2018 (LGPD)', 'Art. 7, § 5', lgpd),
    sensitive: law('Lei nº 13.709/2018 (LGPD)', 'Art. 11, I', lgpd),
    profiling: law('Lei nº 13.709/2018 (LGPD)', 'Art. 12, § 2, and 20', lgpd),
    ageOfConsent: law('Lei nº 13.709/2018 (LGPD)', 'Art. 14, § 1', lgpd),
    dataRequest: law('Lei nº 13.709/2018 (LGPD)', 'Art. 18 and 19, II', lgpd),
  },
  notes: [
    'A simplified confirmation of processing is due at once (Art. 19, I).',
    'Confirm: no statute on marketing e-mail; legitimate interest with a way out, as the industry’s code CAPEM has it.',
  ],
} as const satisfies RegimeEdition

/** ECA Digital: duties towards children and adolescents on the net. */
const ecaDigital = {
  ...first,
  version: 2,
  effectiveFrom: '2026-03-18',
  sources: {
    ...first.sources,
    minors: law(
      'Lei nº 15.211/2025 (ECA Digital)',
      'Art. 22-24',
      'https://www.planalto.gov.br/ccivil_03/_ato2023-2026/2025/lei/L15211.htm',
    ),
  },
  notes: [
    ...first.notes,
    'Under 18: no profiling for advertising; under 16: accounts bound to a guardian’s (Lei 15.211/2025).',
    'Confirm: the first day of Lei 15.211/2025 is given as 17 or 18 March 2026 (MP 1.319/2025).',
  ],
} as const satisfies RegimeEdition

export const brLgpd: Regime = {
  key: 'br_lgpd',
  name: 'Lei Geral de Proteção de Dados Pessoais',
  authority: 'Agência Nacional de Proteção de Dados (ANPD)',
  law: law('Lei nº 13.709/2018 (LGPD)', 'as a whole', lgpd),
  places: [{ country: 'BR' }],
  editions: [first, ecaDigital],
}
