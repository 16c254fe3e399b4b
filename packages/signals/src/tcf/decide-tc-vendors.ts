import type { Choices } from '../choices.ts'
import { MAY_HAVE, type TcfContext } from './tcf-context.ts'
import { isDeletedAt } from './vendor-list.ts'

/** Ids of vendors, ascending. */
export interface TcVendors {
  readonly disclosed: readonly number[]
  readonly consents: readonly number[]
  readonly interests: readonly number[]
}

const SHOWN = 1
const GRANTED = 2
const OBJECTED = 4

/**
 * The three vendor sections.
 *
 * - Disclosed: exactly those the notice showed, on its list and not deleted by then (TCF 2.3, "Disclosed Vendors").
 * - Consent: granted, disclosed, and able to stand on consent.
 * - Interest: not objected to, disclosed, and able to stand on legitimate interest.
 *
 * A notice shown and not answered thus has every interest and no consent (CMP API, `cmpuishown`).
 */
export function decideTcVendors(choices: Choices, context: TcfContext): TcVendors {
  const said = new Uint8Array(context.mayHave.length)
  mark(said, choices.vendors.shown, SHOWN)
  mark(said, choices.vendors.granted, GRANTED)
  mark(said, choices.vendors.objected, OBJECTED)
  for (const vendor of context.deletions) if (isDeletedAt(vendor, choices.changedAtMs)) said[vendor.id] = 0
  // Filled by index and cut to length: the hot loop of a TC string, and pushing would double it.
  const disclosed = new Array<number>(said.length)
  const consents = new Array<number>(said.length)
  const interests = new Array<number>(said.length)
  let disclosedCount = 0
  let consentCount = 0
  let interestCount = 0
  for (let id = 1; id < said.length; id++) {
    const bits = said[id] ?? 0
    const may = context.mayHave[id] ?? 0
    if ((may & MAY_HAVE.disclosure) === 0 || (bits & SHOWN) === 0) continue
    disclosed[disclosedCount++] = id
    if ((may & MAY_HAVE.consent) !== 0 && (bits & GRANTED) !== 0) consents[consentCount++] = id
    if ((may & MAY_HAVE.interest) !== 0 && (bits & OBJECTED) === 0) interests[interestCount++] = id
  }
  disclosed.length = disclosedCount
  consents.length = consentCount
  interests.length = interestCount
  return { disclosed, consents, interests }
}

function mark(said: Uint8Array, ids: readonly number[], bit: number): void {
  // An id beyond the list is no element of the array, and setting one that is not does nothing.
  for (const id of ids) said[id] = (said[id] ?? 0) | bit
}
