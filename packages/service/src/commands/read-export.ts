import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type ExportedRecord, Malformed, parseErasure, parseLeafEntry } from '@assent/evidence'
import type { ExportHeader, ExportLine } from '../log/export-log.ts'
import { CommandRefused } from './command-refused.ts'

/** An export as an audit reads it: two streams in step, out of one pass over the file. */
export interface ExportFile {
  readonly header: ExportHeader
  readonly leafHashes: AsyncIterable<Uint8Array>
  readonly records: AsyncIterable<ExportedRecord>
}

export async function openExportFile(path: string): Promise<ExportFile> {
  const lines = linesOf(path)
  const first = await lines.next()
  const header = (first.done === true ? null : parse(first.value)) as Partial<ExportHeader> | null
  if (header?.format !== 'assent-export/1') throw new CommandRefused(`${path} is no file of "assent export".`)
  return { header: header as ExportHeader, ...inStep(lines) }
}

/** What one of the two reads waits for the other, which is never far behind: the audit holds some thousand lines. */
function inStep(lines: AsyncGenerator<string>): Pick<ExportFile, 'leafHashes' | 'records'> {
  const hashes: Uint8Array[] = []
  const records: ExportedRecord[] = []
  async function pull(): Promise<boolean> {
    const { done, value } = await lines.next()
    if (done === true) return false
    const [leafHash, entry, payload] = parse(value) as ExportLine
    hashes.push(Buffer.from(leafHash, 'base64'))
    records.push({ entry: Buffer.from(entry), payload: payload === null ? null : Buffer.from(payload) })
    return true
  }
  async function* each<T>(waiting: T[]): AsyncGenerator<T> {
    do {
      yield* waiting.splice(0)
    } while (await pull())
    // The other one may have read the last lines.
    yield* waiting.splice(0)
  }
  return { leafHashes: each(hashes), records: each(records) }
}

/** The records that exports of later logs tell the erasure of; whether they tell the truth is for their own audit. */
export async function readErasures(paths: readonly string[]): Promise<string[]> {
  const erased: string[] = []
  for (const path of paths)
    for await (const { entry, payload } of (await openExportFile(path)).records) {
      if (payload === null || !Buffer.from(entry).includes('\nerasure\n')) continue
      try {
        const { commitment } = parseLeafEntry(entry)
        if (hash('sha256', payload, 'buffer').equals(commitment))
          erased.push(...parseErasure(payload).records)
      } catch (error) {
        if (!(error instanceof Malformed)) throw error
      }
    }
  return erased
}

const chunkBytes = 1_048_576

async function* linesOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path, { encoding: 'utf8', highWaterMark: chunkBytes })
  await new Promise((resolve, reject) => file.once('open', resolve).once('error', reject)).catch(() => {
    throw new CommandRefused(`${path} cannot be read.`)
  })
  let begun = ''
  for await (const chunk of file) {
    const lines = (begun + chunk).split('\n')
    begun = lines.pop() ?? ''
    for (const line of lines) yield line
  }
  if (begun !== '') yield begun
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new CommandRefused('The file holds a line that is not JSON.')
  }
}
