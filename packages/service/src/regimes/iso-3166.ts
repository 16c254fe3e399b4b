/** ISO 3166-1 alpha-2, the 249 officially assigned codes; https://www.iso.org/obp/ui/#search/code/ */
const assigned = `
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR
GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP
KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT
MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ
UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`

export const countryCodes: readonly string[] = assigned.trim().split(/\s+/)

/**
 * Kosovo's code is user-assigned, not official, but the European Commission, CLDR and every geolocation database use
 * it: refusing it would answer a whole country's visitors with an error.
 */
const countries: ReadonlySet<string> = new Set([...countryCodes, 'XK'])

/** ISO 3166-2:US: 50 states, the District of Columbia, and the outlying areas (which have ISO 3166-1 codes too). */
export const usRegionCodes: readonly string[] = `
AK AL AR AZ CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY OH OK OR PA
RI SC SD TN TX UT VA VT WA WI WV WY AS GU MP PR UM VI`
  .trim()
  .split(/\s+/)

/** ISO 3166-2:CA: 10 provinces and 3 territories. */
export const caRegionCodes: readonly string[] = 'AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' ')

/** Countries whose regions have laws of their own, so that a typing error would change the law. */
const regions: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['US', new Set(usRegionCodes)],
  ['CA', new Set(caRegionCodes)],
])

export function isCountry(code: string): boolean {
  return countries.has(code)
}

/** Exact for the United States and Canada; by shape (ISO 3166-2: one to three letters or digits) elsewhere. */
export function isRegion(country: string, code: string): boolean {
  return regions.get(country)?.has(code) ?? /^[A-Z0-9]{1,3}$/.test(code)
}
