import { rightsWithRevocation, stateLaw } from './state-law.ts'

export const maryland = stateLaw({
  key: 'us_md_modpa',
  region: 'MD',
  name: 'Maryland Online Data Privacy Act of 2024',
  code: 'Md. Code, Com. Law',
  url: 'https://mgaleg.maryland.gov/2024RS/bills/sb/sb0541E.pdf',
  authority: 'Division of Consumer Protection, Attorney General of Maryland',
  gppSection: 24,
  effectiveFrom: '2025-10-01',
  gpc: '§ 14-4707(f)(3)(ii)',
  clauses: {
    optOut: '§ 14-4705(b)(7)',
    notice: '§ 14-4707(d)',
    sensitive: '§ 14-4707(a)(1)-(2)',
    requests: '§ 14-4705(e)',
  },
  rights: rightsWithRevocation,
  notes: [
    'Sensitive data: consent is not enough. Collecting must be strictly necessary for a product or service asked for, and selling is forbidden (§ 14-4707(a)(1)-(2)): a purpose of this category that is neither must not be run.',
    'Under 18, known or knowable: no targeted advertising and no sale (§ 14-4707(a)(4)-(5)).',
    'Confirm: the clause says that a controller "may" use a link or a signal; the Attorney General and practice read it as a duty.',
    'Confirm: SB 541 section 2 keeps the act (or, read narrowly, its list of exceptions) from processing before 1 April 2026.',
    'Enacted as §§ 14-4601 and following; the code numbers it §§ 14-4701 and following.',
  ],
})
