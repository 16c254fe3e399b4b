import type { ReceiptVerdict, Trust } from '../src/index.ts'
import { morningMs, servedDocuments } from './builders.ts'
import { someWitness } from './note-keys.ts'
import { type ReceiptSigner, someReceiptSigner } from './receipt-keys.ts'
import { TestLog } from './test-log.ts'

/** Seconds since 1970. */
export const morning = morningMs / 1000
export const day = 86_400
export const signer = someReceiptSigner('ES256', morning - day, morning + 90 * day)
export const keySet = { keys: [signer.jwk] }
export const witness = someWitness('witness.example', 2, () => morning + 100)

export interface ReceiptWishes {
  readonly by?: ReceiptSigner
  /** Seconds since 1970. */
  readonly iat?: number
}

/** A log of ten records, number 3 read a minute later. */
export async function aReceipt({ by = signer, iat = morning + 60 }: ReceiptWishes = {}) {
  const log = new TestLog()
  for (let number = 0; number < 10; number++) log.consent({ number, subject: number })
  const note = await log.checkpoint(10, [witness])
  const bytes = log.records[3]?.payload as Uint8Array
  const claims = JSON.parse(Buffer.from(bytes).toString())
  const jws = by.sign(bytes, iat)
  const proof = await log.proof(3, note)
  const answer = {
    id: claims.jti,
    object: 'receipt',
    status: 'logged',
    jws,
    claims,
    documents: servedDocuments(),
    log: proof,
  }
  const trust: Trust = { logKeys: [log.signer.key], witnesses: { keys: [witness.key], quorum: 1 } }
  return { log, answer, bytes, jws, proof, trust }
}

/** The checks that failed. */
export const failed = ({ findings }: ReceiptVerdict): string[] =>
  findings.filter(({ ok }) => ok === false).map(({ check }) => check)

/** The checks that had nothing to look at. */
export const unchecked = ({ findings }: ReceiptVerdict): string[] =>
  findings.filter(({ ok }) => ok === null).map(({ check }) => check)
