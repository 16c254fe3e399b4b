import { CompactSign } from 'jose'
import type { RecordAddress } from '../domain/public-id.ts'
import type { Scope } from '../domain/scope.ts'
import type { Clock } from '../kernel/clock.ts'
import type { MasterKey } from '../kernel/master-key.ts'
import type { Pool } from '../store/db.ts'
import { findReceipt, keepSignature, type StoredSignature } from '../store/receipts.ts'
import type { SettingsFeed } from '../store/settings.ts'
import { recordedAt } from './recorded-at.ts'
import { openSigningKey } from './signing-key.ts'

/** What a receipt is served from. */
export type Receipt =
  | { readonly kind: 'signed'; readonly payload: Buffer; readonly jws: string }
  | { readonly kind: 'erased' }

export interface ReceiptParts {
  readonly pool: Pool
  readonly realClock: Clock
  readonly masterKey: MasterKey
  readonly settings: SettingsFeed
}

/**
 * A receipt is signed when it is first read and kept: recording pays for no signature, and every later read gives the
 * same bytes. The payload is what was hashed at recording, so the log proves the time of recording, not the signature.
 */
export async function readReceipt(
  parts: ReceiptParts,
  scope: Scope,
  address: RecordAddress,
): Promise<Receipt | undefined> {
  const found = await findReceipt(parts.pool, scope, address)
  if (found === undefined) return undefined
  if (found.payload === null) return { kind: 'erased' }
  const signature = found.signature ?? (await signOnce(parts, scope, address, found.payload))
  return { kind: 'signed', payload: found.payload, jws: assemble(found.payload, signature) }
}

async function signOnce(
  parts: ReceiptParts,
  scope: Scope,
  address: RecordAddress,
  payload: Buffer,
): Promise<StoredSignature> {
  await keepSignature(parts.pool, scope, address, await sign(parts, payload), parts.realClock.now())
  const kept = await findReceipt(parts.pool, scope, address)
  if (kept?.signature == null) throw new Error('a signature that was kept is not there')
  return kept.signature
}

/**
 * The protected header is exactly alg, kid, typ and iat (contract section 12). Keys live in the real time, so that is
 * what `iat` says; but nothing is signed before it was recorded, which a test clock may have put further ahead.
 */
async function sign(
  { settings, masterKey, realClock }: ReceiptParts,
  payload: Buffer,
): Promise<StoredSignature> {
  const key = settings.current.signingKeys.find((candidate) => candidate.state === 'active')
  if (key === undefined) throw new Error('there is no active signing key')
  const { alg, kid } = key
  const iat = Math.floor(Math.max(realClock.now(), recordedAt(payload) ?? 0) / 1000)
  const jws = await new CompactSign(payload)
    .setProtectedHeader({ alg, kid, typ: 'consent-receipt+jwt', iat })
    .sign(openSigningKey(key, masterKey))
  const [protectedHeader = '', , signature = ''] = jws.split('.')
  return { kid, protectedHeader, signature }
}

function assemble(payload: Buffer, { protectedHeader, signature }: StoredSignature): string {
  return `${protectedHeader}.${payload.toString('base64url')}.${signature}`
}
