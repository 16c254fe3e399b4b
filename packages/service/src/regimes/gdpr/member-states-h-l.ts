import { law, type RegimePlace } from '../regime.ts'

/** The Joint Committee's decision 154/2018 took the Regulation into the EEA Agreement. */
const eeaStart = '2018-07-20'

export const memberStatesHToL: readonly RegimePlace[] = [
  {
    country: 'HU',
    sources: {
      models: law(
        '2003. évi C. törvény az elektronikus hírközlésről',
        '§ 155(4)',
        'https://njt.hu/jogszabaly/2003-100-00-00',
      ),
    },
    notes: ['No national age under GDPR Art. 8(1): 16 holds.'],
  },
  {
    country: 'IS',
    from: eeaStart,
    ageOfConsent: 13,
    sources: {
      ageOfConsent: law('Lög nr. 90/2018', 'Art. 10', 'https://www.althingi.is/lagas/nuna/2018090.html'),
      models: law(
        'Lög nr. 70/2022 um fjarskipti',
        'Art. 88',
        'https://www.althingi.is/lagas/nuna/2022070.html',
      ),
    },
    notes: ['Confirm: the article of the Icelandic act of 2022 that carries ePrivacy Art. 5(3).'],
  },
  {
    country: 'IE',
    // DPC: a consent should not outlive six months.
    renewAfter: 'P6M',
    sources: {
      ageOfConsent: law(
        'Data Protection Act 2018',
        's. 31',
        'https://www.irishstatutebook.ie/eli/2018/act/7/section/31/enacted/en/html',
      ),
      models: law(
        'European Communities (Electronic Communications) (Privacy) Regulations 2011 (S.I. 336/2011)',
        'reg. 5',
        'https://www.irishstatutebook.ie/eli/2011/si/336/made/en/print',
      ),
      renewAfter: law(
        'DPC, Guidance note: cookies and other tracking technologies (April 2020)',
        'Consent: lifespan',
        'https://www.dataprotection.ie/en/dpc-guidance/guidance-cookies-and-other-tracking-technologies',
      ),
    },
  },
  {
    country: 'IT',
    ageOfConsent: 14,
    askAgainAfter: 'P6M',
    sources: {
      ageOfConsent: law(
        'Codice in materia di protezione dei dati personali (d.lgs. 196/2003)',
        'Art. 2-quinquies',
        'https://www.normattiva.it/uri-res/N2Ls?urn:nir:stato:decreto.legislativo:2003-06-30;196',
      ),
      models: law(
        'Codice in materia di protezione dei dati personali (d.lgs. 196/2003)',
        'Art. 122',
        'https://www.normattiva.it/uri-res/N2Ls?urn:nir:stato:decreto.legislativo:2003-06-30;196',
      ),
      askAgainAfter: law(
        'Garante, Linee guida cookie, 10 June 2021',
        'para. 7.1',
        'https://www.garanteprivacy.it/home/docweb/-/docweb-display/docweb/9677876',
      ),
    },
    notes: [
      'Aggregate statistics for one site, by the publisher or by a processor that sees masked addresses and does not combine them, count as technical (guidelines 2021, para. 7.2): file such a purpose under strictly_necessary.',
    ],
  },
  {
    country: 'LV',
    ageOfConsent: 13,
    sources: {
      ageOfConsent: law(
        'Fizisko personu datu apstrādes likums',
        's. 33',
        'https://likumi.lv/ta/en/en/id/300099-personal-data-processing-law',
      ),
      models: law(
        'Informācijas sabiedrības pakalpojumu likums',
        's. 7.1',
        'https://likumi.lv/ta/en/en/id/96619-law-on-information-society-services',
      ),
    },
  },
  {
    country: 'LI',
    from: eeaStart,
    sources: {
      ageOfConsent: law(
        'Datenschutzgesetz (DSG, LGBl. 2018 Nr. 272)',
        'no rule of its own',
        'https://www.gesetze.li/konso/2018.272',
      ),
    },
    notes: [
      'Confirm: no national age under GDPR Art. 8(1) is known here, so 16 holds; and which article of the Kommunikationsgesetz carries ePrivacy Art. 5(3).',
    ],
  },
  {
    country: 'LT',
    ageOfConsent: 14,
    sources: {
      ageOfConsent: law(
        'Asmens duomenų teisinės apsaugos įstatymas (I-1374)',
        'Art. 6',
        'https://www.e-tar.lt/portal/lt/legalAct/TAR.5368B592234C/asr',
      ),
      models: law(
        'Elektroninių ryšių įstatymas (IX-2135)',
        'Art. 73(4)',
        'https://www.e-tar.lt/portal/lt/legalAct/TAR.82D8168D3049/asr',
      ),
    },
    notes: [
      'Confirm: the article of the Electronic Communications Law that carries ePrivacy Art. 5(3); it moved in 2021 (before: Art. 61(4)).',
    ],
  },
  {
    country: 'LU',
    renewAfter: 'P12M',
    sources: {
      models: law(
        'Loi modifiée du 30 mai 2005 (communications électroniques)',
        'Art. 4(3)(e)',
        'https://legilux.public.lu/eli/etat/leg/loi/2005/05/30/n3/jo',
      ),
      renewAfter: law(
        'CNPD, Lignes directrices cookies (October 2021)',
        'durée du consentement',
        'https://cnpd.public.lu/fr/dossiers-thematiques/cookies.html',
      ),
    },
    notes: ['No national age under GDPR Art. 8(1): 16 holds.'],
  },
]
