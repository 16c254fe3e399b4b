import { law, type Regime } from '../regime.ts'

/**
 * For a place that we do not know, and for a country whose law we do not: no law in the table asks for more than
 * this one in any of its facts (a test holds that), so whoever follows it has followed theirs, whichever it is.
 */
export const strictest: Regime = {
  key: 'strictest',
  name: 'Strictest rules of any law known here',
  authority: 'none: a rule of this service, not of a state',
  law: law(
    'Directive 2002/58/EC (ePrivacy)',
    'Art. 5(3), the strictest rule on storage; each other fact names its own law',
    'https://eur-lex.europa.eu/eli/dir/2002/58/oj',
  ),
  places: [],
  editions: [
    {
      version: 1,
      // No law, so no day: it must answer for every one.
      effectiveFrom: '1970-01-01',
      models: {
        strictly_necessary: 'none',
        functional: 'opt_in',
        analytics: 'opt_in',
        advertising: 'opt_in',
        sale_or_sharing: 'opt_in',
        sensitive: 'opt_in',
        profiling: 'opt_in',
        email_marketing: 'opt_in',
      },
      // California's and eleven other states' duty; the person may be there.
      gpcCategories: ['advertising', 'sale_or_sharing'],
      // CNIL, délibération 2020-092, and the Irish DPC: the shortest that an authority names.
      renewAfter: 'P6M',
      // Cal. Civ. Code § 1798.135(c)(4): the longest.
      askAgainAfter: 'P12M',
      // Thailand: full age, where a minor may not act alone (PDPA s. 20); the highest.
      ageOfConsent: 20,
      // South Korea, PIPA Enforcement Decree Art. 41(4): ten days, the shortest.
      dataRequest: {
        deadline: 'P10D',
        extension: null,
        rights: [
          'access',
          'erasure',
          'rectification',
          'portability',
          'restriction',
          'objection',
          'opt_out_sale',
          'limit_sensitive',
          'withdraw_consent',
          'complaint',
        ],
      },
      // Argentina, Ley 25.326 Art. 16(2): five working days to correct and to erase.
      requestTiming: {
        clock: 'receipt',
        movesOffHolidays: false,
        acknowledgeBusinessDays: 10,
        optOutBusinessDays: 10,
        deadlines: { rectification: 'P5D', erasure: 'P5D' },
      },
      // The person may be in the EEA or the UK; a TC string harms nobody elsewhere.
      tcfApplies: true,
      gppSections: [2],
      sources: {
        models: law(
          'Directive 2002/58/EC (ePrivacy)',
          'Art. 5(3) and 13(1)',
          'https://eur-lex.europa.eu/eli/dir/2002/58/oj',
        ),
        gpc: law(
          'California Code of Regulations, title 11',
          '§ 7025',
          'https://cppa.ca.gov/regulations/pdf/cppa_regs.pdf',
        ),
        renewAfter: law(
          'CNIL, délibération n° 2020-092',
          'durée de conservation du choix (six mois)',
          'https://www.legifrance.gouv.fr/jorf/id/JORFTEXT000042388197',
        ),
        askAgainAfter: law(
          'California Consumer Privacy Act',
          'Cal. Civ. Code § 1798.135(c)(4)',
          'https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=CIV&sectionNum=1798.135',
        ),
        ageOfConsent: law(
          'Personal Data Protection Act B.E. 2562 (2019) (Thailand)',
          's. 20',
          'https://www.pdpc.or.th/en/law/',
        ),
        dataRequest: law(
          'Personal Information Protection Act (South Korea), Enforcement Decree',
          'Art. 41(4)',
          'https://www.law.go.kr/LSW/eng/engLsSc.do?menuId=2&query=PERSONAL%20INFORMATION%20PROTECTION%20ACT',
        ),
      },
    },
  ],
}
