import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { aLog, audit, counted, recordAt, spoil, trustIn } from '../test/a-spoilt-log.ts'
import { morningMs, sha256, utf8 } from '../test/builders.ts'
import { type Spoilable, TestLog } from '../test/test-log.ts'
import { auditLog } from './audit-log.ts'

describe('clean', () => {
  test('an honest log', async () => {
    const report = await spoil(() => {})
    assert.deepEqual(report.findings, [])
    assert.equal(report.isClean, true)
    assert.equal(report.leafCount, 602)
  })

  test('the empty log, and one whose last leaves are not signed yet', async () => {
    const empty = new TestLog()
    await empty.checkpoint(0)
    assert.deepEqual(counted(await auditLog(empty.export(), { logKeys: [empty.signer.key] })), {})
    const source = await aLog()
    source.consent({ number: 9999 })
    assert.deepEqual(counted(await audit(source.export(), trustIn(source))), {})
  })

  test('read from streams that make the auditor wait', async () => {
    const source = await aLog()
    const log = source.export()
    async function* slowly<T>(items: readonly T[]): AsyncGenerator<T> {
      for (const item of items) yield item
    }
    const slow = { ...log, leafHashes: slowly(log.leafHashes), records: slowly(log.records) }
    assert.deepEqual(counted(await audit(slow, trustIn(source))), {})
  })

  test('T32: with 10,000 erased subjects', async () => {
    const source = new TestLog()
    for (let number = 0; number < 12_000; number++) source.consent({ number, subject: number })
    const everyone = Array.from({ length: 10_000 }, (_, i) => i)
    for (let i = 0; i < 100; i++)
      source.erase(everyone.slice(i * 100, i * 100 + 100), morningMs + 20_000_000 + i)
    await source.checkpoint()
    const report = await auditLog(source.export(), { logKeys: [source.signer.key] }, sha256)
    assert.deepEqual(report.findings, [])
    assert.equal(report.erasedCount, 10_000)
  })
})

test('whatever one byte is changed, or one record moved, the audit is not clean', async () => {
  const source = await aLog()
  const flip = (bytes: Uint8Array, at: number): Uint8Array =>
    bytes.map((byte, i) => (i === at % bytes.length ? byte ^ 1 : byte))
  const deeds: ((log: Spoilable, index: number, any: number) => void)[] = [
    (log, index, any) => {
      const { entry, payload } = recordAt(log, index)
      log.records[index] = { entry, payload: payload && flip(payload, any) }
    },
    (log, index, any) => {
      const { entry, payload } = recordAt(log, index)
      log.records[index] = { entry: flip(entry, any), payload }
    },
    (log, index, any) => {
      log.leafHashes[index] = flip(log.leafHashes[index] as Uint8Array, any)
    },
    (log, index) => log.records.splice(index, 1),
    (log, index) => log.leafHashes.splice(index, 1),
    (log, index, any) => log.records.splice(any % log.records.length, 0, recordAt(log, index)),
    (log, index) => log.records.splice(index),
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...deeds),
      fc.nat(source.size - 1),
      fc.nat(),
      async (deed, index, any) => {
        const log = source.export()
        deed(log, index, any)
        assert.equal((await audit(log, trustIn(source))).isClean, false)
      },
    ),
    { numRuns: 40 },
  )
})

test('a spoilt cable: all findings are counted, a hundred of a name told', async () => {
  const report = await spoil((log) => {
    for (const [i, { entry }] of log.records.entries()) log.records[i] = { entry, payload: utf8('?') }
  })
  assert.equal(report.findings.length, 101)
  assert.deepEqual(counted(report), { altered_payload: 602, forged_key: 1 })
})
