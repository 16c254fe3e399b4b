import fc from 'fast-check'
import type { DecisionValue } from '../src/domain/decision.ts'
import { type MergeStrategy, mergeStrategies } from '../src/domain/merge.ts'

/** What may happen to people, told by names: `v…` visitors, `c…` customers, `e…` addresses. */
export type Step =
  | {
      readonly kind: 'record'
      readonly name: string
      readonly purpose: string
      readonly value: DecisionValue
    }
  | { readonly kind: 'identify'; readonly name: string; readonly address: string }
  | { readonly kind: 'link'; readonly visitor: string; readonly customer: string }
  | {
      readonly kind: 'merge'
      readonly source: string
      readonly target: string
      readonly strategy: MergeStrategy
    }
  | { readonly kind: 'undo'; readonly merge: number }
  | { readonly kind: 'erase'; readonly name: string }

export const visitors = ['v0', 'v1', 'v2'] as const
export const customers = ['c0', 'c1', 'c2'] as const
export const addresses = ['e0', 'e1'] as const
export const names: readonly string[] = [...visitors, ...customers, ...addresses]
export const purposes = ['analytics', 'marketing'] as const

const name = fc.constantFrom(...names)
const person = fc.constantFrom(...visitors, ...customers)

export const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('record' as const),
        name,
        purpose: fc.constantFrom(...purposes),
        value: fc.constantFrom('granted' as const, 'denied' as const, 'withdrawn' as const),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('identify' as const),
        name: person,
        address: fc.constantFrom(...addresses),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('link' as const),
        visitor: fc.constantFrom(...visitors),
        customer: fc.constantFrom(...customers),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('merge' as const),
        source: name,
        target: name,
        strategy: fc.constantFrom(...mergeStrategies),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo' as const), merge: fc.nat(5) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), name }) },
  ),
  { minLength: 8, maxLength: 30 },
)

/** One act of a person, in the order of time: a decision, or what a merge brought. */
type Act =
  | { readonly decision: Decision }
  | { readonly merge: number; readonly source: string; readonly strategy: MergeStrategy }

interface Decision {
  readonly time: number
  readonly purpose: string
  readonly value: DecisionValue
  readonly record: string
}

interface Merge {
  readonly source: string
  readonly target: string
  undone: boolean
}

/** A person of the model; every name is one, until it is somebody else's. */
interface Person {
  into: string | undefined
  /** Whether `into` is a merge, or the name only ever was theirs. */
  isMerged: boolean
  acts: Act[]
  isErased: boolean
  readonly addresses: Set<string>
}

type Outcome = 'done' | 'subject_not_found' | 'subject_erased' | 'merge_conflict' | 'identifier_conflict'

/** The promise in its simplest form: lists in memory, nothing stored twice, everything computed from the acts. */
export class PeopleModel {
  readonly #people = new Map<string, Person>()
  readonly merges: Merge[] = []
  #time = 0

  /** The person a name leads to; undefined: nobody yet. */
  find(at: string): string | undefined {
    let next = at
    for (;;) {
      const person = this.#people.get(next)
      if (person === undefined) return undefined
      if (person.into === undefined) return next
      next = person.into
    }
  }

