import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeLeafEntry, leafKinds, parseLeafEntry } from '@assent/evidence'
import type { Uuid } from '../kernel/id.ts'
import { encodeLeaf, entryOfLeaf, findLeaf, kindNumber, leafBytes } from './leaf.ts'

test('the entry of a leaf says what the row says', () => {
  const leaves = Buffer.alloc(2 * leafBytes)
  const recordId = '019a9d4b1e0070008000000000000001' as Uuid
  const commitment = Buffer.alloc(32, 5)
  encodeLeaf({ recordId, kind: 'key_event', recordedAt: 1_795_251_600_123, commitment }, leaves, leafBytes)
  const entry = parseLeafEntry(encodeLeafEntry(entryOfLeaf(leaves, 1)))
  assert.equal(entry.id, '019a9d4b-1e00-7000-8000-000000000001')
  assert.equal(entry.kind, 'key_event')
  assert.equal(entry.recordedAtMs, 1_795_251_600_123)
  assert.deepEqual(Buffer.from(entry.commitment), commitment)
  assert.equal(findLeaf(leaves, recordId), 1)
  assert.equal(findLeaf(leaves, '019a9d4b1e0070008000000000000002' as Uuid), -1)
})

test('kinds keep the number they have in rows', () => {
  assert.deepEqual(
    leafKinds.map((kind) => [kind, kindNumber(kind)]),
    [
      ['consent', 1],
      ['preference', 2],
      ['purpose_version', 3],
      ['notice_version', 4],
      ['policy_version', 5],
      ['key_event', 6],
      ['subject_merge', 7],
      ['erasure', 8],
      ['data_request', 9],
      ['log_rotated', 10],
      ['subject_created', 11],
      ['subject_identified', 12],
    ],
  )
})
