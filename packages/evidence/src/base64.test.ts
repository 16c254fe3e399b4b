import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeBase64, decodeBase64Url, encodeBase64, encodeBase64Url } from './base64.ts'
import { Malformed } from './malformed.ts'

const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.uint8Array({ minLength: 3000, maxLength: 9000 }),
)

test('the encodings are those of RFC 4648', () => {
  fc.assert(
    fc.property(anyBytes, (bytes) => {
      assert.equal(encodeBase64(bytes), Buffer.from(bytes).toString('base64'))
      assert.equal(encodeBase64Url(bytes), Buffer.from(bytes).toString('base64url'))
      assert.deepEqual(decodeBase64(encodeBase64(bytes)), bytes)
      assert.deepEqual(decodeBase64Url(encodeBase64Url(bytes)), bytes)
    }),
  )
})

test('one value has one text', () => {
  for (const text of [
    'QQ',
    'QR==',
    'QUJ=',
    'Q===',
    '====',
    'QQ==\n',
    ' QQ==',
    'QQ-=',
    'QUI_',
    'QQ==QQ==',
    'Q\u00e9==',
    'A',
  ]) {
    assert.throws(() => decodeBase64(text), Malformed, text)
  }
  for (const text of ['QQ==', 'QR', 'QUJ', 'Q', 'Q+I', 'Q/I', 'QQ ', 'QQ\n']) {
    assert.throws(() => decodeBase64Url(text), Malformed, text)
  }
})

test('a text that is decoded is the text that is encoded', () => {
  fc.assert(
    fc.property(fc.base64String(), (text) => {
      try {
        assert.equal(encodeBase64(decodeBase64(text)), text)
      } catch (error) {
        assert.ok(error instanceof Malformed)
      }
    }),
  )
})
