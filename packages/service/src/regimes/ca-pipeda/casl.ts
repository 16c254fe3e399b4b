import { type LawSource, law } from '../regime.ts'

/** Federal: it holds in Quebec too. */
export const casl: LawSource = law(
  'Canada’s Anti-Spam Legislation, S.C. 2010, c. 23',
  's. 6 and 10',
  'https://laws-lois.justice.gc.ca/eng/acts/E-1.6/',
)
