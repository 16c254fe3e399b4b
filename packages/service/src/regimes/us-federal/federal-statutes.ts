import { type LawSource, law } from '../regime.ts'

/** E-mail everywhere in the United States: it preempts the states' own rules but for deceit (15 U.S.C. § 7707(b)). */
export const canSpam: LawSource = law(
  'CAN-SPAM Act of 2003',
  '15 U.S.C. § 7704(a)(3)-(5)',
  'https://uscode.house.gov/view.xhtml?req=granuleid:USC-prelim-title15-section7704&num=0&edition=prelim',
)

/** Under 13 a parent consents, whatever the state. */
export const coppa: LawSource = law(
  'Children’s Online Privacy Protection Act',
  '15 U.S.C. § 6501(1), 6502(b); 16 CFR Part 312',
  'https://uscode.house.gov/view.xhtml?req=granuleid:USC-prelim-title15-section6502&num=0&edition=prelim',
)

export const ftcAct: LawSource = law(
  'Federal Trade Commission Act',
  '15 U.S.C. § 45(a)',
  'https://uscode.house.gov/view.xhtml?req=granuleid:USC-prelim-title15-section45&num=0&edition=prelim',
)
