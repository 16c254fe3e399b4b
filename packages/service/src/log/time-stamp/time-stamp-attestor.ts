import { hash } from 'node:crypto'
import type { RandomSource } from '../../kernel/id.ts'
import { askOutside } from '../ask-outside.ts'
import type { Attestor } from '../attestor.ts'
import { BadDer, inside, readOne, requireTag, tags, write, writeInteger } from './der.ts'
import { ids } from './read-token.ts'
import { verifyTimeStamp } from './verify-time-stamp.ts'

export const timeStampSource = 'time_stamp'

const dayMs = 86_400_000

/** An authority's word, once a day, that the checkpoint was there by then (RFC 3161, over HTTP as in 3.4). */
export function timeStampAttestor(url: string, random: RandomSource): Attestor {
  return {
    source: timeStampSource,
    everyMs: dayMs,
    async attest({ note }) {
      const bytes = Buffer.from(note)
      const nonce = writeInteger(random.bytes(16))
      const answer = await askOutside(url, {
        body: timeStampRequest(bytes, nonce),
        type: 'application/timestamp-query',
      })
      if (answer.status !== 200) throw new Error(`the authority answered ${answer.status}`)
      const token = tokenOf(answer.body)
      const read = verifyTimeStamp(token, bytes)
      if (read.nonce === undefined || !read.nonce.equals(nonce))
        throw new BadDer('the answer is to another request')
      return token
    },
  }
}

/** RFC 3161, 2.4.1. */
function timeStampRequest(bytes: Buffer, nonce: Buffer): Buffer {
  const sha256 = write(tags.sequence, write(tags.oid, Buffer.from(ids.sha256, 'hex')), Buffer.from([5, 0]))
  const imprint = write(tags.sequence, sha256, write(tags.octetString, hash('sha256', bytes, 'buffer')))
  const wantsCertificates = write(tags.boolean, Buffer.from([0xff]))
  return write(tags.sequence, writeInteger(Uint8Array.of(1)), imprint, nonce, wantsCertificates)
}

/** RFC 3161, 2.4.2: granted, or granted with modifications. */
function tokenOf(response: Buffer): Buffer {
  const [status, token] = inside(readOne(response, tags.sequence), tags.sequence)
  const [code] = inside(status, tags.sequence)
  const granted = requireTag(code, tags.integer).content
  if (granted.length !== 1 || (granted[0] ?? 2) > 1) throw new BadDer('the authority refused')
  return requireTag(token, tags.sequence).whole
}
