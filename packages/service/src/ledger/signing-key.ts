import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose'
import type { MasterKey } from '../kernel/master-key.ts'
import type { StoredSigningKey } from '../store/signing-keys.ts'

const sealLabel = 'signing-key'

/** Another server may sign for as long as it has not heard of the retirement (two polls), hence a minute. */
export const retirementGraceMs = 60_000

const dayMs = 86_400_000

/** Key sets are cached for an hour by those who ask, and kept for longer by those who were handed one. */
export const publicationMs: number = dayMs

/** How long a key signs before the next one takes its place. */
export const signingLifeMs: number = 90 * dayMs

/** When a key may sign first, ms since 1970. */
export function signsFrom({ activatedAt, createdAt }: StoredSigningKey): number {
  return activatedAt ?? createdAt + publicationMs
}

/** A new ES256 key; its kid is its RFC 7638 thumbprint, so that no two keys can share one. */
export async function makeSigningKey(
  masterKey: MasterKey,
): Promise<{ kid: string; publicJwk: JWK; privateSealed: Buffer }> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const publicJwk = await exportJWK(publicKey)
  const der = privateKey.export({ type: 'pkcs8', format: 'der' })
  return {
    kid: await calculateJwkThumbprint(publicJwk),
    publicJwk,
    privateSealed: masterKey.seal(der, sealLabel),
  }
}

/** The private half of a key that may still sign. */
export function openSigningKey(key: StoredSigningKey, masterKey: MasterKey): KeyObject {
  if (key.privateSealed === null) throw new Error('the private half of this signing key is destroyed')
  return createPrivateKey({ key: masterKey.open(key.privateSealed, sealLabel), type: 'pkcs8', format: 'der' })
}
