import type { RegimePlace } from '../regime.ts'
import { memberStates } from './member-states.ts'

/**
 * Parts of a member state where Union law applies and that have an ISO 3166-1 code of their own: the French outermost
 * regions (TFEU Art. 349 and 355(1)) and Åland (Protocol No 2 to the 1994 Act of Accession). Greenland, the Faroes,
 * Svalbard and the other French and Dutch territories are outside and have laws of their own.
 */
const partOf: readonly (readonly [territory: string, state: string])[] = [
  ['GF', 'FR'],
  ['GP', 'FR'],
  ['MF', 'FR'],
  ['MQ', 'FR'],
  ['RE', 'FR'],
  ['YT', 'FR'],
  ['AX', 'FI'],
]

export const territories: readonly RegimePlace[] = partOf.flatMap(([territory, state]) =>
  memberStates.filter((entry) => entry.country === state).map((entry) => ({ ...entry, country: territory })),
)
