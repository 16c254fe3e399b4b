// Builders of evidence for the tests: each gives something whole and right, and takes what the test cares about.

import { createHash } from 'node:crypto'
import {
  type ConsentBody,
  encodeBase64Url,
  encodeReceiptPayload,
  encodeRecordId,
  encodeSubjectId,
  formatUuid,
  type PreferenceBody,
  parseUuid,
  type ReceiptHead,
  withPrefix,
} from '../src/index.ts'

/** 2026-11-21T10:00:00.000Z. */
export const morningMs = 1_795_255_200_000

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

export const sha256 = (bytes: Uint8Array): Uint8Array =>
  new Uint8Array(createHash('sha256').update(bytes).digest())

/** A UUIDv7 of that millisecond; the number makes it one of a kind. */
export function aUuid(ms: number, number: number): string {
  const bytes = new Uint8Array(16)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, Math.floor(ms / 2 ** 16))
  view.setUint16(4, ms % 2 ** 16)
  view.setUint16(6, 0x7000)
  view.setUint32(8, 0x80000000)
  view.setUint32(12, number)
  return formatUuid(bytes)
}

export type ConsentPayload = ReceiptHead<'consent'> & ConsentBody
export type PreferencePayload = ReceiptHead<'preference'> & PreferenceBody

export interface PayloadWishes {
  readonly number: number
  readonly subject?: number
  readonly seq?: number
  readonly recordedAtMs?: number
  readonly nonce?: string
}

export function aPayload({
  number,
  subject = 1,
  seq = 1,
  recordedAtMs = morningMs,
  nonce,
}: PayloadWishes): ConsentPayload {
  const routeKey = sha256(utf8(`subject ${subject}`)).subarray(0, 16)
  const id = encodeRecordId('cns', routeKey, parseUuid(aUuid(recordedAtMs, number)))
  const instant = new Date(recordedAtMs).toISOString()
  return {
    iss: 'https://consent.example',
    jti: withPrefix('rcp', id),
    sub: encodeSubjectId(routeKey),
    nonce: nonce ?? encodeBase64Url(sha256(utf8(`nonce ${number}`)).subarray(0, 16)),
    ver: 'assent-receipt/1',
    env: 'live',
    record: { id, kind: 'consent', seq, recorded_at: instant, occurred_at: instant },
    controller: { id: 'acme', version: 4, sha256: digestOf(documents.controller) },
    notice: { id: 'bnr_3:de', language: 'de' },
    jurisdiction: { country: 'DE', region: null },
    policy: { regime: 'gdpr', version: 7, model: 'opt_in', matched_by: 'country', fingerprint: 'f7f3c1' },
    decisions: [
      {
        purpose: purpose('analytics', 3),
        decision: 'granted',
        legal_basis: 'consent',
        expires_at: '2027-11-21T10:00:00.000Z',
      },
      { purpose: purpose('marketing', 1), decision: 'denied', legal_basis: 'consent', expires_at: null },
    ],
    collection: { source: 'banner', action: 'custom', proved_by: 'anonymous_ref', gpc: false },
    context_sha256: digestOf(documents.context),
    withdrawal: { uri: 'https://consent.example/p/preferences' },
  }
}

/** What was set in a preference centre, of a topic of each type. */
export function aPreferencePayload(wishes: PayloadWishes): PreferencePayload {
  const { notice, jurisdiction, policy, decisions, collection, ...shared } = aPayload(wishes)
  const { record, controller, context_sha256, withdrawal, ...head } = shared
  return {
    ...head,
    record: { ...record, id: withPrefix('prf', record.id), kind: 'preference' },
    controller,
    language: notice.language,
    template: { version: 2, sha256: digestOf(documents.template) },
    preferences: [
      { key: 'newsletter', channel: 'email', value: true, status: 'pending', confirmed_at: null },
      { key: 'frequency', channel: null, value: 'weekly', status: 'active', confirmed_at: null },
      { key: 'topics', channel: null, value: ['tours', 'repairs'], status: 'active', confirmed_at: null },
    ],
    collection: { source: 'preference_center', proved_by: collection.proved_by },
    confirmation: null,
    context_sha256,
    withdrawal,
  }
}

export const payloadBytes = (wishes: PayloadWishes): Uint8Array =>
  utf8(encodeReceiptPayload(aPayload(wishes)))

/** The published texts that the payloads name. */
export const documents = {
  controller: '{"id":"acme","version":4,"name":"Acme GmbH"}',
  analytics: '{"key":"analytics","version":3,"text":{"de":"Wir zählen Besuche."}}',
  marketing: '{"key":"marketing","version":1,"text":{"de":"Wir zeigen Werbung."}}',
  template: '{"sections":[],"version":2}',
  context: '{"nonce":"c2FsdA","ref":"anon_7f3kQ","metadata":{"page":"/signup"}}',
}

/** The `documents` of an answer of `GET /v1/receipts/{id}`. */
export function servedDocuments(): Record<string, unknown> {
  const encode = (text: string): string => Buffer.from(text).toString('base64')
  return {
    purposes: [
      { key: 'analytics', version: 3, bytes_b64: encode(documents.analytics) },
      { key: 'marketing', version: 1, bytes_b64: encode(documents.marketing) },
    ],
    controller: { id: 'acme', version: 4, bytes_b64: encode(documents.controller) },
    context: { bytes_b64: encode(documents.context) },
  }
}

function purpose(
  key: 'analytics' | 'marketing',
  version: number,
): { key: string; version: number; sha256: string } {
  return { key, version, sha256: digestOf(documents[key]) }
}

function digestOf(text: string): string {
  return encodeBase64Url(sha256(utf8(text)))
}
