import type { Catalogue } from '../domain/catalogue.ts'
import type { MatchedBy, Model } from '../domain/policy.ts'
import { type PurposeCategory, purposeCategories } from '../domain/purpose.ts'
import { type Reason, standingOf } from '../domain/standing.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { ResolvedPolicy } from './policy-of.ts'

/** One fact of a policy, and where it is written. */
export interface ExplainedFact {
  readonly fact: string
  readonly says: string
  readonly source: string
  readonly url: string | null
}

/** Why a policy is what it is, for people and for programs. */
export interface Explanation {
  readonly place: { readonly words: string; readonly at: string; readonly gpc: boolean }
  readonly law: {
    readonly regime: string
    readonly name: string
    readonly authority: string
    readonly source: string
    readonly effective_from: string
    readonly version: number
    readonly matched_by: MatchedBy
    readonly why: string
    readonly candidates: readonly string[]
    readonly fingerprint: string
  }
  readonly facts: readonly ExplainedFact[]
  readonly purposes: readonly {
    readonly key: string
    readonly category: PurposeCategory
    readonly model: Model
    readonly allowed: boolean
    readonly reason: Reason
  }[]
  readonly notes: readonly string[]
}

const asks: Readonly<Record<Model, string>> = {
  opt_in: 'consent first',
  opt_out: 'a way out',
  notice: 'a notice',
  none: 'nothing',
}

export function explainPolicy(
  policy: ResolvedPolicy,
  catalogue: Pick<Catalogue, 'purposes'>,
  { gpc, at }: { readonly gpc: boolean; readonly at: number },
): Explanation {
  return {
    place: { words: placeWords(policy), at: toTimestamp(at), gpc },
    law: {
      regime: policy.regime,
      name: policy.regimeName,
      authority: policy.authority,
      source: policy.source,
      effective_from: policy.effectiveFrom,
      version: policy.version,
      matched_by: policy.matchedBy,
      why: whyWords(policy),
      candidates: policy.candidates,
      fingerprint: policy.fingerprint,
    },
    facts: explainFacts(policy, gpc),
    purposes: explainPurposes(policy, catalogue, gpc),
    notes: policy.notes,
  }
}

function placeWords({ country, region }: ResolvedPolicy): string {
  if (country === null) return 'A place that is not known'
  return region === null ? country : `${country}-${region}`
}

function whyWords({ matchedBy, candidates }: ResolvedPolicy): string {
  const passedOver = candidates.slice(1).join(', ')
  const others = passedOver === '' ? '' : `; it goes before ${passedOver}`
  switch (matchedBy) {
    case 'region':
      return `the region's own law${others}`
    case 'country':
      return `the law of the country${candidates.length > 1 ? `, of ${candidates.join(', ')}` : ''}`
    case 'default':
      return 'no law of this country is in the table, so the strictest rules hold'
    default:
      return 'the place is not known, so the strictest rules hold'
  }
}

function explainFacts(policy: ResolvedPolicy, gpc: boolean): ExplainedFact[] {
  const { dataRequest, gpcCategories } = policy
  const signalled =
    gpcCategories.length === 0
      ? 'no duty to heed it'
      : `an opt-out of ${gpcCategories.join(', ')}${gpc ? ', and it was sent' : ''}`
  return [
    ...purposeCategories.map((category) => sourced(policy, category, asks[policy.models[category]])),
    sourced(policy, 'gpc', signalled),
    sourced(policy, 'renewAfter', policy.renewAfter ?? 'no term'),
    sourced(policy, 'askAgainAfter', policy.askAgainAfter ?? 'no term'),
    sourced(policy, 'ageOfConsent', String(policy.ageOfConsent)),
    sourced(
      policy,
      'dataRequest',
      `${dataRequest.deadline}${dataRequest.extension === null ? '' : `, extended by ${dataRequest.extension}`}: ${dataRequest.rights.join(', ')}`,
    ),
    {
      fact: 'signals',
      says: `TCF ${policy.tcfApplies ? 'applies' : 'does not apply'}; GPP sections ${policy.gppSections.join(', ') || 'none'}`,
      source: 'IAB Global Privacy Platform, "Section Information"',
      url: null,
    },
  ]
}

/** A category without a source of its own stands under `models`; what the project overrode, in its catalogue. */
function sourced({ sources, overridden, models }: ResolvedPolicy, fact: string, says: string): ExplainedFact {
  if (overridden.includes(fact))
    return { fact, says, source: 'policies.overrides of your catalogue', url: null }
  const own = sources[fact] ?? (Object.hasOwn(models, fact) ? sources['models'] : undefined)
  if (own === undefined) return { fact, says, source: 'no law of the place says otherwise', url: null }
  return { fact, says, source: `${own.title}, ${own.clause}`, url: own.url }
}

function explainPurposes(
  policy: ResolvedPolicy,
  { purposes }: Pick<Catalogue, 'purposes'>,
  gpc: boolean,
): Explanation['purposes'] {
  return [...purposes.values()].flatMap((purpose) => {
    const { current } = purpose
    // As published today: the law of another day, not the catalogue of another day.
    const at = Date.parse(current.effective_from)
    const standing = standingOf({ purpose, decision: undefined, policy, gpc, at })
    if (standing === undefined) return []
    return [
      {
        key: purpose.key,
        category: current.category,
        model: policy.models[current.category],
        allowed: standing.allowed,
        reason: standing.reason,
      },
    ]
  })
}
