import { hash, randomFillSync } from 'node:crypto'

/** 128 bits as 32 hex digits: what PostgreSQL reads as a uuid, and what sorts like one. */
export type Uuid = string & { readonly __brand: 'Uuid' }

/** Where a row lives: an HMAC over what it belongs to (docs/adr/0003). */
export type RouteKey = Uuid

/** A source of unguessable bytes; tests hand in a repeatable one. */
export interface RandomSource {
  bytes(count: number): Buffer
}

const poolSize = 8192

/** The system's, drawn in blocks: a call a record costs more than the record's hash. */
export function systemRandom(): RandomSource {
  const pool = Buffer.alloc(poolSize)
  let used = poolSize
  return {
    bytes(count) {
      if (used + count > poolSize) {
        randomFillSync(pool)
        used = 0
      }
      const taken = Buffer.from(pool.subarray(used, used + count))
      used += count
      return taken
    },
  }
}

/** UUIDv7 (RFC 9562 section 5.7), never going back within a process, so that a page of history never skips one. */
export function uuidSource(random: RandomSource): (now: number) => Uuid {
  let lastMs = 0
  let counter = 0
  return (now) => {
    if (now > lastMs) {
      lastMs = now
      counter = random.bytes(2).readUInt16BE() & 0x07ff
    } else if (++counter > 0x0fff) {
      lastMs += 1
      counter = 0
    }
    const time = lastMs.toString(16).padStart(12, '0')
    const tail = random.bytes(8)
    tail[0] = ((tail[0] ?? 0) & 0x3f) | 0x80
    return `${time}7${counter.toString(16).padStart(3, '0')}${tail.toString('hex')}` as Uuid
  }
}

/** The time in a UUIDv7, Unix ms. */
export function uuidTime(uuid: Uuid): number {
  return Number.parseInt(uuid.slice(0, 12), 16)
}

/** SHA-256 in base64url, 43 characters: how documents are named by content. */
export function contentHash(bytes: string | Uint8Array): string {
  return hash('sha256', bytes, 'base64url')
}
