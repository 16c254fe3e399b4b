import { decodeBase64, encodeBase64Url } from './base64.ts'
import { decodeUtf8 } from './canonical-json.ts'
import { notChecked, type Outcome, passed, Refuted } from './checklist.ts'
import { type DatedKeyEvent, isActiveAt, openKeyEvent, revocationOf } from './key-event.ts'
import { parseKeySet, type ReceiptKey } from './key-set.ts'
import type { LeafEntry } from './leaf-entry.ts'
import { entryOf, type LogProof } from './log-proof.ts'
import { isSameHash } from './merkle-tree.ts'
import type { ReceiptAnswer, ReceiptDocuments } from './receipt-answer.ts'
import { type ReceiptHeader, type ReceiptJws, verifyReceiptJws } from './receipt-jws.ts'
import { encodeReceiptPayload, parseReceiptPayload, type ReceiptPayload } from './receipt-payload.ts'
import { decodeRecordId } from './record-id.ts'
import { sha256 } from './sha256.ts'
import { isAfter, type KnownTimes, timeFault } from './time-rule.ts'
import { noteKeysOf, type Trust } from './trust.ts'
import { formatUuid } from './uuid.ts'

/** The key that the header names, out of the key set; the token's `alg` must be the key's, not the reverse. */
export function findKey({ alg, kid }: ReceiptHeader, keySet: unknown): Outcome<ReceiptKey> {
  const key = parseKeySet(keySet).find((each) => each.kid === kid)
  if (key === undefined) throw new Refuted('no key of the key set has this thumbprint')
  if (key.alg !== alg) throw new Refuted(`the key is for ${key.alg}, the header says ${alg}`)
  return passed(`the key set has the key ${kid}`, key)
}

/** @returns the key events given, each shown to be in a trusted log */
export async function checkKeyEvents(
  { kid, iat }: ReceiptHeader,
  trust: Trust,
): Promise<Outcome<DatedKeyEvent[]>> {
  if (trust.keyEvents === undefined) return notChecked('no key events were given')
  const keys = noteKeysOf(trust)
  const events = await Promise.all(trust.keyEvents.map((event) => openKeyEvent(event, keys)))
  if (!isActiveAt(iat, kid, events))
    throw new Refuted('the log knows of no time at which this key might have signed')
  return passed('the log says that the key was active when it signed', events)
}

export async function checkSignature(jws: ReceiptJws, key: ReceiptKey): Promise<Outcome<true>> {
  if (!(await verifyReceiptJws(jws, key))) throw new Refuted('the key did not sign this')
  return passed(`signed with ${key.alg}`, true)
}

/** The claims, and that what is shown beside the token is the same. */
export function readPayload(bytes: Uint8Array, { id, claims }: ReceiptAnswer): Outcome<ReceiptPayload> {
  const payload = parseReceiptPayload(bytes)
  if (id !== null && id !== payload.jti) throw new Refuted('the token is of another receipt')
  if (claims !== null && encodeReceiptPayload(claims as ReceiptPayload) !== decodeUtf8(bytes)) {
    throw new Refuted('the claims shown are not the claims signed')
  }
  return passed(`record ${payload.record.seq} of its subject`, payload)
}

/** That the log's entry speaks of this payload. */
export function checkCommitment(
  bytes: Uint8Array,
  { record }: ReceiptPayload,
  log: LogProof,
): Outcome<LeafEntry> {
  const entry = entryOf(log)
  if (!isSameHash(sha256(bytes), entry.commitment)) throw new Refuted('the log committed to other claims')
  const isOfRecord = entry.id === uuidOf(record.id) && entry.kind === record.kind
  if (!isOfRecord || entry.recordedAtMs !== Date.parse(record.recorded_at)) {
    throw new Refuted('the entry is of another record, kind or time')
  }
  return passed('the log committed to these claims', entry)
}

/** What is left to check of an erased receipt: that the entry is of this id. */
export function checkErased(id: string | null, log: LogProof): Outcome<LeafEntry> {
  const entry = entryOf(log)
  if (entry.id !== uuidOf(id)) throw new Refuted('the entry is of another record')
  return passed('erased; the log committed to claims that nobody can read any more', entry)
}

export function checkDocuments(payload: ReceiptPayload, documents: ReceiptDocuments | null): Outcome<true> {
  const missing: string[] = []
  const compare = (
    name: string,
    document: { readonly bytes_b64: string } | null | undefined,
    digest: string,
  ): void => {
    if (!document) missing.push(name)
    else if (encodeBase64Url(sha256(decodeBase64(document.bytes_b64))) !== digest) {
      throw new Refuted(`the text shown for ${name} is not the one that the claims name`)
    }
  }
  for (const { purpose } of 'decisions' in payload ? payload.decisions : []) {
    const { key, version } = purpose
    const document = documents?.purposes.find((each) => each.key === key && each.version === version)
    compare(`purpose ${key} version ${version}`, document, purpose.sha256)
  }
  if ('template' in payload) compare('the preference template', documents?.template, payload.template.sha256)
  compare('the controller', documents?.controller, payload.controller.sha256)
  if (payload.context_sha256 !== null) compare('the context', documents?.context, payload.context_sha256)
  if (missing.length > 0) return notChecked(`not given: ${missing.join(', ')}`)
  return passed('every text has the hash that the claims name', true)
}

/** That the key might sign when it did, and that its later revocation does not reach back to this receipt. */
export function checkKeyValidity(
  { iat }: ReceiptHeader,
  { kid, nbf, exp, revoked }: ReceiptKey,
  events: readonly DatedKeyEvent[],
  times: KnownTimes,
): Outcome<true> {
  if (iat < nbf || iat >= exp) throw new Refuted('signed outside the life of the key')
  const revokedAt = Math.min(revoked?.revoked_at ?? Number.POSITIVE_INFINITY, revocationOf(kid, events))
  if (revokedAt === Number.POSITIVE_INFINITY) return passed('signed within the life of the key', true)
  if (iat >= revokedAt) throw new Refuted('signed after the key was revoked')
  // The thief of a key can write any `iat`; only what others saw in the log before is beyond him.
  if (times.notAfter === undefined || times.notAfter >= revokedAt) {
    throw new Refuted('the key was revoked, and nobody is known to have seen the record in the log before')
  }
  return passed('the key was revoked after others had seen this record in the log', true)
}

export function checkTime(recordedAtMs: number, iat: number | undefined, times: KnownTimes): Outcome<true> {
  if (isAfter(recordedAtMs, iat)) throw new Refuted('signed before it was recorded')
  const fault = timeFault(recordedAtMs, times)
  if (fault === 'back_dated')
    throw new Refuted('back-dated: the log was seen without it after it says it was recorded')
  if (fault === 'post_dated') throw new Refuted('the log was seen with it before it says it was recorded')
  if (times.notBefore === undefined && times.notAfter === undefined) {
    return notChecked('nobody else is known to have looked at the log')
  }
  return passed('the time of recording fits what others saw of the log', true)
}

function uuidOf(id: string | null): string | undefined {
  const uuid = decodeRecordId(id ?? '')?.uuid
  return uuid && formatUuid(uuid)
}
