/** The published JSON of a vendor list, or of its translation: served as it came, keys we do not know included. */
export type PublishedJson = Readonly<Record<string, unknown>>

/**
 * The same list with none but the named vendors; ids it does not hold are passed over, all else is untouched.
 *
 * @example narrowVendorList({ vendorListVersion: 12, vendors: { 1: { id: 1 }, 2: { id: 2 } } }, [2, 3])
 * // { vendorListVersion: 12, vendors: { 2: { id: 2 } } }
 */
export function narrowVendorList(list: PublishedJson, vendorIds: readonly number[]): PublishedJson {
  const { vendors } = list
  const all: Readonly<Record<string, unknown>> =
    typeof vendors === 'object' && vendors !== null ? { ...vendors } : {}
  const ids = [...new Set(vendorIds)].sort((a, b) => a - b)
  const narrowed = ids.filter((id) => Object.hasOwn(all, id)).map((id) => [id, all[id]])
  return { ...list, vendors: Object.fromEntries(narrowed) }
}
