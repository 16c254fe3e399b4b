import { hash } from 'node:crypto'

const blockBytes = 64

/**
 * HMAC-SHA-256 (RFC 2104) under one key, hex: the two key blocks are made once, and each call is two one-shot hashes.
 * `createHmac` sets up a key object at every call, which costs several times the hashing.
 */
export function hmacSha256(key: Buffer): (message: string) => string {
  const block = Buffer.alloc(blockBytes)
  ;(key.length > blockBytes ? hash('sha256', key, 'buffer') : key).copy(block)
  const inner = block.map((byte) => byte ^ 0x36)
  const outer = block.map((byte) => byte ^ 0x5c)
  return (message) => {
    const digest = hash('sha256', Buffer.concat([inner, Buffer.from(message)]), 'buffer')
    return hash('sha256', Buffer.concat([outer, digest]), 'hex')
  }
}
