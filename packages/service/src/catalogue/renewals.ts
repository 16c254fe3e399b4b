import { isSuperseded } from '../domain/purpose.ts'
import type { CataloguePlan } from './plan-catalogue.ts'

/** A purpose that a plan asks again about, and which standing grants stop counting with it. */
export interface RenewalQuestion {
  readonly purpose: string
  /** The lowest version whose grants count today: older ones were superseded before. */
  readonly fromVersion: number
}

/** How many grants those are; null: it could not be counted in time. */
export type Renewals = readonly { readonly purpose: string; readonly decisions: number | null }[]

export function renewalQuestions({ purposes, next }: CataloguePlan): RenewalQuestion[] {
  return purposes.flatMap(({ key, asksAgain, fromVersion }) => {
    const purpose = next.catalogue.purposes.get(key)
    const before = purpose?.versions.findLast(({ version }) => version < purpose.current.version)
    if (!asksAgain || fromVersion === null || purpose === undefined || before === undefined) return []
    const covering = purpose.versions.find(({ version }) => !isSuperseded(purpose, version, before))
    return [{ purpose: key, fromVersion: covering?.version ?? fromVersion }]
  })
}

export function renewalLines(renewals: Renewals): string[] {
  return renewals.map(({ purpose, decisions }) =>
    decisions === null
      ? `  ${purpose}: the standing grants could not be counted in time.`
      : `  ${purpose}: about ${decisions.toLocaleString('en')} standing ${decisions === 1 ? 'grant' : 'grants'} would need renewal (a count in passing: eventually consistent).`,
  )
}

export function renewalsToJson(renewals: Renewals): object[] {
  return renewals.map((each) => ({ ...each, consistency: 'eventual' }))
}
