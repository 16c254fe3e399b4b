import { law, type RegimePlace } from '../regime.ts'

// Per state: the age of GDPR Art. 8(1) and the act that carries ePrivacy Art. 5(3). An exemption that hangs on how a
// tool is set up (France, Italy, the Netherlands, Spain) is a note and no model: measurement that meets it is what
// the authority calls strictly necessary, so such a purpose belongs in that category, and no other tool does.

const danishAct = 'https://www.retsinformation.dk/eli/lta/2024/289'
const danishCookies = law(
  'Cookiebekendtgørelsen (BEK nr 1148 af 09/12/2011)',
  '§ 3',
  'https://www.retsinformation.dk/eli/lta/2011/1148',
)

export const memberStatesAToG: readonly RegimePlace[] = [
  {
    country: 'AT',
    ageOfConsent: 14,
    sources: {
      ageOfConsent: law(
        'Datenschutzgesetz (DSG)',
        '§ 4(4)',
        'https://www.ris.bka.gv.at/GeltendeFassung.wxe?Abfrage=Bundesnormen&Gesetzesnummer=10001597',
      ),
      models: law(
        'Telekommunikationsgesetz 2021 (TKG 2021)',
        '§ 165(3)',
        'https://www.ris.bka.gv.at/GeltendeFassung.wxe?Abfrage=Bundesnormen&Gesetzesnummer=20011678',
      ),
    },
  },
  {
    country: 'BE',
    ageOfConsent: 13,
    sources: {
      ageOfConsent: law(
        'Loi du 30 juillet 2018 / Wet van 30 juli 2018',
        'Art. 7',
        'https://www.ejustice.just.fgov.be/eli/loi/2018/07/30/2018040581/justel',
      ),
      models: law(
        'Loi du 30 juillet 2018 / Wet van 30 juli 2018',
        'Art. 10/2',
        'https://www.ejustice.just.fgov.be/eli/loi/2018/07/30/2018040581/justel',
      ),
    },
  },
  {
    country: 'BG',
    ageOfConsent: 14,
    sources: {
      ageOfConsent: law(
        'Personal Data Protection Act (ZZLD)',
        'Art. 25c',
        'https://cpdp.bg/en/personal-data-protection-act/',
      ),
      models: law('Electronic Commerce Act', 'Art. 4a', 'https://lex.bg/laws/ldoc/2135530547'),
    },
  },
  {
    country: 'HR',
    sources: {
      ageOfConsent: law(
        'Zakon o provedbi Opće uredbe o zaštiti podataka (NN 42/2018)',
        'Art. 19',
        'https://narodne-novine.nn.hr/clanci/sluzbeni/2018_05_42_805.html',
      ),
      models: law(
        'Zakon o elektroničkim komunikacijama (NN 76/2022)',
        'Art. 43(4)',
        'https://narodne-novine.nn.hr/clanci/sluzbeni/2022_07_76_1116.html',
      ),
    },
  },
  {
    country: 'CY',
    ageOfConsent: 14,
    sources: {
      ageOfConsent: law('Law 125(I)/2018', 's. 8(1)', 'https://www.cylaw.org/nomoi/arith/2018_1_125.pdf'),
      models: law('Law 112(I)/2004', 's. 99(5)', 'https://www.cylaw.org/nomoi/arith/2004_1_112.pdf'),
    },
  },
  {
    country: 'CZ',
    ageOfConsent: 15,
    sources: {
      ageOfConsent: law('Zákon č. 110/2019 Sb.', '§ 7', 'https://www.e-sbirka.cz/sb/2019/110'),
      // Opt-in since the amendment 374/2021 Sb., 1 January 2022; before it the act let people opt out.
      models: law('Zákon č. 127/2005 Sb.', '§ 89(3)', 'https://www.e-sbirka.cz/sb/2005/127'),
    },
  },
  {
    country: 'DK',
    until: '2024-01-01',
    ageOfConsent: 13,
    sources: {
      ageOfConsent: law(
        'Databeskyttelsesloven (lov nr 502 af 23/05/2018)',
        '§ 6(2)',
        'https://www.retsinformation.dk/eli/lta/2018/502',
      ),
      models: danishCookies,
    },
  },
  {
    country: 'DK',
    // Raised by lov nr 1783 af 28/12/2023.
    from: '2024-01-01',
    ageOfConsent: 15,
    sources: {
      ageOfConsent: law('Databeskyttelsesloven (LBK nr 289 af 08/03/2024)', '§ 6(2)', danishAct),
      models: danishCookies,
    },
  },
  {
    country: 'EE',
    ageOfConsent: 13,
    sources: {
      ageOfConsent: law('Isikuandmete kaitse seadus', '§ 8', 'https://www.riigiteataja.ee/akt/104012019011'),
    },
    notes: [
      'Confirm: Estonia has not written ePrivacy Art. 5(3) into its Electronic Communications Act; the authority asks for consent under the GDPR and the Directive.',
    ],
  },
  {
    country: 'FI',
    ageOfConsent: 13,
    sources: {
      ageOfConsent: law(
        'Tietosuojalaki (1050/2018)',
        '§ 5',
        'https://www.finlex.fi/fi/laki/ajantasa/2018/20181050',
      ),
      models: law(
        'Laki sähköisen viestinnän palveluista (917/2014)',
        '§ 205',
        'https://www.finlex.fi/fi/laki/ajantasa/2014/20140917',
      ),
    },
  },
  {
    country: 'FR',
    ageOfConsent: 15,
    // CNIL: six months is good practice for keeping a choice, an acceptance as well as a refusal.
    renewAfter: 'P6M',
    askAgainAfter: 'P6M',
    sources: {
      ageOfConsent: law(
        'Loi n° 78-17 du 6 janvier 1978 (Informatique et Libertés)',
        'Art. 45',
        'https://www.legifrance.gouv.fr/loda/id/JORFTEXT000000886460',
      ),
      models: law(
        'Loi n° 78-17 du 6 janvier 1978 (Informatique et Libertés)',
        'Art. 82',
        'https://www.legifrance.gouv.fr/loda/id/JORFTEXT000000886460',
      ),
      renewAfter: law(
        'CNIL, délibération n° 2020-092 (recommandation cookies)',
        'durée de conservation du choix (six mois)',
        'https://www.legifrance.gouv.fr/jorf/id/JORFTEXT000042388197',
      ),
      analytics: law(
        'CNIL, délibération n° 2020-091 (lignes directrices)',
        'Art. 5',
        'https://www.legifrance.gouv.fr/jorf/id/JORFTEXT000042388179',
      ),
    },
    notes: [
      'Audience measurement for the publisher alone, giving anonymous statistics, without cross-checking or sharing, counts as strictly necessary (délibération 2020-091, Art. 5): file such a purpose under strictly_necessary. Trackers then live 13 months at most, their data 25.',
      'A child under 15 consents together with a holder of parental authority (Art. 45, third paragraph).',
    ],
  },
  {
    country: 'DE',
    sources: {
      // TTDSG from 1 December 2021, renamed TDDDG on 14 May 2024; before, § 15(3) TMG read as opt-in (BGH I ZR 7/16).
      models: law(
        'Telekommunikation-Digitale-Dienste-Datenschutz-Gesetz (TDDDG)',
        '§ 25',
        'https://www.gesetze-im-internet.de/ttdsg/__25.html',
      ),
      email_marketing: law(
        'Gesetz gegen den unlauteren Wettbewerb (UWG)',
        '§ 7(2) no. 2, (3)',
        'https://www.gesetze-im-internet.de/uwg_2004/__7.html',
      ),
    },
    notes: ['No national age under GDPR Art. 8(1): 16 holds.'],
  },
  {
    country: 'GR',
    ageOfConsent: 15,
    sources: {
      ageOfConsent: law('Law 4624/2019', 'Art. 21', 'https://www.dpa.gr/en/legislation'),
      models: law('Law 3471/2006', 'Art. 4(5)', 'https://www.dpa.gr/en/legislation'),
    },
  },
]
