import { law, type RegimePlace } from '../regime.ts'

/** The Joint Committee's decision 154/2018 took the Regulation into the EEA Agreement. */
const eeaStart = '2018-07-20'

const norwegianAge = law('Personopplysningsloven', '§ 5', 'https://lovdata.no/lov/2018-06-15-38')
const norwegianNotes = [
  'Confirm: the Ministry of Justice proposed in 2025 to raise the age from 13 to 15; not known to be in force when this was written.',
]

export const memberStatesMToZ: readonly RegimePlace[] = [
  {
    country: 'MT',
    ageOfConsent: 13,
    sources: {
      ageOfConsent: law('S.L. 586.11', 'reg. 3', 'https://legislation.mt/eli/sl/586.11/eng'),
      models: law('S.L. 586.01', 'reg. 5', 'https://legislation.mt/eli/sl/586.1/eng'),
    },
  },
  {
    country: 'NL',
    sources: {
      ageOfConsent: law('Uitvoeringswet AVG (UAVG)', 'Art. 5', 'https://wetten.overheid.nl/BWBR0040940'),
      models: law('Telecommunicatiewet', 'Art. 11.7a', 'https://wetten.overheid.nl/BWBR0009950'),
      analytics: law('Telecommunicatiewet', 'Art. 11.7a(3)(b)', 'https://wetten.overheid.nl/BWBR0009950'),
    },
    notes: [
      'Measuring the quality or effect of a service with no or little consequence for privacy needs neither consent nor information (Art. 11.7a(3)(b)): file such a purpose under strictly_necessary.',
    ],
  },
  {
    country: 'NO',
    from: eeaStart,
    until: '2025-01-01',
    ageOfConsent: 13,
    sources: {
      ageOfConsent: norwegianAge,
      models: law('Ekomloven (2003)', '§ 2-7b', 'https://lovdata.no/lov/2003-07-04-83'),
    },
    notes: ['Before 2025 a browser setting could stand for consent to storage (§ 2-7b, preparatory works).'],
  },
  {
    country: 'NO',
    // The act of 2024 asks for consent as the GDPR defines it.
    from: '2025-01-01',
    ageOfConsent: 13,
    sources: {
      ageOfConsent: norwegianAge,
      models: law('Ekomloven (2024)', '§ 3-15', 'https://lovdata.no/lov/2024-12-13-76'),
    },
    notes: norwegianNotes,
  },
  {
    country: 'PL',
    sources: {
      // Since 10 November 2024; before, Art. 173 Prawo telekomunikacyjne said the same.
      models: law(
        'Prawo komunikacji elektronicznej (Dz.U. 2024 poz. 1221)',
        'Art. 399',
        'https://isap.sejm.gov.pl/isap.nsf/DocDetails.xsp?id=WDU20240001221',
      ),
      email_marketing: law(
        'Prawo komunikacji elektronicznej (Dz.U. 2024 poz. 1221)',
        'Art. 398',
        'https://isap.sejm.gov.pl/isap.nsf/DocDetails.xsp?id=WDU20240001221',
      ),
    },
    notes: ['No national age under GDPR Art. 8(1): 16 holds.'],
  },
  {
    country: 'PT',
    ageOfConsent: 13,
    sources: {
      ageOfConsent: law(
        'Lei n.º 58/2019',
        'Art. 16',
        'https://diariodarepublica.pt/dr/detalhe/lei/58-2019-123815982',
      ),
      models: law('Lei n.º 41/2004', 'Art. 5', 'https://diariodarepublica.pt/dr/detalhe/lei/41-2004-480710'),
    },
  },
  {
    country: 'RO',
    sources: {
      models: law(
        'Legea nr. 506/2004',
        'Art. 4(5)',
        'https://legislatie.just.ro/Public/DetaliiDocument/57113',
      ),
    },
    notes: ['No national age under GDPR Art. 8(1): 16 holds.'],
  },
  {
    country: 'SK',
    sources: {
      ageOfConsent: law(
        'Zákon č. 18/2018 Z. z.',
        '§ 15(1)',
        'https://www.slov-lex.sk/pravne-predpisy/SK/ZZ/2018/18/',
      ),
      models: law(
        'Zákon č. 452/2021 Z. z.',
        '§ 109(8)',
        'https://www.slov-lex.sk/pravne-predpisy/SK/ZZ/2021/452/',
      ),
    },
  },
  {
    country: 'SI',
    // ZVOP-2 came late; until then no national rule, so 16.
    until: '2023-01-26',
    sources: {
      models: law(
        'Zakon o elektronskih komunikacijah (ZEKom-1)',
        'Art. 157',
        'https://pisrs.si/pregledPredpisa?id=ZAKO6405',
      ),
    },
  },
  {
    country: 'SI',
    from: '2023-01-26',
    ageOfConsent: 15,
    sources: {
      ageOfConsent: law(
        'Zakon o varstvu osebnih podatkov (ZVOP-2)',
        'Art. 8',
        'https://pisrs.si/pregledPredpisa?id=ZAKO7959',
      ),
      models: law(
        'Zakon o elektronskih komunikacijah (ZEKom-2)',
        'Art. 225',
        'https://pisrs.si/pregledPredpisa?id=ZAKO8611',
      ),
    },
  },
  {
    country: 'ES',
    ageOfConsent: 14,
    // AEPD: good practice is to renew within 24 months.
    renewAfter: 'P24M',
    sources: {
      ageOfConsent: law(
        'Ley Orgánica 3/2018 (LOPDGDD)',
        'Art. 7',
        'https://www.boe.es/eli/es/lo/2018/12/05/3/con',
      ),
      models: law('Ley 34/2002 (LSSI)', 'Art. 22(2)', 'https://www.boe.es/eli/es/l/2002/07/11/34/con'),
      email_marketing: law('Ley 34/2002 (LSSI)', 'Art. 21', 'https://www.boe.es/eli/es/l/2002/07/11/34/con'),
      renewAfter: law(
        'AEPD, Guía sobre el uso de las cookies',
        'actualización del consentimiento',
        'https://www.aepd.es/guias/guia-cookies.pdf',
      ),
    },
    notes: [
      'AEPD (January 2024) exempts audience measurement on conditions like the French ones: file such a purpose under strictly_necessary.',
      'Confirm: the bill 121/000052 on minors in digital surroundings would raise the age to 16; not known to be in force when this was written.',
    ],
  },
  {
    country: 'SE',
    ageOfConsent: 13,
    sources: {
      ageOfConsent: law(
        'Lag (2018:218) med kompletterande bestämmelser till EU:s dataskyddsförordning',
        'ch. 2 § 4',
        'https://www.riksdagen.se/sv/dokument-och-lagar/dokument/svensk-forfattningssamling/_sfs-2018-218/',
      ),
      models: law(
        'Lag (2022:482) om elektronisk kommunikation',
        'ch. 9 § 28',
        'https://www.riksdagen.se/sv/dokument-och-lagar/dokument/svensk-forfattningssamling/_sfs-2022-482/',
      ),
    },
  },
]
