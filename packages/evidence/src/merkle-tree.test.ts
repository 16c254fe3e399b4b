import assert from 'node:assert/strict'
import { test } from 'node:test'
import reference from '../vectors/ct-reference-tree.json' with { type: 'json' }
import { appendLeaf, emptyFrontier, hashChildren, hashLeaf, rootOf } from './merkle-tree.ts'
import { sha256 } from './sha256.ts'

const fromHex = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'))
const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

test('the reference tree of Certificate Transparency has its published roots', () => {
  assert.equal(toHex(rootOf(emptyFrontier)), reference.empty_root)
  let frontier = emptyFrontier
  for (const [i, leaf] of reference.leaves.entries()) {
    frontier = appendLeaf(frontier, hashLeaf(fromHex(leaf)))
    assert.equal(toHex(rootOf(frontier)), reference.roots[i])
  }
})

test('leaves and inner nodes are hashed apart', () => {
  for (const { leaf, left, right, hash } of reference.hashes) {
    const computed = leaf ? hashLeaf(fromHex(leaf)) : hashChildren(fromHex(left ?? ''), fromHex(right ?? ''))
    assert.equal(toHex(computed), hash)
  }
})

test('appending leaves the frontier before as it was', () => {
  const one = appendLeaf(emptyFrontier, sha256(new Uint8Array()))
  appendLeaf(one, sha256(new Uint8Array(1)))
  assert.equal(one.size, 1)
  assert.equal(one.peaks.length, 1)
})
