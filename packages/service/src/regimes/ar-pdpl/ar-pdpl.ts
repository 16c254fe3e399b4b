import { type LawSource, law, type Regime } from '../regime.ts'

function ley(clause: string): LawSource {
  return law(
    'Ley 25.326 de Protección de los Datos Personales',
    clause,
    'https://servicios.infoleg.gob.ar/infolegInternet/anexos/60000-64999/64790/texact.htm',
  )
}

export const arPdpl: Regime = {
  key: 'ar_pdpl',
  name: 'Ley de Protección de los Datos Personales',
  authority: 'Agencia de Acceso a la Información Pública (AAIP)',
  law: ley('as a whole'),
  places: [{ country: 'AR' }],
  editions: [
    {
      version: 1,
      effectiveFrom: '2000-11-02',
      models: {
        strictly_necessary: 'none',
        functional: 'notice',
        analytics: 'notice',
        // Art. 27: profiles for advertising, with the right to be taken off at any time.
        advertising: 'opt_out',
        // Art. 11: the person’s prior consent to the recipient and purpose.
        sale_or_sharing: 'opt_in',
        sensitive: 'opt_in',
        // Art. 20 forbids only judgments by courts and authorities on a profile alone.
        profiling: 'opt_out',
        email_marketing: 'opt_out',
      },
      gpcCategories: [],
      renewAfter: null,
      ageOfConsent: 18,
      dataRequest: {
        deadline: 'P10D',
        extension: null,
        rights: ['access', 'erasure', 'rectification', 'objection', 'withdraw_consent'],
      },
      // Ten days running for access; five working days for the others.
      requestTiming: {
        clock: 'receipt',
        movesOffHolidays: false,
        deadlines: { rectification: 'P5D', erasure: 'P5D' },
      },
      tcfApplies: false,
      gppSections: [],
      sources: {
        models: ley('Art. 5-6'),
        advertising: ley('Art. 27; Decreto 1558/2001 Art. 27'),
        sale_or_sharing: ley('Art. 11'),
        sensitive: ley('Art. 7'),
        profiling: ley('Art. 27'),
        email_marketing: ley('Art. 27; Disposición DNPDP 4/2009'),
        ageOfConsent: law(
          'Código Civil y Comercial de la Nación',
          'Art. 25-26',
          'https://servicios.infoleg.gob.ar/infolegInternet/anexos/235000-239999/235975/texact.htm',
        ),
        dataRequest: ley('Art. 14(2), 16(2)'),
      },
      notes: [
        'Confirm: consent (Art. 5) for what a device tells of a person; no rule or decision on cookies is known, so information stands for functional and analytics.',
        'Confirm: the age. The Civil Code speaks of progressive autonomy from 13; full age is the cautious reading.',
      ],
    },
  ],
}
