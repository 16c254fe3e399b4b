import assert from 'node:assert/strict'
import { test } from 'node:test'
import { naiveTree, nodeSha256, quickHash } from '../test/naive-tree.ts'
import vectors from '../vectors/rfc6962-inclusion.json' with { type: 'json' }
import { proveInclusion, verifyInclusion } from './inclusion-proof.ts'

const decode = (text: string | null): Uint8Array => new Uint8Array(Buffer.from(text ?? '', 'base64'))

test('the vectors of transparency-dev/merkle are judged as published', () => {
  for (const { name, valid, leafIdx, treeSize, leafHash, root, proof } of vectors.cases) {
    const claim = { index: leafIdx, size: treeSize, leafHash: decode(leafHash), root: decode(root) }
    assert.equal(verifyInclusion(claim, (proof ?? []).map(decode)), valid, name)
  }
})

test('T15: every inclusion proof of the sizes 1 to 512 is the one of RFC 9162, and verifies', async () => {
  const tree = naiveTree(512, quickHash)
  for (let size = 1; size <= 512; size++) {
    const root = tree.root(0, size)
    for (let index = 0; index < size; index++) {
      const proof = await proveInclusion(index, size, tree.readNodes, quickHash)
      assert.deepEqual(proof, tree.inclusion(index, size))
      const leafHash = tree.leafHashes[index] as Uint8Array
      assert.ok(verifyInclusion({ index, size, leafHash, root }, proof, quickHash))
    }
  }
})

test('a proof shows nothing of another index, leaf, size or root', async () => {
  const tree = naiveTree(64, nodeSha256)
  for (let size = 2; size <= 64; size += 3) {
    for (let index = 0; index < size; index++) {
      const leafHash = tree.leafHashes[index] as Uint8Array
      const claim = { index, size, leafHash, root: tree.root(0, size) }
      const proof = await proveInclusion(index, size, tree.readNodes)
      assert.ok(verifyInclusion(claim, proof, nodeSha256))
      const other = tree.leafHashes[(index + 1) % size] as Uint8Array
      assert.ok(!verifyInclusion({ ...claim, leafHash: other }, proof, nodeSha256))
      assert.ok(!verifyInclusion({ ...claim, index: (index + 1) % size }, proof, nodeSha256))
      assert.ok(!verifyInclusion({ ...claim, root: tree.root(0, size - 1) }, proof, nodeSha256))
      assert.ok(!verifyInclusion(claim, proof.slice(1), nodeSha256))
      assert.ok(!verifyInclusion(claim, [...proof, leafHash], nodeSha256))
    }
  }
})

test('numbers that are none are answered, not thrown at', () => {
  const hash = new Uint8Array(32)
  for (const [index, size] of [
    [-1, 5],
    [5, 5],
    [0.5, 5],
    [0, 2 ** 60],
    [Number.NaN, 1],
    [0, Number.POSITIVE_INFINITY],
  ]) {
    assert.equal(
      verifyInclusion({ index: index ?? 0, size: size ?? 0, leafHash: hash, root: hash }, []),
      false,
    )
  }
})
