import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeRecordId, decodeSubjectId, encodeRecordId, encodeSubjectId, withPrefix } from './record-id.ts'

const sixteen = fc.uint8Array({ minLength: 16, maxLength: 16 })

test('an id gives back what it was made of', () => {
  fc.assert(
    fc.property(sixteen, sixteen, (routeKey, uuid) => {
      const id = encodeRecordId('cns', routeKey, uuid)
      assert.match(id, /^cns_[0-9A-Za-z]{43}$/)
      assert.deepEqual(decodeRecordId(id), { prefix: 'cns', routeKey, uuid })
      assert.deepEqual(decodeSubjectId(encodeSubjectId(routeKey)), routeKey)
    }),
  )
})

test('a receipt has the id of its record under another prefix', () => {
  const id = encodeRecordId('cns', new Uint8Array(16).fill(3), new Uint8Array(16).fill(4))
  assert.equal(
    withPrefix('rcp', id),
    encodeRecordId('rcp', new Uint8Array(16).fill(3), new Uint8Array(16).fill(4)),
  )
})

test('other texts are ids of nothing', () => {
  const id = encodeRecordId('cns', new Uint8Array(16), new Uint8Array(16))
  for (const text of [
    '',
    'cns',
    'cns_',
    id.slice(1),
    id.slice(0, -1),
    `${id}0`,
    `${id}_`,
    id.replace('_', '-'),
    `CNS${id.slice(3)}`,
  ]) {
    assert.equal(decodeRecordId(text), undefined, text)
  }
  assert.equal(decodeSubjectId(id), undefined)
  assert.equal(decodeSubjectId(withPrefix('cns', encodeSubjectId(new Uint8Array(16)))), undefined)
})
