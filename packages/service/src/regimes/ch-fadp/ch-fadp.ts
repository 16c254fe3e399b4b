import { law, type Regime } from '../regime.ts'

const fadp = 'https://www.fedlex.admin.ch/eli/cc/2022/491/en'
const dpo = 'https://www.fedlex.admin.ch/eli/cc/2022/568/en'

export const chFadp: Regime = {
  key: 'ch_fadp',
  name: 'Swiss Federal Act on Data Protection (revised)',
  authority: 'Federal Data Protection and Information Commissioner (FDPIC)',
  law: law('Federal Act on Data Protection (FADP, SR 235.1)', 'as a whole', fadp),
  places: [{ country: 'CH' }],
  editions: [
    {
      version: 1,
      effectiveFrom: '2023-09-01',
      models: {
        strictly_necessary: 'none',
        // Telecommunications Act Art. 45c(b): storage on others’ devices with information and the right to refuse.
        functional: 'opt_out',
        analytics: 'opt_out',
        advertising: 'opt_out',
        // FADP Art. 30(2)(b): not against the person’s declared will.
        sale_or_sharing: 'opt_out',
        // Art. 6(7)(a) and 30(2)(c): express consent, above all before disclosure to third parties.
        sensitive: 'opt_in',
        // Art. 6(7)(b): express consent for high-risk profiling.
        profiling: 'opt_in',
        email_marketing: 'opt_in',
      },
      gpcCategories: [],
      renewAfter: null,
      ageOfConsent: 16,
      dataRequest: {
        deadline: 'P30D',
        extension: null,
        rights: ['access', 'erasure', 'rectification', 'portability', 'objection', 'withdraw_consent'],
      },
      requestTiming: { clock: 'receipt', movesOffHolidays: true },
      // The act does not ask for it; Google’s EU user consent policy does, and TCF is how it is told.
      tcfApplies: true,
      gppSections: [2],
      sources: {
        models: law(
          'Telecommunications Act (TCA, SR 784.10)',
          'Art. 45c(b)',
          'https://www.fedlex.admin.ch/eli/cc/1997/2187_2187_2187/en',
        ),
        sale_or_sharing: law('Federal Act on Data Protection', 'Art. 30(2)(b)', fadp),
        sensitive: law('Federal Act on Data Protection', 'Art. 6(7)(a), 30(2)(c)', fadp),
        profiling: law('Federal Act on Data Protection', 'Art. 5(g), 6(7)(b)', fadp),
        email_marketing: law(
          'Unfair Competition Act (UCA, SR 241)',
          'Art. 3(1)(o)',
          'https://www.fedlex.admin.ch/eli/cc/1988/223_223_223/en',
        ),
        ageOfConsent: law(
          'Swiss Civil Code (SR 210)',
          'Art. 16, 19c',
          'https://www.fedlex.admin.ch/eli/cc/24/233_245_233/en',
        ),
        dataRequest: law('Data Protection Ordinance (SR 235.11)', 'Art. 18', dpo),
      },
      notes: [
        'The FDPIC’s guide on cookies (6 October 2025) holds that tracking across sites for personalised advertising can be high-risk profiling: such a purpose belongs in profiling.',
        'Later than 30 days: the person must be told the new day (DPO Art. 18(2)); no maximum.',
        'Confirm: no fixed age; whoever has the capacity of judgement consents alone. 16 is ours.',
      ],
    },
  ],
}
