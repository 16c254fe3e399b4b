import { hash } from 'node:crypto'
import type { RandomSource } from '../kernel/id.ts'
import { type RecordAddress, readRecordAddress, recordPublicId } from './public-id.ts'

/** What a link in a mail confirms, once somebody presses its button. */
export type ConfirmationKind = 'preferences'

/**
 * `withheld`: asked for once too often, or in the name of somebody who wants no mail: no mail is sent, and nobody who
 * asks can tell. `confirming`: the button was pressed, and what comes of it is being recorded.
 */
export type ConfirmationState =
  | 'pending'
  | 'withheld'
  | 'superseded'
  | 'confirming'
  | 'confirmed'
  | 'rejected'

/** A link's secret as it goes into the mail, and as it is kept. */
export interface ConfirmationToken {
  /** 43 characters that say where the row is, then 43 of 256 random bits. */
  readonly text: string
  /** All that is ever stored of it. 256 random bits need no slow hash. */
  readonly hash: Buffer
}

export function makeConfirmationToken(address: RecordAddress, random: RandomSource): ConfirmationToken {
  const secret = random.bytes(32)
  const place = recordPublicId('cft', address).slice('cft_'.length)
  return { text: `${place}${secret.toString('base64url')}`, hash: hash('sha256', secret, 'buffer') }
}

/** Undefined for what no token of ours looks like: it never reaches the database. */
export function readConfirmationToken(
  text: string,
): { readonly address: RecordAddress; readonly hash: Buffer } | undefined {
  if (!/^[0-9A-Za-z]{43}[A-Za-z0-9_-]{43}$/.test(text)) return undefined
  const address = readRecordAddress('cft', `cft_${text.slice(0, 43)}`)
  const secret = Buffer.from(text.slice(43), 'base64url')
  if (address === undefined || secret.toString('base64url') !== text.slice(43)) return undefined
  return { address, hash: hash('sha256', secret, 'buffer') }
}
