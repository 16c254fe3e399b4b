import { law, type RegimePlace } from '../regime.ts'

/** The Regulation applied in the United Kingdom until the end of the transition period. */
export const formerMembers: readonly RegimePlace[] = [
  {
    country: 'GB',
    until: '2021-01-01',
    ageOfConsent: 13,
    sources: {
      models: law(
        'Privacy and Electronic Communications (EC Directive) Regulations 2003',
        'reg. 6',
        'https://www.legislation.gov.uk/uksi/2003/2426/regulation/6',
      ),
      ageOfConsent: law(
        'Data Protection Act 2018',
        's. 9',
        'https://www.legislation.gov.uk/ukpga/2018/12/section/9/2018-05-25',
      ),
      until: law(
        'Agreement on the withdrawal of the United Kingdom',
        'Art. 126-127',
        'https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:12020W/TXT',
      ),
    },
  },
]
