import { hash, type X509Certificate } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import {
  auditLog,
  decodeBase64,
  type ExportedRecord,
  parseVerifierKey,
  type SeenCheckpoint,
} from '@assent/evidence'
import type { ExportHeader, ExportLine } from '../log/export-log.ts'
import { BadDer } from '../log/time-stamp/der.ts'
import { verifyTimeStamp } from '../log/time-stamp/verify-time-stamp.ts'
import type { Given } from './command.ts'
import { CommandRefused } from './context.ts'
import type { Output } from './output.ts'
import { readAuthorities, readTrust } from './read-trust.ts'

const encoder = new TextEncoder()

/** Exit code 0 for a clean log, 1 for one with findings. */
export async function auditExport(output: Output, given: Given): Promise<void> {
  const path = String(given['file'])
  const header = await readHeader(path)
  const trust = readTrust(given)
  if (trust.logKeys.length === 0)
    output.say(
      'No --log-key was given: the one in the export is believed, which proves nothing against its maker.',
    )
  const logKeys = trust.logKeys.length > 0 ? trust.logKeys : [parseVerifierKey(header.log_key)]
  const stamps = readTimeStamps(header, readAuthorities(given))
  if (stamps.unread > 0)
    output.say(
      `${stamps.unread} time stamps were not looked at: give the authority's certificate with --tsa.`,
    )
  const report = await auditLog(
    {
      origin: header.origin,
      leafHashes: leafHashes(path),
      records: records(path),
      checkpoints: header.checkpoints,
      keySet: header.key_set,
    },
    { ...trust, logKeys, seenCheckpoints: [...(trust.seenCheckpoints ?? []), ...stamps.seen] },
    (bytes) => hash('sha256', bytes, 'buffer'),
  )
  const findings = [...report.findings, ...stamps.findings]
  const counts = new Map<string, number>(report.counts)
  if (stamps.findings.length > 0) counts.set('forged_time_stamp', stamps.findings.length)
  const isClean = report.isClean && stamps.findings.length === 0
  for (const { name, index, detail } of findings)
    output.say(`${name}${index === null ? '' : ` at ${index}`}: ${detail}`)
  for (const [name, count] of counts) output.say(`${String(count).padStart(8)}  ${name}`)
  output.say(
    `${isClean ? 'CLEAN' : 'NOT CLEAN'}: ${report.leafCount} records of ${header.origin}, ${report.erasedCount} of them erased.`,
  )
  output.result({
    ...report,
    isClean,
    findings,
    counts: Object.fromEntries(counts),
    time_stamps: stamps.seen.length,
    origin: header.origin,
  })
  if (!isClean) process.exitCode = 1
}

interface StampFinding {
  readonly name: 'forged_time_stamp'
  readonly index: null
  readonly detail: string
}

/** What authorities say of the checkpoints: each is then one that somebody else had seen by that time. */
function readTimeStamps(
  { time_stamps: stamps = [] }: Partial<ExportHeader>,
  authorities: readonly X509Certificate[] | undefined,
): { readonly seen: SeenCheckpoint[]; readonly findings: StampFinding[]; readonly unread: number } {
  const seen: SeenCheckpoint[] = []
  const findings: StampFinding[] = []
  if (authorities === undefined) return { seen, findings, unread: stamps.length }
  for (const { checkpoint, token } of stamps) {
    try {
      const { genTime } = verifyTimeStamp(Buffer.from(token, 'base64'), Buffer.from(checkpoint), authorities)
      seen.push({ checkpoint, seenAt: Math.floor(genTime / 1000) })
    } catch (error) {
      if (!(error instanceof BadDer)) throw error
      findings.push({ name: 'forged_time_stamp', index: null, detail: error.message })
    }
  }
  return { seen, findings, unread: 0 }
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
