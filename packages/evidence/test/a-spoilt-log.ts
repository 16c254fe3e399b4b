import {
  type AuditReport,
  appendLeaf,
  auditLog,
  type ExportedLog,
  type ExportedRecord,
  emptyFrontier,
  encodeLeafEntry,
  hashLeaf,
  parseLeafEntry,
  rootOf,
  signCheckpoint,
  type Trust,
} from '../src/index.ts'
import { morningMs, sha256 } from './builders.ts'
import { someSigner, someWitness } from './note-keys.ts'
import { someReceiptSigner } from './receipt-keys.ts'
import { type Spoilable, TestLog } from './test-log.ts'

export const morning = morningMs / 1000
export const signer = someReceiptSigner('ES256', morning, morning + 86_400)
let now = morning
export const witness = someWitness('witness.example', 2, () => now)

/** Two key events, 600 records a second apart, a witnessed checkpoint after 200 and 400, a last one at the end. */
export async function aLog(change: (log: TestLog) => unknown = () => {}): Promise<TestLog> {
  const log = new TestLog()
  log.keyEvent('created', signer.kid, morningMs - 2000)
  log.keyEvent('activated', signer.kid, morningMs - 1000)
  for (let number = 0; number < 600; number++) {
    log.consent({ number, subject: number % 50, seq: 1 + Math.floor(number / 50) })
    if (number % 200 === 199) {
      now = morning + number + 2
      await log.checkpoint(log.size, [witness])
    }
  }
  change(log)
  now = morning + 700
  await log.checkpoint(log.size, [witness])
  return log
}

export const trustIn = (log: TestLog): Trust => ({
  logKeys: [log.signer.key],
  witnesses: { keys: [witness.key], quorum: 1 },
})

export const audit = (log: ExportedLog, trust: Trust): Promise<AuditReport> =>
  auditLog({ keySet: { keys: [signer.jwk] }, ...log }, trust, sha256)

/** Audits an honest log after somebody had their way with the export. */
export async function spoil(
  tamper: (log: Spoilable, source: TestLog) => unknown,
  more: Trust = {},
): Promise<AuditReport> {
  const source = await aLog()
  const log = source.export()
  await tamper(log, source)
  return audit(log, { ...trustIn(source), ...more })
}

export const counted = ({ counts }: AuditReport): Record<string, number> => Object.fromEntries(counts)

/** What somebody who holds the log's key makes of changed records: a tree and a checkpoint that fit them. */
export async function signAnew(log: Spoilable, by = someSigner(log.origin, 1)): Promise<void> {
  log.leafHashes.splice(0, Number.POSITIVE_INFINITY, ...log.records.map(({ entry }) => hashLeaf(entry)))
  let frontier = emptyFrontier
  for (const leafHash of log.leafHashes) frontier = appendLeaf(frontier, leafHash, sha256)
  const checkpoint = { origin: log.origin, size: frontier.size, root: rootOf(frontier, sha256) }
  log.checkpoints.splice(0, Number.POSITIVE_INFINITY, await signCheckpoint(checkpoint, [by]))
}

export function rewrite({ entry }: ExportedRecord, payload: Uint8Array): ExportedRecord {
  return { entry: encodeLeafEntry({ ...parseLeafEntry(entry), commitment: sha256(payload) }), payload }
}

export const recordAt = (log: Spoilable, index: number): ExportedRecord =>
  log.records[index] as ExportedRecord
