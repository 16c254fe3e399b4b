import assert from 'node:assert/strict'
import { test } from 'node:test'
import vectors from '../vectors/c2sp-notes.json' with { type: 'json' }
import { Malformed } from './malformed.ts'
import { formatVerifierKey, noteKey, parseVerifierKey } from './note-key.ts'

const known = [
  ...vectors.notes.flatMap(({ keys }) => keys),
  vectors.cosigned_checkpoint.log_key,
  ...vectors.cosigned_checkpoint.witness_keys,
]

test('a verifier key read is the one written', () => {
  for (const text of known) assert.equal(formatVerifierKey(parseVerifierKey(text)), text)
})

test('the type is the one in the key', () => {
  assert.equal(parseVerifierKey(vectors.cosigned_checkpoint.log_key).type, 'ed25519')
  for (const text of vectors.cosigned_checkpoint.witness_keys) {
    assert.equal(parseVerifierKey(text).type, 'cosignature')
  }
})

test('the key ids of golang.org/x/mod are refused where they are wrong, and so is every part of a key', () => {
  const [text = ''] = known
  const parts = Array.from({ length: text.length }, (_, i) => [text.slice(i + 1), text.slice(0, i)]).flat()
  const changed = [...text].map(
    (c, i) => text.slice(0, i) + String.fromCharCode(c.charCodeAt(0) + 1) + text.slice(i + 1),
  )
  for (const broken of [...vectors.malformed_keys, ...parts, ...changed]) {
    assert.throws(() => parseVerifierKey(broken), Malformed, broken)
  }
})

test('a name that would break the signature line is refused', () => {
  for (const name of ['', 'a b', 'a+b', 'a\u2003b', 'a\nb']) {
    assert.throws(() => noteKey(name, 'ed25519', new Uint8Array(32)), Malformed)
  }
})
