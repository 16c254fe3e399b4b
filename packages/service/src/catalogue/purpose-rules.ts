import { z } from 'zod'
import { isAsked, legalBases, purposeCategories } from '../domain/purpose.ts'

const numbers = z.array(z.number()).catch([])

/** What the rules read of an entry. A part that is wrong in itself is told elsewhere and counts as absent here. */
const readable = z.object({
  category: z.enum(purposeCategories).optional().catch(undefined),
  legal_basis: z.enum(legalBases),
  valid_for: z.string().nullish().catch(undefined),
  mappings: z
    .object({ tcf_purposes: numbers, tcf_special_features: numbers, gpp: z.array(z.string()).catch([]) })
    .catch({ tcf_purposes: [], tcf_special_features: [], gpp: [] }),
})
type Entry = z.output<typeof readable>

interface Rule {
  /** The member to mend. */
  readonly member: keyof Entry
  readonly isBroken: (entry: Entry) => boolean
  readonly message: string
  readonly hint: string
}

/** Which legal basis can carry what. Each rule is one that a supervisory authority would hold against the project. */
const rules: readonly Rule[] = [
  {
    member: 'legal_basis',
    isBroken: ({ category, legal_basis }) =>
      legal_basis === 'none_needed' && category !== undefined && category !== 'strictly_necessary',
    message: 'none_needed is for strictly_necessary purposes alone',
    hint: 'ePrivacy Directive Art. 5(3) exempts only what a service cannot do without: name a legal basis.',
  },
  {
    member: 'legal_basis',
    isBroken: ({ category, legal_basis }) => category === 'strictly_necessary' && legal_basis === 'consent',
    message: 'what is strictly necessary is not asked',
    hint: 'If people can say no, the category is functional; if they cannot, the basis is none_needed or a duty.',
  },
  {
    member: 'legal_basis',
    isBroken: (entry) => entry.category === 'email_marketing' && !isAsked(entry),
    message: 'email_marketing rests on consent, or on legitimate_interest towards customers',
    hint: 'ePrivacy Directive Art. 13(1), and 13(2) for the soft opt-in.',
  },
  {
    member: 'legal_basis',
    isBroken: (entry) =>
      (entry.category === 'advertising' || entry.category === 'sale_or_sharing') && !isAsked(entry),
    message: 'advertising and sale_or_sharing must leave people a choice',
    hint: 'Use consent or legitimate_interest: advertising is no part of a contract (EDPB Guidelines 2/2019, 51-53).',
  },
  {
    member: 'legal_basis',
    isBroken: ({ category, legal_basis }) =>
      category === 'sensitive' && (legal_basis === 'legitimate_interest' || legal_basis === 'contract'),
    message: 'sensitive data cannot rest on legitimate_interest or contract',
    hint: 'GDPR Art. 9(2): use consent, or legal_obligation, vital_interests or public_task where a law says so.',
  },
  {
    member: 'valid_for',
    isBroken: ({ legal_basis, valid_for }) => typeof valid_for === 'string' && legal_basis !== 'consent',
    message: 'only consent lapses',
    hint: 'Take it out: an objection has no term, and what is not asked has none either.',
  },
  {
    member: 'mappings',
    isBroken: (entry) =>
      entry.mappings.tcf_purposes.length + entry.mappings.gpp.length > 0 && !isAsked(entry),
    message: 'tcf_purposes and gpp need a purpose that people can refuse',
    hint: 'Take them out, or rest the purpose on consent or legitimate_interest.',
  },
  {
    member: 'mappings',
    isBroken: ({ legal_basis, mappings }) =>
      legal_basis === 'legitimate_interest' &&
      mappings.tcf_purposes.some((purpose) => consentOnly.has(purpose)),
    message: 'TCF purposes 1, 3, 4, 5 and 6 rest on consent alone',
    hint: 'IAB Europe Transparency & Consent Framework Policies, since version 2.2: map 2 and 7 to 11, or use consent.',
  },
  {
    member: 'mappings',
    isBroken: ({ legal_basis, mappings }) =>
      legal_basis !== 'consent' && mappings.tcf_special_features.length > 0,
    message: 'TCF special features rest on consent alone',
    hint: 'Special features are opt-in in the IAB Europe Transparency & Consent Framework Policies.',
  },
]

const consentOnly: ReadonlySet<number> = new Set([1, 3, 4, 5, 6])

/** Runs beside the checks of form, so that all faults of an entry are told at once. */
export function checkPurposeRules(value: unknown, context: z.RefinementCtx): void {
  const { data: entry } = readable.safeParse(value)
  if (entry === undefined) return
  for (const { isBroken, member, message, hint } of rules) {
    if (isBroken(entry)) context.addIssue({ code: 'custom', path: [member], message, params: { hint } })
  }
}
