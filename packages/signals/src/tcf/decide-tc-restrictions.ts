import type { Choices } from '../choices.ts'
import { RESTRICTION, type RestrictionType, type TcRestriction } from './tc-fields.ts'
import type { PurposeRestrictions, TcfContext } from './tcf-context.ts'
import { isDeletedAt } from './vendor-list.ts'
import type { VendorRange } from './vendor-ranges.ts'

/**
 * The publisher restrictions that touch a disclosed vendor, by purpose and type.
 *
 * @param disclosed ids, ascending
 */
export function decideTcRestrictions(
  choices: Choices,
  context: TcfContext,
  disclosed: readonly number[],
): TcRestriction[] {
  if (context.restrictions.length === 0) return []
  const isDisclosed = new Set(disclosed)
  return context.restrictions.flatMap((purpose) =>
    Object.values(RESTRICTION).flatMap((type) => {
      const vendorRanges = wideRanges(context, purpose, type, isDisclosed, choices.changedAtMs)
      return vendorRanges.length === 0
        ? []
        : [{ purposeId: purpose.purposeId, restrictionType: type, vendorRanges }]
    }),
  )
}

/**
 * Ranges as wide as they may be: over gaps in the list and over deleted vendors, which "unlike other range encodings"
 * is permitted here (TCF, PubRestrictionEntry, EndVendorId). On a real list this is a third of the length.
 */
function wideRanges(
  context: TcfContext,
  purpose: PurposeRestrictions,
  type: RestrictionType,
  disclosed: ReadonlySet<number>,
  atMs: number,
): VendorRange[] {
  const ranges: VendorRange[] = []
  let open: [number, number] | null = null
  context.list.vendors.forEach((vendor, index) => {
    const { id } = vendor
    if (isDeletedAt(vendor, atMs)) return
    if (purpose.types[index] !== type || !disclosed.has(id)) {
      open = null
    } else if (open === null) {
      open = [id, id]
      ranges.push(open)
    } else {
      open[1] = id
    }
  })
  return ranges
}
