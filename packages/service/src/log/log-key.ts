import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { type NoteKey, type NoteSigner, noteKey } from '@assent/evidence'
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose'
import type { MasterKey } from '../kernel/master-key.ts'
import type { StoredLog } from '../store/logs.ts'

/** Another label than that of receipts' keys: a sealed log key can never be opened as one of them. */
const sealLabel = 'log-key'

/** A new Ed25519 key for one log and nothing else. */
export async function makeLogKey(
  masterKey: MasterKey,
): Promise<{ kid: string; publicJwk: JWK; privateSealed: Buffer }> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const publicJwk = await exportJWK(publicKey)
  const der = privateKey.export({ type: 'pkcs8', format: 'der' })
  return {
    kid: await calculateJwkThumbprint(publicJwk),
    publicJwk,
    privateSealed: masterKey.seal(der, sealLabel),
  }
}

/** What verifies the log's checkpoints. */
export function logNoteKey({ origin, publicJwk }: Pick<StoredLog, 'origin' | 'publicJwk'>): NoteKey {
  return noteKey(origin, 'ed25519', Buffer.from(publicJwk.x ?? '', 'base64url'))
}

/** What signs them; only the newest log has one. */
export function logSigner(log: StoredLog, masterKey: MasterKey): NoteSigner {
  if (log.privateSealed === null) throw new Error('this log is closed: its key is destroyed')
  const key = createPrivateKey({
    key: masterKey.open(log.privateSealed, sealLabel),
    type: 'pkcs8',
    format: 'der',
  })
  return { key: logNoteKey(log), sign: (bytes) => sign(null, bytes, key) }
}
