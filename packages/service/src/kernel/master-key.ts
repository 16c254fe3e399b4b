import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from './cannot-start.ts'

/** Wraps every secret that is stored. `label` says what the secret is, so that one sealed value cannot stand in for another. */
export interface MasterKey {
  seal(secret: Buffer, label: string): Buffer
  open(sealed: Buffer, label: string): Buffer
}

const nonceBytes = 12
const tagBytes = 16

/** AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce in front and the tag behind. */
export function masterKeyFrom(key: Buffer): MasterKey {
  return {
    seal(secret, label) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label))
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, label) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
        .setAAD(Buffer.from(label))
        .setAuthTag(sealed.subarray(-tagBytes))
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
    },
  }
}

/** The key from the settings, else the one in the data directory, which is made there once. */
export function loadMasterKey(configured: Buffer | undefined, dataDir: string): MasterKey {
  return masterKeyFrom(configured ?? keptKey(dataDir))
}

/** Likewise, but makes nothing; undefined when there is none yet. */
export function findMasterKey(configured: Buffer | undefined, dataDir: string): MasterKey | undefined {
  const path = masterKeyFile(dataDir)
  if (configured !== undefined) return masterKeyFrom(configured)
  return existsSync(path) ? masterKeyFrom(readKey(path)) : undefined
}

export function masterKeyFile(dataDir: string): string {
  return join(dataDir, 'master.key')
}

function keptKey(dataDir: string): Buffer {
  const path = masterKeyFile(dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  chmodSync(path, 0o600)
  return readKey(path)
}

function readKey(path: string): Buffer {
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url')
  if (key.length !== 32) throw new CannotStart(`${path} does not hold a master key (32 bytes in base64url).`)
  return key
}
