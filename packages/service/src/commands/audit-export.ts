import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { auditLog, decodeBase64, type ExportedRecord, parseVerifierKey } from '@assent/evidence'
import type { ExportHeader, ExportLine } from '../log/export-log.ts'
import type { Given } from './command.ts'
import { CommandRefused } from './context.ts'
import type { Output } from './output.ts'
import { readLogKeys, readSeen } from './read-trust.ts'

const encoder = new TextEncoder()

/** Exit code 0 for a clean log, 1 for one with findings. */
export async function auditExport(output: Output, given: Given): Promise<void> {
  const path = String(given['file'])
  const header = await readHeader(path)
  const givenKeys = readLogKeys(given)
  if (givenKeys.length === 0)
    output.say(
      'No --log-key was given: the one in the export is believed, which proves nothing against its maker.',
    )
  const logKeys = givenKeys.length > 0 ? givenKeys : [parseVerifierKey(header.log_key)]
  const seenCheckpoints = readSeen(given)
  const report = await auditLog(
    {
      origin: header.origin,
      leafHashes: leafHashes(path),
      records: records(path),
      checkpoints: header.checkpoints,
      keySet: header.key_set,
    },
    { logKeys, ...(seenCheckpoints.length === 0 ? {} : { seenCheckpoints }) },
    (bytes) => hash('sha256', bytes, 'buffer'),
  )
  for (const { name, index, detail } of report.findings)
    output.say(`${name}${index === null ? '' : ` at ${index}`}: ${detail}`)
  for (const [name, count] of report.counts) output.say(`${String(count).padStart(8)}  ${name}`)
  output.say(
    `${report.isClean ? 'CLEAN' : 'NOT CLEAN'}: ${report.leafCount} records of ${header.origin}, ${report.erasedCount} of them erased.`,
  )
  output.result({ ...report, counts: Object.fromEntries(report.counts), origin: header.origin })
  if (!report.isClean) process.exitCode = 1
}

async function readHeader(path: string): Promise<ExportHeader> {
  for await (const line of linesOf(path)) {
    const header = parse(line) as Partial<ExportHeader> | null
    if (header?.format !== 'assent-export/1') break
    return header as ExportHeader
  }
  throw new CommandRefused(`${path} is no file of "assent export".`)
}

async function* leafHashes(path: string): AsyncGenerator<Uint8Array> {
  for await (const [leafHash] of exportLines(path)) yield decodeBase64(leafHash)
}

async function* records(path: string): AsyncGenerator<ExportedRecord> {
  for await (const [, entry, payload] of exportLines(path))
    yield { entry: encoder.encode(entry), payload: payload === null ? null : encoder.encode(payload) }
}

async function* exportLines(path: string): AsyncGenerator<ExportLine> {
  let isHeader = true
  for await (const line of linesOf(path)) {
    if (!isHeader && line !== '') yield parse(line) as ExportLine
    isHeader = false
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path)
  await new Promise((resolve, reject) => file.once('open', resolve).once('error', reject)).catch(() => {
    throw new CommandRefused(`${path} cannot be read.`)
  })
  yield* createInterface({ input: file, crlfDelay: Number.POSITIVE_INFINITY })
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new CommandRefused('The file holds a line that is not JSON.')
  }
}
