import { hash, type X509Certificate } from 'node:crypto'
import { auditLog, parseVerifierKey, type SeenCheckpoint } from '@assent/evidence'
import type { ExportHeader } from '../log/export-log.ts'
import { BadDer } from '../log/time-stamp/der.ts'
import { verifyTimeStamp } from '../log/time-stamp/verify-time-stamp.ts'
import type { Given } from './command.ts'
import type { Output } from './output.ts'
import { openExportFile, readErasures } from './read-export.ts'
import { readAuthorities, readTrust } from './read-trust.ts'

/** Exit code 0 for a clean log, 1 for one with findings. */
export async function auditExport(output: Output, given: Given): Promise<void> {
  const { header, leafHashes, records } = await openExportFile(String(given['file']))
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
      leafHashes,
      records,
      checkpoints: header.checkpoints,
      keySet: header.key_set,
      erasedElsewhere: await readErasures(given['later'] as string[]),
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
