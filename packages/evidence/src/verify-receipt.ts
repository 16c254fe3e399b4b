import { Checklist, type Finding, passed } from './checklist.ts'
import { checkCheckpoint, checkInclusion, checkSeen, checkWitnesses, knownTimes } from './log-checks.ts'
import type { LogProof } from './log-proof.ts'
import { parseReceiptAnswer, type ReceiptAnswer } from './receipt-answer.ts'
import * as checks from './receipt-checks.ts'
import { parseReceiptJws } from './receipt-jws.ts'
import type { ReceiptPayload } from './receipt-payload.ts'
import type { KnownTimes } from './time-rule.ts'
import type { Trust } from './trust.ts'

/** What is checked of a receipt, in this order. */
export type ReceiptCheck =
  | 'form'
  | 'header'
  | 'key'
  | 'key_events'
  | 'signature'
  | 'payload'
  | 'commitment'
  | 'inclusion'
  | 'checkpoint'
  | 'witnesses'
  | 'seen_checkpoints'
  | 'documents'
  | 'key_validity'
  | 'time'

export interface ReceiptVerdict {
  /**
   * `valid`: signed, and shown to be in a log that the verifier trusts. `valid_but_not_logged`: signed, and nothing
   * speaks against it, but not shown to be there. `erased`: the log's proof is all that is left. `invalid`: a
   * finding says why.
   */
  readonly verdict: 'valid' | 'valid_but_not_logged' | 'erased' | 'invalid'
  readonly findings: readonly Finding<ReceiptCheck>[]
  /** The claims, once their signature held. */
  readonly payload: ReceiptPayload | undefined
}

type Report = Checklist<ReceiptCheck>

/**
 * Verifies a receipt without network, and without believing whoever issued it: the key and the
 * signature first, then the log it is said to be in, then the documents its hashes name, and the times.
 *
 * @param receipt the JSON answer of `GET /v1/receipts/{id}`, as object or text, or the bare compact JWS
 * @param keySet the JSON of `/.well-known/jwks.json`
 * @param trust what the verifier believes beforehand
 * @returns a verdict on any input; a bad one throws nothing
 * @throws DOMException, a NotSupportedError, where the platform has no Ed25519 or ES256
 */
export async function verifyReceipt(
  receipt: unknown,
  keySet: unknown,
  trust: Trust = {},
): Promise<ReceiptVerdict> {
  const report: Report = new Checklist()
  const answer = await report.check('form', () => passed('a receipt', parseReceiptAnswer(receipt)))
  if (answer?.jws === null && answer.status === 'erased') await verifyErased(answer, trust, report)
  const payload = answer && (await verifySigned(answer, keySet, trust, report))
  return { verdict: verdictOf(report, answer), findings: report.findings, payload }
}

async function verifySigned(
  answer: ReceiptAnswer,
  keySet: unknown,
  trust: Trust,
  report: Report,
): Promise<ReceiptPayload | undefined> {
  if (answer.jws === null) return undefined
  const token = answer.jws
  const jws = await report.check('header', () =>
    passed('exactly the header of a receipt', parseReceiptJws(token)),
  )
  const key = jws && (await report.check('key', () => checks.findKey(jws.header, keySet)))
  if (jws === undefined || key === undefined) return undefined
  const events = await report.check('key_events', () => checks.checkKeyEvents(jws.header, trust))
  if (!(await report.check('signature', () => checks.checkSignature(jws, key)))) return undefined
  const payload = await report.check('payload', () => checks.readPayload(jws.payload, answer))
  if (payload === undefined) return undefined

  const { log, documents } = answer
  if (log) await report.check('commitment', () => checks.checkCommitment(jws.payload, payload, log))
  const times = await verifyLog(log, trust, report)
  await report.check('documents', () => checks.checkDocuments(payload, documents))
  await report.check('key_validity', () => checks.checkKeyValidity(jws.header, key, events ?? [], times))
  const recordedAtMs = Date.parse(payload.record.recorded_at)
  await report.check('time', () => checks.checkTime(recordedAtMs, jws.header.iat, times))
  return payload
}

async function verifyErased({ id, log }: ReceiptAnswer, trust: Trust, report: Report): Promise<void> {
  if (log === null) return
  const entry = await report.check('commitment', () => checks.checkErased(id, log))
  const times = await verifyLog(log, trust, report)
  if (entry) await report.check('time', () => checks.checkTime(entry.recordedAtMs, undefined, times))
}

async function verifyLog(log: LogProof | null, trust: Trust, report: Report): Promise<KnownTimes> {
  const checkpoint = log && (await report.check('inclusion', () => checkInclusion(log, trust)))
  const isSigned = checkpoint && (await report.check('checkpoint', () => checkCheckpoint(checkpoint, trust)))
  if (!isSigned) return { notBefore: undefined, notAfter: undefined }
  const witnessedAt = await report.check('witnesses', () => checkWitnesses(checkpoint, trust))
  const seen = await report.check('seen_checkpoints', () => checkSeen(checkpoint, trust))
  return knownTimes(log.index, witnessedAt, seen ?? [])
}

function verdictOf(report: Report, answer: ReceiptAnswer | undefined): ReceiptVerdict['verdict'] {
  // Missing witnesses make nothing false; they leave unproven that the log shows everybody the same.
  const { findings } = report
  if (findings.some(({ check, ok }) => ok === false && check !== 'witnesses')) return 'invalid'
  if (answer?.jws === null) return 'erased'
  const isWitnessed = !findings.some(({ check, ok }) => ok === false && check === 'witnesses')
  return report.hasPassed('checkpoint') && isWitnessed ? 'valid' : 'valid_but_not_logged'
}
