import assert from 'node:assert/strict'
import { test } from 'node:test'
import { naiveTree, nodeSha256, quickHash } from '../test/naive-tree.ts'
import vectors from '../vectors/rfc6962-consistency.json' with { type: 'json' }
import { proveConsistency, verifyConsistency } from './consistency-proof.ts'

const decode = (text: string | null): Uint8Array => new Uint8Array(Buffer.from(text ?? '', 'base64'))

test('the vectors of transparency-dev/merkle are judged as published', () => {
  for (const { name, valid, size1, size2, root1, root2, proof } of vectors.cases) {
    const claim = { firstSize: size1, firstRoot: decode(root1), secondSize: size2, secondRoot: decode(root2) }
    assert.equal(verifyConsistency(claim, (proof ?? []).map(decode)), valid, name)
  }
})

test('T15: every consistency proof between sizes 1 to 512 is the one of RFC 9162, and verifies', async () => {
  const tree = naiveTree(512, quickHash)
  for (let secondSize = 1; secondSize <= 512; secondSize++) {
    const secondRoot = tree.root(0, secondSize)
    for (let firstSize = 1; firstSize <= secondSize; firstSize++) {
      const proof = await proveConsistency(firstSize, secondSize, tree.readNodes, quickHash)
      assert.deepEqual(proof, tree.consistency(firstSize, secondSize))
      const claim = { firstSize, firstRoot: tree.root(0, firstSize), secondSize, secondRoot }
      assert.ok(verifyConsistency(claim, proof, quickHash))
    }
  }
})

test('a proof shows nothing of other trees', async () => {
  const tree = naiveTree(64, nodeSha256)
  const forged = new Uint8Array(32)
  for (let secondSize = 2; secondSize <= 64; secondSize += 3) {
    for (let firstSize = 1; firstSize < secondSize; firstSize++) {
      const firstRoot = tree.root(0, firstSize)
      const claim = { firstSize, firstRoot, secondSize, secondRoot: tree.root(0, secondSize) }
      const proof = await proveConsistency(firstSize, secondSize, tree.readNodes)
      assert.ok(verifyConsistency(claim, proof, nodeSha256))
      assert.ok(!verifyConsistency({ ...claim, firstRoot: forged }, proof, nodeSha256))
      assert.ok(!verifyConsistency({ ...claim, secondRoot: forged }, proof, nodeSha256))
      assert.ok(!verifyConsistency(claim, proof.slice(1), nodeSha256))
      assert.ok(!verifyConsistency(claim, [...proof, forged], nodeSha256))
    }
  }
})
