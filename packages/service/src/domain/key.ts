import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { RandomSource } from '../kernel/id.ts'
import type { Environment, KeyType } from './scope.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const shape = /^(pk|sk)_(test|live)_asnt_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

export interface KeyShape {
  readonly keyType: KeyType
  readonly environment: Environment
}

/** What a key says of itself, or undefined when its checksum does not hold: most garbage ends here, without a look-up. */
export function parseKey(text: string): KeyShape | undefined {
  const match = shape.exec(text)
  if (match === null || checksum(text.slice(0, -6)) !== match[4]) return undefined
  return {
    keyType: match[1] === 'pk' ? 'public' : 'secret',
    environment: match[2] === 'test' ? 'test' : 'live',
  }
}

/** `{pk|sk}_{test|live}_asnt_` + 43 base62 characters of 32 random bytes + their checksum (contract section 2). */
export function makeKey(keyType: KeyType, environment: Environment, random: RandomSource): string {
  const prefix = `${keyType === 'public' ? 'pk' : 'sk'}_${environment}_asnt_`
  const body = prefix + base62(BigInt(`0x${random.bytes(32).toString('hex')}`), 43)
  return body + checksum(body)
}

/** `sts_{test|live}_` + 43 base62 characters: the HMAC key is this whole text (contract section 12). */
export function makeSubjectTokenSecret(environment: Environment, random: RandomSource): string {
  return `sts_${environment}_${base62(BigInt(`0x${random.bytes(32).toString('hex')}`), 43)}`
}

/** Only this is stored. 256 random bits need no slow hash. */
export function keyHash(key: string): string {
  return hash('sha256', key, 'hex')
}

/** How a key is shown after it was made: enough to tell it from others, useless to anybody else. */
export function displayKey(key: string): string {
  return `${key.slice(0, key.indexOf('asnt_') + 5)}…${key.slice(-4)}`
}

/** CRC-32 (IEEE) over all that stands before it, base62, padded to 6 (contract section 12). */
function checksum(body: string): string {
  return base62(BigInt(crc32(body)), 6)
}

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; rest > 0n; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text
  return text.padStart(length, '0')
}

/** A key as the server knows it: everything but the key. */
export interface ApiKey {
  readonly keyId: string
  readonly environmentId: number
  readonly keyType: KeyType
  readonly name: string
  readonly display: string
  /** Empty: the catalogue's list counts. */
  readonly allowedOrigins: readonly string[]
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  readonly replacedBy: string | null
}

export function isLive(key: ApiKey, now: number): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now)
}
