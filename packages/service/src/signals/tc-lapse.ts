import type { PurposeChoice, TcRenewalTerms } from '@assent/signals'
import type { Catalogue } from '../domain/catalogue.ts'
import { findStanding, type StandingState } from '../domain/standing-decision.ts'

type Lapse = NonNullable<TcRenewalTerms['lapse']>

/**
 * When the first of the grants that a TC string speaks of ceases to hold: by its own term, or because its purpose has
 * changed so much since, by the catalogue in force, that people are asked again.
 */
export function lapseOf(
  catalogue: Catalogue,
  purposes: readonly PurposeChoice[],
  state: StandingState,
): Lapse | null {
  const lapses = purposes
    .filter(({ status, mappings }) => status === 'granted' && speaksOf(mappings))
    .flatMap(({ key }) => lapsesOf(catalogue, key, state))
  return lapses.reduce<Lapse | null>(
    (first, next) => (first === null || next.atMs < first.atMs ? next : first),
    null,
  )
}

function speaksOf({ tcfPurposes, tcfSpecialFeatures }: PurposeChoice['mappings']): boolean {
  return tcfPurposes.length + tcfSpecialFeatures.length > 0
}

function lapsesOf(catalogue: Catalogue, key: string, state: StandingState): Lapse[] {
  const decision = findStanding(state, key)
  if (decision === undefined) return []
  const changed = catalogue.purposes
    .get(key)
    ?.versions.find(({ version, material_change }) => version > decision.version && material_change)
  return [
    ...(decision.expiresAt === null ? [] : [{ atMs: decision.expiresAt, reason: 'age' as const }]),
    ...(changed === undefined
      ? []
      : [{ atMs: Date.parse(changed.effective_from), reason: 'new_version' as const }]),
  ]
}
