import { type LawSource, law } from './regime.ts'

/** The public holidays of a place by rules. What is not on file moves no deadline: the day is then the earlier one. */
export interface HolidayCalendar {
  readonly source: LawSource
  /** MM-DD. */
  readonly fixed?: readonly string[]
  /** Days from Easter Sunday. */
  readonly easter?: readonly number[]
  /** Month, weekday (1 is Monday), which of them in the month (-1 is the last). */
  readonly weekdays?: readonly (readonly [month: number, weekday: number, nth: number])[]
  /** YYYY-MM-DD, where only a list says. */
  readonly listed?: readonly string[]
  /** Holidays on these days are made up for on the next free weekday. */
  readonly replaced?: 'weekend' | 'sunday'
  /** Where the law that names the holidays names Sundays alone. */
  readonly worksOnSaturdays?: true
}

const [monday, thursday] = [1, 4]
const [goodFriday, easterMonday, ascension, whitMonday, corpusChristi, maundyThursday] = [
  -2, 1, 39, 50, 60, -3,
]

/** By ISO 3166-1 country, or ISO 3166-2 subdivision. Only what holds in the whole place is here. */
export const publicHolidays: { readonly [place: string]: HolidayCalendar } = {
  AT: {
    source: law(
      'Feiertagsruhegesetz 1957',
      '§ 1(2)',
      'https://www.ris.bka.gv.at/GeltendeFassung.wxe?Abfrage=Bundesnormen&Gesetzesnummer=10008292',
    ),
    fixed: ['01-01', '01-06', '05-01', '08-15', '10-26', '11-01', '12-08', '12-25', '12-26'],
    easter: [easterMonday, ascension, whitMonday, corpusChristi],
  },
  BE: {
    source: law(
      'Arrêté royal du 18 avril 1974',
      'art. 1',
      'https://www.ejustice.just.fgov.be/eli/arrete/1974/04/18/1974041801/justel',
    ),
    fixed: ['01-01', '05-01', '07-21', '08-15', '11-01', '11-11', '12-25'],
    easter: [easterMonday, ascension, whitMonday],
  },
  CA: {
    source: law(
      'Interpretation Act (R.S.C. 1985, c. I-21)',
      's. 35(1) "holiday"',
      'https://laws-lois.justice.gc.ca/eng/acts/I-21/section-35.html',
    ),
    fixed: ['01-01', '07-01', '09-30', '11-11', '12-25'],
    easter: [goodFriday, easterMonday],
    // Victoria Day (the Monday before 25 May) is left out, since it follows no nth Monday: the day is then earlier.
    weekdays: [
      [9, monday, 1],
      [10, monday, 2],
    ],
    worksOnSaturdays: true,
  },
  DE: {
    source: law(
      'Feiertagsgesetze der Länder; Einigungsvertrag',
      'Art. 2(2); days common to all Länder',
      'https://www.bmi.bund.de/DE/themen/verfassung/staatliche-symbole/nationale-feiertage/nationale-feiertage-node.html',
    ),
    fixed: ['01-01', '05-01', '10-03', '12-25', '12-26'],
    easter: [goodFriday, easterMonday, ascension, whitMonday],
  },
  DK: {
    source: law(
      'Lov om detailsalg fra butikker m.v.',
      '§ 3',
      'https://www.retsinformation.dk/eli/lta/2014/1535',
    ),
    fixed: ['01-01', '12-25', '12-26'],
    easter: [maundyThursday, goodFriday, easterMonday, ascension, whitMonday],
  },
  ES: {
    source: law(
      'Estatuto de los Trabajadores; Real Decreto 2001/1983',
      'art. 37.2; art. 45',
      'https://www.boe.es/eli/es/rd/1983/07/28/2001',
    ),
    fixed: ['01-01', '05-01', '08-15', '10-12', '11-01', '12-06', '12-08', '12-25'],
    easter: [goodFriday],
  },
  FR: {
    source: law(
      'Code du travail',
      'art. L3133-1',
      'https://www.legifrance.gouv.fr/codes/article_lc/LEGIARTI000033008129',
    ),
    fixed: ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'],
    easter: [easterMonday, ascension, whitMonday],
  },
  GB: {
    // Those common to England, Wales, Scotland and Northern Ireland.
    source: law(
      'Banking and Financial Dealings Act 1971',
      'Sch. 1, and proclamations under s. 1',
      'https://www.legislation.gov.uk/ukpga/1971/80/schedule/1',
    ),
    fixed: ['01-01', '12-25', '12-26'],
    easter: [goodFriday],
    weekdays: [
      [5, monday, 1],
      [5, monday, -1],
    ],
    replaced: 'weekend',
  },
  IE: {
    source: law(
      'Organisation of Working Time Act 1997',
      'Sch. 2',
      'https://www.irishstatutebook.ie/eli/1997/act/20/schedule/2/enacted/en/html',
    ),
    fixed: ['01-01', '03-17', '12-25', '12-26'],
    easter: [easterMonday],
    weekdays: [
      [5, monday, 1],
      [6, monday, 1],
      [8, monday, 1],
      [10, monday, -1],
    ],
  },
  IT: {
    source: law(
      'Legge 27 maggio 1949, n. 260',
      'art. 1-2',
      'https://www.normattiva.it/uri-res/N2Ls?urn:nir:stato:legge:1949-05-27;260',
    ),
    fixed: ['01-01', '01-06', '04-25', '05-01', '06-02', '08-15', '11-01', '12-08', '12-25', '12-26'],
    easter: [easterMonday],
  },
  LU: {
    source: law('Code du travail', 'art. L. 232-2', 'https://legilux.public.lu/eli/etat/leg/code/travail'),
    fixed: ['01-01', '05-01', '05-09', '06-23', '08-15', '11-01', '12-25', '12-26'],
    easter: [easterMonday, ascension, whitMonday],
  },
  NL: {
    source: law('Algemene termijnenwet', 'art. 3(1)', 'https://wetten.overheid.nl/BWBR0002448'),
    fixed: ['01-01', '12-25', '12-26'],
    easter: [goodFriday, easterMonday, ascension, whitMonday],
  },
  NO: {
    source: law(
      'Lov om helligdager og helligdagsfred',
      '§ 2',
      'https://lovdata.no/dokument/NL/lov/1995-02-24-12',
    ),
    fixed: ['01-01', '05-01', '05-17', '12-25', '12-26'],
    easter: [maundyThursday, goodFriday, easterMonday, ascension, whitMonday],
  },
  NZ: {
    source: law(
      'Privacy Act 2020',
      's. 7(1) "working day"',
      'https://www.legislation.govt.nz/act/public/2020/0031/latest/whole.html',
    ),
    fixed: [
      '02-06',
      '04-25',
      // The section counts no day from 25 December to 15 January.
      ...Array.from({ length: 15 }, (_, day) => `01-${String(day + 1).padStart(2, '0')}`),
      ...Array.from({ length: 7 }, (_, day) => `12-${day + 25}`),
    ],
    easter: [goodFriday, easterMonday],
    weekdays: [
      [6, monday, 1],
      [10, monday, 4],
    ],
    // Te Kāhui o Matariki Public Holiday Act 2022, Sch. 1.
    listed: [
      '2026-07-10',
      '2027-06-25',
      '2028-07-14',
      '2029-07-06',
      '2030-06-21',
      '2031-07-11',
      '2032-07-02',
    ],
  },
  PL: {
    source: law(
      'Ustawa z dnia 18 stycznia 1951 r. o dniach wolnych od pracy',
      'art. 1',
      'https://isap.sejm.gov.pl/isap.nsf/DocDetails.xsp?id=WDU19510040028',
    ),
    fixed: ['01-01', '01-06', '05-01', '05-03', '08-15', '11-01', '11-11', '12-25', '12-26'],
    easter: [easterMonday, corpusChristi],
  },
  PT: {
    source: law(
      'Código do Trabalho',
      'art. 234',
      'https://diariodarepublica.pt/dr/legislacao-consolidada/lei/2009-34546475',
    ),
    fixed: ['01-01', '04-25', '05-01', '06-10', '08-15', '10-05', '11-01', '12-01', '12-08', '12-25'],
    easter: [goodFriday, corpusChristi],
  },
  SE: {
    source: law(
      'Lag (1989:253) om allmänna helgdagar',
      '§ 1',
      'https://www.riksdagen.se/sv/dokument-och-lagar/dokument/svensk-forfattningssamling/lag-1989253-om-allmanna-helgdagar_sfs-1989-253/',
    ),
    fixed: ['01-01', '01-06', '05-01', '06-06', '12-25', '12-26'],
    easter: [goodFriday, easterMonday, ascension],
  },
  'US-CA': {
    source: law(
      'Cal. Gov. Code',
      '§ 6700',
      'https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=GOV&sectionNum=6700.',
    ),
    // The days on which the offices of the state are shut.
    fixed: ['01-01', '03-31', '07-04', '11-11', '12-25'],
    weekdays: [
      [1, monday, 3],
      [2, monday, 3],
      [5, monday, -1],
      [9, monday, 1],
      [11, thursday, 4],
      // The day after Thanksgiving is left out, since it is the fourth Friday in most years only.
    ],
    replaced: 'sunday',
  },
}
