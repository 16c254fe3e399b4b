import type { AuditFindings } from './audit-findings.ts'
import { encodeBase64 } from './base64.ts'

/** Leaves without record and records without leaf, until it shows which belong together. */
export class Misplaced {
  /** Index by leaf hash. */
  readonly #leaves: Map<string, number> = new Map()
  readonly #records: { readonly index: number; readonly leafHash: string }[] = []

  addLeaf(index: number, leafHash: Uint8Array): void {
    this.#leaves.set(encodeBase64(leafHash), index)
  }

  addRecord(index: number, leafHash: Uint8Array): void {
    this.#records.push({ index, leafHash: encodeBase64(leafHash) })
  }

  /** Says of each what was done to it. */
  judge(leafCount: number, findings: AuditFindings): void {
    const missing = new Set(this.#leaves.values())
    const unplaced: number[] = []
    for (const { index, leafHash } of this.#records) {
      const home = this.#leaves.get(leafHash)
      if (home === undefined) unplaced.push(index)
      else if (missing.delete(home)) findings.add('swapped_order', home, `its record stands at ${index}`)
    }
    for (const index of unplaced) {
      if (missing.delete(index))
        findings.add('altered_entry', index, 'the entry is not the one hashed into the tree')
      else findings.add('inserted_record', index, 'the tree has no leaf for the record that stands here')
    }
    judgeTail(missing, leafCount, findings)
    for (const index of missing)
      findings.add('removed_record', index, 'the tree has a leaf whose record is gone')
  }
}

/** Records missing up to the very end are one cut. */
function judgeTail(missing: Set<number>, leafCount: number, findings: AuditFindings): void {
  let end = leafCount
  while (missing.delete(end - 1)) end--
  if (end < leafCount)
    findings.add('cut_tail', end, `the records end at ${end}, the tree has ${leafCount} leaves`)
}
