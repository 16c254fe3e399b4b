import type { RegimePlace } from '../regime.ts'
import { memberStatesAToG } from './member-states-a-g.ts'
import { memberStatesHToL } from './member-states-h-l.ts'
import { memberStatesMToZ } from './member-states-m-z.ts'

/** The 27 member states of the Union and Iceland, Liechtenstein and Norway, by name; dated where a rule changed. */
export const memberStates: readonly RegimePlace[] = [
  ...memberStatesAToG,
  ...memberStatesHToL,
  ...memberStatesMToZ,
]
