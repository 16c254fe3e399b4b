import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aLog, audit, counted, recordAt, rewrite, spoil, trustIn } from '../test/a-spoilt-log.ts'
import { aUuid, morningMs, payloadBytes, sha256, utf8 } from '../test/builders.ts'
import { TestLog } from '../test/test-log.ts'
import { auditLog } from './audit-log.ts'
import type { ExportedRecord } from './audit-records.ts'
import { encodeErasure } from './erasure.ts'
import { encodeLeafEntry } from './leaf-entry.ts'
import { hashLeaf } from './merkle-tree.ts'

describe('what was done to the export is found by name', () => {
  test('T23 altered payload', async () => {
    const report = await spoil((log) => {
      log.records[100] = { ...recordAt(log, 100), payload: payloadBytes({ number: 98, seq: 9 }) }
    })
    assert.deepEqual(
      report.findings.map(({ name, index }) => [name, index]),
      [['altered_payload', 100]],
    )
  })

  test('T24 altered entry, with a payload to match', async () => {
    const report = await spoil((log) => {
      log.records[100] = rewrite(
        recordAt(log, 100),
        payloadBytes({ number: 98, recordedAtMs: morningMs + 98_000, seq: 9 }),
      )
    })
    assert.deepEqual(
      report.findings.map(({ name, index }) => [name, index]),
      [['altered_entry', 100]],
    )
  })

  test('T24 an entry altered beyond reading, in the export and in the tree', async () => {
    const garbage = { entry: utf8('not an entry'), payload: null }
    const report = await spoil((log) => {
      log.records[100] = garbage
    })
    assert.deepEqual(counted(report), { altered_entry: 1 })
    const log = await aLog((each) => each.appendEntry(garbage.entry, null))
    assert.deepEqual(counted(await audit(log.export(), trustIn(log))), { altered_entry: 1 })
  })

  test('T24 altered entry and leaf, without the log’s key', async () => {
    const report = await spoil((log) => {
      log.records[250] = rewrite(
        recordAt(log, 250),
        payloadBytes({ number: 248, recordedAtMs: morningMs + 248_000, seq: 9 }),
      )
      log.leafHashes[250] = hashLeaf(recordAt(log, 250).entry)
    })
    // 202 leaves are still proven right; which of the next 200 was changed, only the tiles could have told.
    assert.deepEqual(counted(report), { altered_tree: 1 })
    assert.match(report.findings[0]?.detail ?? '', /^the leaves 202 to 401 /)
  })

  test('T25 removed record', async () => {
    for (const count of [1, 2, 300]) {
      const report = await spoil((log) => log.records.splice(100, count))
      assert.deepEqual(counted(report), { removed_record: count })
      assert.equal(report.findings[0]?.index, 100)
    }
  })

  test('T25 removed payload, without an erasure', async () => {
    const report = await spoil((log) => {
      log.records[100] = { ...recordAt(log, 100), payload: null }
      log.records[1] = { ...recordAt(log, 1), payload: null }
    })
    assert.deepEqual(counted(report), { removed_record: 2 })
  })

  test('T26 cut tail: of the records, and of the leaves as well', async () => {
    const records = await spoil((log) => log.records.splice(590))
    assert.deepEqual(
      records.findings.map(({ name, index }) => [name, index]),
      [['cut_tail', 590]],
    )
    const both = await spoil((log) => {
      log.records.splice(590)
      log.leafHashes.splice(590)
    })
    assert.deepEqual(counted(both), { cut_tail: 1 })
  })

  test('T27 swapped order, of neighbours and far apart', async () => {
    for (const other of [101, 102, 150, 601]) {
      const report = await spoil((log) => {
        const [a, b] = [recordAt(log, 100), recordAt(log, other)]
        log.records[100] = b
        log.records[other] = a
      })
      assert.deepEqual([...report.counts.keys()], ['swapped_order'], String(other))
    }
  })

  test('T31 replayed record: in the export, and in the tree', async () => {
    const inserted = await spoil((log) => log.records.splice(300, 0, recordAt(log, 100)))
    assert.deepEqual(counted(inserted), { replayed_record: 1 })
    const log = await aLog((each) => {
      const { entry, payload } = each.records[100] as ExportedRecord
      each.appendEntry(entry, payload)
    })
    const honestTree = await audit(log.export(), trustIn(log))
    assert.deepEqual(
      honestTree.findings.map(({ name, index }) => [name, index]),
      [['replayed_record', 602]],
    )
  })

  test('an inserted record', async () => {
    const report = await spoil((log) => {
      const payload = payloadBytes({ number: 5000 })
      const entry = encodeLeafEntry({
        id: aUuid(morningMs, 5000),
        kind: 'consent',
        recordedAtMs: morningMs,
        commitment: sha256(payload),
      })
      log.records.splice(300, 0, { entry, payload })
    })
    assert.deepEqual(
      report.findings.map(({ name, index }) => [name, index]),
      [['inserted_record', 300]],
    )
  })

  test('several deeds at once', async () => {
    const report = await spoil((log) => {
      log.records[50] = { ...recordAt(log, 50), payload: payloadBytes({ number: 1 }) }
      log.records[60] = rewrite(
        recordAt(log, 60),
        payloadBytes({ number: 58, recordedAtMs: morningMs + 58_000, seq: 9 }),
      )
      log.records.splice(300, 1)
      log.records.splice(500, 0, recordAt(log, 100))
    })
    assert.deepEqual(counted(report), {
      altered_payload: 1,
      altered_entry: 1,
      removed_record: 1,
      replayed_record: 1,
    })
  })

  test('a payload that is committed to, but speaks of another record', async () => {
    const log = await aLog((each) => {
      const id = aUuid(morningMs + 600_000, 600)
      each.append(
        'consent',
        id,
        morningMs + 600_000,
        payloadBytes({ number: 4, recordedAtMs: morningMs + 600_000 }),
      )
      each.append('consent', aUuid(morningMs + 600_000, 601), morningMs + 600_000, utf8('{}'))
    })
    assert.deepEqual(counted(await audit(log.export(), trustIn(log))), { mismatched_payload: 2 })
  })

  test('an erasure that left the payload where it was, or erased what never was', async () => {
    const source = await aLog((log) => {
      const before = log.records[10] as ExportedRecord
      log.erase([10, 11], morningMs + 600_000)
      log.records[10] = before
      log.erase([11], morningMs + 600_000)
    })
    assert.deepEqual(counted(await audit(source.export(), trustIn(source))), { erasure_not_done: 1 })
  })
})

