import { law, type Models, type Regime } from '../regime.ts'
import { canSpam, coppa, ftcAct } from './federal-statutes.ts'

/** What holds where a state has no law: no deceit about what is done with data, and no spam. */
export const federalModels: Models = {
  strictly_necessary: 'none',
  // A practice that a person would not expect must be told in plain sight (FTC, In re Sears Holdings, C-4264).
  functional: 'notice',
  analytics: 'notice',
  advertising: 'notice',
  sale_or_sharing: 'notice',
  // Consent is asked for by FTC orders against single firms, not by the act; see the notes.
  sensitive: 'notice',
  profiling: 'notice',
  email_marketing: 'opt_out',
}

export const usFederal: Regime = {
  key: 'us_federal',
  name: 'United States federal baseline (FTC Act, CAN-SPAM, COPPA)',
  authority: 'Federal Trade Commission',
  law: ftcAct,
  // The outlying areas have ISO 3166-1 codes of their own, and these acts reach them.
  places: ['US', 'AS', 'GU', 'MP', 'PR', 'UM', 'VI'].map((country) => ({ country })),
  editions: [
    {
      version: 1,
      // CAN-SPAM took effect; the other acts are older.
      effectiveFrom: '2004-01-01',
      models: federalModels,
      gpcCategories: [],
      renewAfter: null,
      ageOfConsent: 13,
      // No federal act gives the public such a right; the term is the states' usual one, ours here.
      dataRequest: { deadline: 'P45D', extension: 'P45D', rights: [] },
      requestTiming: { clock: 'receipt', movesOffHolidays: false },
      tcfApplies: false,
      gppSections: [],
      sources: {
        models: ftcAct,
        sensitive: law(
          'FTC Health Breach Notification Rule',
          '16 CFR § 318.2 (unauthorized disclosure as a breach)',
          'https://www.ecfr.gov/current/title-16/chapter-I/subchapter-C/part-318',
        ),
        email_marketing: canSpam,
        ageOfConsent: coppa,
        dataRequest: law('No federal statute', 'none', 'https://www.ftc.gov/legal-library/browse/statutes'),
      },
      notes: [
        'Confirm: FTC orders (GoodRx 2023, BetterHelp 2023, Kochava, X-Mode 2024) and the Health Breach Notification Rule treat handing on health and precise location data without affirmative express consent as unfair. An operator who handles such data sets sensitive to opt_in in the catalogue’s overrides; the baseline stays at what a statute says, so that it is never stricter than California’s act (§ 1798.121: a way out).',
        'A visitor whose state is not known stands here, though the state may have a law: a Global Privacy Control signal counts for them as in California. Where the geo header gives the country alone, override US with opt_out for advertising and sale_or_sharing, or send the region.',
        'An opt-out from commercial e-mail must be honoured within 10 business days (15 U.S.C. § 7704(a)(4)).',
      ],
    },
  ],
}
