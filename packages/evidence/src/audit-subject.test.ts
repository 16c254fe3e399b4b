import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { payloadBytes, utf8 } from '../test/builders.ts'
import { auditSubject } from './audit-subject.ts'

const history = (length: number, subject = 1): Uint8Array[] =>
  Array.from({ length }, (_, i) => payloadBytes({ number: subject * 1000 + i, subject, seq: i + 1 }))

test('a whole history is complete, in any order; after a merge each id counts for itself', () => {
  const report = auditSubject([...history(9).toReversed(), ...history(4, 2)])
  assert.equal(report.isComplete, true)
  assert.deepEqual([...report.recordCounts.values()], [9, 4])
})

test('T40: any record taken out of the middle shows', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 20 }), fc.nat(), (length, any) => {
      const records = history(length)
      records.splice(any % (length - 1), 1)
      const { isComplete, findings } = auditSubject(records)
      assert.equal(isComplete, false)
      assert.deepEqual(
        findings.map(({ name }) => name),
        ['missing_record'],
      )
    }),
  )
})

test('a record twice, and one that is none', () => {
  const records = history(3)
  const { findings } = auditSubject([...records, records[1] as Uint8Array, utf8('{}')])
  assert.deepEqual(
    findings.map(({ name }) => name),
    ['repeated_record', 'malformed_record'],
  )
})

test('an absurd number makes one finding, not as many as it counts', () => {
  const { findings } = auditSubject([payloadBytes({ number: 1, seq: Number.MAX_SAFE_INTEGER })])
  assert.equal(findings.length, 1)
})
