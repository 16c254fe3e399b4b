import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { hmacSha256 } from './hmac.ts'

test('it is the HMAC that every other implementation computes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: 'binary' }), (key, message) => {
      assert.equal(
        hmacSha256(Buffer.from(key))(message),
        createHmac('sha256', key).update(message).digest('hex'),
      )
    }),
  )
})
