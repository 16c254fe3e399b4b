import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sha256, utf8 } from '../test/builders.ts'
import vector from '../vectors/payload.json' with { type: 'json' }
import { encodeLeafEntry, parseLeafEntry } from './leaf-entry.ts'
import { Malformed } from './malformed.ts'
import { hashLeaf } from './merkle-tree.ts'

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

test('the entry and leaf hash of the vectors', () => {
  const commitment = sha256(utf8(vector.text))
  assert.equal(toBase64(commitment), vector.commitment)
  const recordedAtMs = Date.parse(vector.claims.record.recorded_at)
  const id = vector.leaf_entry.split('\n')[1] ?? ''
  const entry = encodeLeafEntry({ id, kind: 'consent', recordedAtMs, commitment })
  assert.equal(new TextDecoder().decode(entry), vector.leaf_entry)
  assert.deepEqual(parseLeafEntry(entry), { id, kind: 'consent', recordedAtMs, commitment })
  assert.equal(toBase64(hashLeaf(entry)), vector.leaf_hash)
})

test('nothing but the one form is read', () => {
  const right = vector.leaf_entry
  const [, id = '', kind = '', ms = '', commitment = ''] = right.split('\n')
  const wrong = [
    '',
    right.slice(0, -1),
    `${right}\n`,
    right.replaceAll('\n', '\r\n'),
    right.replace('v1', 'v2'),
    right.replace(id, id.toUpperCase()),
    right.replace(id, `cns_${id}`),
    right.replace(kind, 'consents'),
    right.replace(kind, ''),
    right.replace(ms, `0${ms}`),
    right.replace(ms, `${ms}.0`),
    right.replace(ms, `-${ms}`),
    right.replace(ms, '9007199254740993'),
    right.replace(commitment, commitment.slice(0, -1)),
    right.replace(commitment, toBase64(new Uint8Array(31))),
    right.replace(commitment, ''),
    `\ufeff${right}`,
  ]
  for (const each of wrong) assert.throws(() => parseLeafEntry(utf8(each)), Malformed, JSON.stringify(each))
  assert.throws(() => parseLeafEntry(Uint8Array.of(0xff, 0xfe)), Malformed)
})
