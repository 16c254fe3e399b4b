import {
  appendLeaf,
  decodeBase64,
  emptyFrontier,
  encodeBase64,
  encodeLeafEntry,
  hashLeaf,
  type LeafEntry,
  type NoteSigner,
  parseLeafEntry,
  rootOf,
  sha256,
  signCheckpoint,
} from '@assent/evidence'
import type { ExportHeader, ExportLine } from '../src/log/export-log.ts'

/** An export, taken apart for somebody who may change all of it and who may have the log's own key. */
export interface OpenExport {
  header: ExportHeader
  readonly rows: [leafHash: string, entry: string, payload: string | null][]
}

export function openExport([header = '', ...rows]: readonly string[]): OpenExport {
  return {
    header: JSON.parse(header) as ExportHeader,
    rows: rows.map((row) => [...(JSON.parse(row) as ExportLine)]),
  }
}

export function writeExport({ header, rows }: OpenExport): string {
  return `${[header, ...rows].map((line) => JSON.stringify(line)).join('\n')}\n`
}

export const entryAt = ({ rows }: OpenExport, index: number): LeafEntry =>
  parseLeafEntry(Buffer.from(rows[index]?.[1] ?? ''))

/** A row whose hash, entry and payload fit each other. */
export function rowOf(entry: Omit<LeafEntry, 'commitment'>, payload: string): OpenExport['rows'][number] {
  const commitment = sha256(Buffer.from(payload))
  const bytes = encodeLeafEntry({ ...entry, commitment })
  return [encodeBase64(hashLeaf(bytes)), new TextDecoder().decode(bytes), payload]
}

/** Makes the export one that its own leaves bear out, and signs it as the log did. */
export async function signAgain(open: OpenExport, signer: NoteSigner): Promise<void> {
  let frontier = emptyFrontier
  for (const [leafHash] of open.rows) frontier = appendLeaf(frontier, decodeBase64(leafHash))
  const tree = { origin: open.header.origin, size: open.rows.length, root: rootOf(frontier) }
  const checkpoints = [await signCheckpoint(tree, [signer])]
  open.header = { ...open.header, size: open.rows.length, checkpoints }
}