describe('a log that follows another', () => {
  test('tells of erasures in that one, and an audit of that one is told of them', async () => {
    const first = new TestLog('consent.example/log/live-0')
    for (let number = 0; number < 10; number++) first.consent({ number })
    await first.checkpoint()
    const second = new TestLog('consent.example/log/live-1')
    second.append('log_rotated', aUuid(morningMs + 20_000, 20), morningMs + 20_000, utf8('{}'))
    const ids = [3, 4].map(
      (at) => new TextDecoder().decode(first.records[at]?.entry).split('\n')[1] as string,
    )
    const told = utf8(encodeErasure({ ver: 'assent-erasure/1', records: ids, reason: 'gdpr:17-1-b' }))
    second.append('erasure', aUuid(morningMs + 30_000, 30), morningMs + 30_000, told)
    await second.checkpoint()
    first.erase([3, 4], morningMs + 30_000)
    const before = first.export()
    const closed = {
      ...before,
      records: before.records.slice(0, 10),
      leafHashes: before.leafHashes.slice(0, 10),
    }
    const trust = (log: TestLog) => ({ logKeys: [log.signer.key] })

    assert.deepEqual(counted(await auditLog(second.export(), trust(second), sha256)), {})
    assert.deepEqual(counted(await auditLog(closed, trust(first), sha256)), { removed_record: 2 })
    const report = await auditLog({ ...closed, erasedElsewhere: ids }, trust(first), sha256)
    assert.deepEqual([counted(report), report.erasedCount], [{}, 2])
  })
})