  record(at: string, purpose: string, value: DecisionValue, record: string): void {
    const key = this.find(at) ?? at
    const person = this.#person(key)
    person.isErased = false
    person.acts.push({ decision: { time: ++this.#time, purpose, value, record } })
  }

  identify(at: string, address: string): Outcome {
    const owner = this.find(at)
    if (owner === undefined) return 'subject_not_found'
    if (this.isErased(at)) return 'subject_erased'
    const other = this.find(address)
    if (other !== undefined && this.isErased(address)) return 'subject_erased'
    if (other !== undefined && other !== owner) return 'identifier_conflict'
    if (other === undefined) {
      this.#people.set(address, { ...blank(), into: owner })
      this.#person(owner).addresses.add(address)
    } else this.#holder(address).addresses.add(address)
    return 'done'
  }

  link(visitor: string, customer: string): Outcome {
    const [source, target] = [this.find(visitor) ?? visitor, this.find(customer) ?? customer]
    if (source !== target && (source !== visitor || this.#isSomebody(visitor))) return 'merge_conflict'
    for (const key of [visitor, customer]) this.#person(key).isErased = false
    if (source !== target) this.#join(source, target, 'most_recent')
    return 'done'
  }

  merge(from: string, into: string, strategy: MergeStrategy): Outcome {
    for (const key of [from, into]) {
      if (this.find(key) === undefined) return 'subject_not_found'
      if (this.isErased(key)) return 'subject_erased'
    }
    const [source, target] = [this.find(from), this.find(into)]
    if (source === undefined || target === undefined || source === target) return 'merge_conflict'
    this.#join(source, target, strategy)
    return 'done'
  }

  undo(index: number): Outcome {
    const merge = this.merges[index]
    if (merge === undefined) throw new Error('no such merge')
    const target = this.#person(merge.target)
    if (target.isErased) return 'subject_erased'
    if (merge.undone) return 'done'
    if (target.into !== undefined) return 'merge_conflict'
    merge.undone = true
    Object.assign(this.#person(merge.source), { into: undefined, isMerged: false })
    return 'done'
  }

  erase(at: string): Outcome {
    const key = this.find(at)
    if (key === undefined) return 'subject_not_found'
    if (this.isErased(at)) return 'subject_erased'
    const members = this.members(key)
    const gone = [...members, ...members.flatMap((member) => [...this.#person(member).addresses])]
    for (const merge of this.merges) if (members.includes(merge.target)) merge.undone = true
    for (const name of gone) this.#people.set(name, { ...blank(), isErased: true })
    return 'done'
  }

  isErased(at: string): boolean {
    const key = this.find(at)
    return key !== undefined && this.#person(key).isErased
  }

  /** The person, and all who were merged into them. */
  members(key: string): string[] {
    const own = this.#person(key).acts.flatMap((act) =>
      'merge' in act && this.merges[act.merge]?.undone === false ? this.members(act.source) : [],
    )
    return [key, ...own]
  }

  /** The records of a person, over all merges. */
  records(key: string): string[] {
    return this.members(key).flatMap((member) =>
      this.#person(member).acts.flatMap((act) => ('decision' in act ? [act.decision.record] : [])),
    )
  }

  /** Which record decides on each purpose, and how. */
  standing(key: string): Map<string, Decision> {
    const state = new Map<string, Decision>()
    for (const act of this.#person(key).acts) {
      if ('decision' in act) state.set(act.decision.purpose, act.decision)
      else if (this.merges[act.merge]?.undone === false)
        for (const [purpose, theirs] of this.standing(act.source)) {
          const ours = state.get(purpose)
          if (ours === undefined || prevails(theirs, ours, act.strategy)) state.set(purpose, theirs)
        }
    }
    return state
  }

  #join(source: string, target: string, strategy: MergeStrategy): void {
    this.#person(target).acts.push({ merge: this.merges.length, source, strategy })
    this.merges.push({ source, target, undone: false })
    Object.assign(this.#person(source), { into: target, isMerged: true })
  }

  #isSomebody(key: string): boolean {
    return this.#person(key).addresses.size > 0 || this.members(key).length > 1
  }

  /** Of the people who are one by merges, the one whose address it is. */
  #holder(address: string): Person {
    const own = this.#person(address)
    return own.into === undefined || own.isMerged ? own : this.#person(own.into)
  }

  #person(key: string): Person {
    let person = this.#people.get(key)
    if (person === undefined) {
      person = blank()
      this.#people.set(key, person)
    }
    return person
  }
}

function blank(): Person {
  return { into: undefined, isMerged: false, acts: [], isErased: false, addresses: new Set() }
}

/** No two acts of the model are at one time, so there are no ties. */
function prevails(source: Decision, target: Decision, strategy: MergeStrategy): boolean {
  if (strategy === 'target_wins') return false
  const [one, other] = [source.value === 'granted', target.value === 'granted']
  if (strategy === 'most_restrictive' && one !== other) return !one
  return source.time > target.time
}
