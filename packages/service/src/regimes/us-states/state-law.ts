import type { PurposeCategory } from '../../domain/purpose.ts'
import { type LawSource, law, type Models, type Regime, type RegimeEdition } from '../regime.ts'
import { canSpam, coppa } from '../us-federal/federal-statutes.ts'

/** What one day's change of a state law says; what it leaves out stays as it was. */
export interface StateChange {
  readonly effectiveFrom: string
  /** The clause that makes an opt-out preference signal binding for sale and targeted advertising. */
  readonly gpc?: string
  readonly models?: Partial<Models>
  readonly rights?: readonly string[]
  /** By fact or category: the clause that now carries it. */
  readonly clauses?: { readonly [fact: string]: string }
  /** Added to the earlier ones. */
  readonly notes?: readonly string[]
}

/** A state law by what differs from its neighbours': most follow the Virginia act of 2021. */
export interface StateLaw extends StateChange {
  readonly key: string
  readonly region: string
  readonly name: string
  /** How the code is cited, before a section: `Va. Code`. */
  readonly code: string
  readonly url: string
  readonly clauses: {
    /** The right to opt out of targeted advertising, sale and profiling. */
    readonly optOut: string
    readonly notice: string
    readonly sensitive: string
    /** The controller's answer to a request. */
    readonly requests: string
    readonly [fact: string]: string
  }
  readonly authority?: string
  /** The state's section of the IAB Global Privacy Platform; left out: it has none, and usnat (7) stands alone. */
  readonly gppSection?: number
  readonly deadline?: string
  readonly extension?: string
  /** Oldest first. */
  readonly changes?: readonly StateChange[]
}

/** Sale, sharing and targeted advertising: what every act with a signal duty lets the signal opt out of. */
const signalled: readonly PurposeCategory[] = ['advertising', 'sale_or_sharing']

/** The common model: notice, a way out of advertising, sale and profiling, consent for sensitive data. */
const commonModels: Models = {
  strictly_necessary: 'none',
  functional: 'notice',
  analytics: 'notice',
  advertising: 'opt_out',
  sale_or_sharing: 'opt_out',
  sensitive: 'opt_in',
  profiling: 'opt_out',
  email_marketing: 'opt_out',
}

/** The opt-out of targeted advertising and of profiling is asked for as an `objection` (contract, endpoint 24). */
export const commonRights: readonly string[] = [
  'access',
  'erasure',
  'rectification',
  'portability',
  'objection',
  'opt_out_sale',
]

/** With consent for sensitive data that the act says how to revoke. */
export const rightsWithRevocation: readonly string[] = [...commonRights, 'withdraw_consent']

export function stateLaw(state: StateLaw): Regime {
  const cite = (clause: string): LawSource => law(state.name, `${state.code} ${clause}`.trim(), state.url)
  const { optOut, notice, sensitive, requests, ...others } = state.clauses
  const sources = {
    models: cite(optOut),
    functional: cite(notice),
    analytics: cite(notice),
    sensitive: cite(sensitive),
    email_marketing: canSpam,
    ageOfConsent: coppa,
    dataRequest: cite(requests),
    ...citeAll(others, cite),
  }
  const first: RegimeEdition = {
    version: 1,
    effectiveFrom: state.effectiveFrom,
    models: { ...commonModels, ...state.models },
    gpcCategories: state.gpc === undefined ? [] : signalled,
    renewAfter: null,
    ageOfConsent: 13,
    dataRequest: {
      deadline: state.deadline ?? 'P45D',
      extension: state.extension ?? 'P45D',
      rights: state.rights ?? commonRights,
    },
    requestTiming: { clock: 'receipt', movesOffHolidays: false },
    tcfApplies: false,
    gppSections: state.gppSection === undefined ? [7] : [7, state.gppSection],
    sources: state.gpc === undefined ? sources : { ...sources, gpc: cite(state.gpc) },
    ...(state.notes === undefined ? {} : { notes: state.notes }),
  }

  const editions = [first]
  let latest = first
  for (const change of state.changes ?? []) {
    latest = amended(latest, change, cite)
    editions.push(latest)
  }
  return {
    key: state.key,
    name: state.name,
    authority: state.authority ?? 'Attorney General of the state',
    law: cite(''),
    places: [{ country: 'US', region: state.region }],
    editions,
  }
}

function amended(
  before: RegimeEdition,
  change: StateChange,
  cite: (clause: string) => LawSource,
): RegimeEdition {
  return {
    ...before,
    version: before.version + 1,
    effectiveFrom: change.effectiveFrom,
    models: { ...before.models, ...change.models },
    gpcCategories: change.gpc === undefined ? before.gpcCategories : signalled,
    dataRequest: { ...before.dataRequest, rights: change.rights ?? before.dataRequest.rights },
    sources: {
      ...before.sources,
      ...citeAll(change.clauses ?? {}, cite),
      ...(change.gpc === undefined ? {} : { gpc: cite(change.gpc) }),
    },
    notes: [...(before.notes ?? []), ...(change.notes ?? [])],
  }
}

function citeAll(
  clauses: { readonly [fact: string]: string },
  cite: (clause: string) => LawSource,
): { readonly [fact: string]: LawSource } {
  return Object.fromEntries(Object.entries(clauses).map(([fact, clause]) => [fact, cite(clause)]))
}
