import { casl } from '../ca-pipeda/casl.ts'
import { type LawSource, law, type Regime, type RegimeEdition } from '../regime.ts'

const url = 'https://www.legisquebec.gouv.qc.ca/en/document/cs/p-39.1'

function act(clause: string): LawSource {
  return law(
    'Act respecting the protection of personal information in the private sector, CQLR c. P-39.1',
    clause,
    url,
  )
}

/** The main part of Law 25 (S.Q. 2021, c. 25). Before it PIPEDA’s entry answers for Quebec too. */
const law25 = {
  version: 1,
  effectiveFrom: '2023-09-22',
  models: {
    strictly_necessary: 'none',
    functional: 'notice',
    // s. 8.1: whatever identifies, locates or profiles stays off until the person turns it on.
    analytics: 'opt_in',
    advertising: 'opt_in',
    sale_or_sharing: 'opt_in',
    sensitive: 'opt_in',
    profiling: 'opt_in',
    email_marketing: 'opt_in',
  },
  gpcCategories: [],
  renewAfter: null,
  ageOfConsent: 14,
  dataRequest: {
    deadline: 'P30D',
    extension: null,
    rights: ['access', 'erasure', 'rectification', 'withdraw_consent', 'complaint'],
  },
  requestTiming: { clock: 'receipt', movesOffHolidays: false },
  tcfApplies: false,
  gppSections: [5],
  sources: {
    models: act('s. 8.1 and 14'),
    functional: act('s. 8 and 9.1'),
    sale_or_sharing: act('s. 13'),
    sensitive: act('s. 12, 13 and 14'),
    email_marketing: casl,
    ageOfConsent: act('s. 4.1'),
    dataRequest: act('s. 32'),
  },
  notes: [
    'Silence for 30 days counts as a refusal of the request (s. 32).',
    'Confirm: analytics that neither identifies nor profiles falls outside s. 8.1; set it to notice in the catalogue’s overrides if the tool is such.',
  ],
} as const satisfies RegimeEdition

const portability = {
  ...law25,
  version: 2,
  effectiveFrom: '2024-09-22',
  dataRequest: {
    ...law25.dataRequest,
    rights: [...law25.dataRequest.rights, 'portability'],
  },
  sources: { ...law25.sources, portability: act('s. 27') },
} as const satisfies RegimeEdition

export const caQcLaw25: Regime = {
  key: 'ca_qc_law25',
  name: 'Quebec private sector act as modernised by Law 25',
  authority: 'Commission d’accès à l’information du Québec',
  law: act('as a whole'),
  places: [{ country: 'CA', region: 'QC' }],
  editions: [law25, portability],
}
