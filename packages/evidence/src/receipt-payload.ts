import { decodeUtf8, encodeCanonicalJson, parseCanonicalJson, parseJson } from './canonical-json.ts'
import { type ConsentBody, consentBody } from './consent-body.ts'
import { Malformed } from './malformed.ts'
import { instant, nonce, ordinal, word } from './payload-shapes.ts'
import { type PreferenceBody, preferenceBody } from './preference-body.ts'
import { withPrefix } from './record-id.ts'
import { form, type Members, object, oneOf, type Shape } from './shape.ts'

/** The part of a payload that receipts of all kinds share. */
export interface ReceiptHead<K extends string = string> {
  /** URL of the service that recorded. */
  readonly iss: string
  /** The receipt's id, `rcp_…`: the record's under another prefix. */
  readonly jti: string
  /** The subject's id, `sub_…`: opaque, never the caller's ref. */
  readonly sub: string
  /** 16 random bytes, base64url: makes SHA-256 of the payload a hiding commitment. */
  readonly nonce: string
  readonly ver: 'assent-receipt/1'
  readonly env: 'test' | 'live'
  readonly record: {
    readonly id: string
    readonly kind: K
    /** Counts this subject's records from 1 without a gap, so that a hole in one history shows. */
    readonly seq: number
    /** RFC 3339, UTC, milliseconds; the server's clock. */
    readonly recorded_at: string
    /** RFC 3339, UTC, milliseconds; what the caller claimed. */
    readonly occurred_at: string
  }
}

/** What each kind of record says beyond the head. */
export interface ReceiptBodies {
  readonly consent: ConsentBody
  readonly preference: PreferenceBody
}

export type ReceiptKind = keyof ReceiptBodies

/** The claims of a receipt: what is hashed into the log at recording and signed at first reading. */
export type ReceiptPayload = { readonly [K in ReceiptKind]: ReceiptHead<K> & ReceiptBodies[K] }[ReceiptKind]

/** A new kind is one entry here and one in `ReceiptBodies`; its body is a file beside `consent-body.ts`. */
const payloads: { readonly [K in ReceiptKind]: Shape<ReceiptHead<K> & ReceiptBodies[K]> } = {
  consent: object({ ...receiptHead(oneOf('consent'), 'cns'), ...consentBody }),
  preference: object({ ...receiptHead(oneOf('preference'), 'prf'), ...preferenceBody }),
}

const anyHead: Shape<ReceiptHead> = object(receiptHead(word, '[a-z]{3}'))

const anyPayload: Shape<ReceiptPayload> = {
  read(value) {
    const kind = kindOf(value)
    if (!isReceiptKind(kind)) throw new Malformed('record: kind: not one that this version knows')
    const payload = payloads[kind].read(value)
    if (payload.jti !== withPrefix('rcp', payload.record.id))
      throw new Malformed('jti: not the receipt of record.id')
    return payload
  },
}

/**
 * The payload's bytes as text: fixed order of members, no white space. Encode once, hash and store these very
 * bytes, never serialise again.
 *
 * @throws Malformed when a member is missing, unknown or ill-formed
 */
export function encodeReceiptPayload(payload: ReceiptPayload): string {
  return encodeCanonicalJson(anyPayload, payload)
}

/**
 * Reads untrusted payload bytes; accepts nothing that `encodeReceiptPayload` would not have written.
 *
 * @throws Malformed
 */
export function parseReceiptPayload(bytes: Uint8Array): ReceiptPayload {
  return parseCanonicalJson(anyPayload, bytes)
}

/**
 * Reads the head alone, of kinds that this version does not know as well: what stands after it is not looked at. Its
 * place in the bytes is fixed, and it holds no object but `record`, which makes this several times faster.
 *
 * @throws Malformed
 */
export function parseReceiptHead(bytes: Uint8Array): ReceiptHead {
  const written = decodeUtf8(bytes)
  const end = written.indexOf('}', written.indexOf(',"record":{'))
  return anyHead.read(parseJson(`${written.slice(0, end + 1)}}`))
}

/** Whether this version knows the body of that kind of record. */
export function isReceiptKind(kind: string): kind is ReceiptKind {
  return Object.hasOwn(payloads, kind)
}

/** The members of the head, for records of that kind, whose ids have that prefix. */
export function receiptHead<K extends string>(kind: Shape<K>, prefix: string): Members<ReceiptHead<K>> {
  return {
    iss: word,
    jti: id('rcp', 43),
    sub: id('sub', 22),
    nonce,
    ver: oneOf('assent-receipt/1'),
    env: oneOf('test', 'live'),
    record: object({ id: id(prefix, 43), kind, seq: ordinal, recorded_at: instant, occurred_at: instant }),
  }
}

function id(prefix: string, digits: number): Shape<string> {
  return form(`an id ${prefix}_…`, new RegExp(`^${prefix}_[0-9A-Za-z]{${digits}}$`))
}

/** Which of the shapes is meant; whether the value has it, only the shape says. */
function kindOf(value: unknown): string {
  const kind = (value as { readonly record?: { readonly kind?: unknown } } | null)?.record?.kind
  return typeof kind === 'string' ? kind : ''
}
