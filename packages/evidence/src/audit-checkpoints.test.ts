import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  aLog,
  audit,
  counted,
  morning,
  recordAt,
  rewrite,
  signAnew,
  spoil,
  trustIn,
} from '../test/a-spoilt-log.ts'
import { aUuid, morningMs, payloadBytes, utf8 } from '../test/builders.ts'
import { someSigner } from '../test/note-keys.ts'
import { TestLog } from '../test/test-log.ts'
import { encodeLeafEntry } from './leaf-entry.ts'

describe('what the holder of the log’s key did is found by whoever looked before', () => {
  test('T28 re-signed, against one checkpoint kept elsewhere', async () => {
    const kept = await (await aLog()).checkpoint(402)
    const report = await spoil(
      async (log) => {
        log.records[250] = rewrite(
          recordAt(log, 250),
          payloadBytes({ number: 248, recordedAtMs: morningMs + 248_000, seq: 9 }),
        )
        await signAnew(log)
      },
      { seenCheckpoints: [{ checkpoint: kept, seenAt: morning + 401 }] },
    )
    assert.deepEqual(counted(report), { re_signed: 1 })
  })

  test('T28 re-signed after a record was removed, or the tail cut', async () => {
    const kept = await (await aLog()).checkpoint(402)
    const seen = { seenCheckpoints: [{ checkpoint: kept, seenAt: morning + 401 }] }
    const removed = await spoil(async (log) => {
      log.records.splice(250, 1)
      await signAnew(log)
    }, seen)
    assert.deepEqual(counted(removed), { re_signed: 1 })
    const cut = await spoil(async (log) => {
      log.records.splice(300)
      await signAnew(log)
    }, seen)
    assert.deepEqual(counted(cut), { cut_tail: 1 })
  })

  test('T28 is not found when nobody kept anything: that is what witnesses are for', async () => {
    const report = await spoil(async (log) => {
      log.records.splice(250, 1)
      await signAnew(log)
    })
    assert.deepEqual(counted(report), {})
  })

  test('T29 back-dated: appended today, recorded last night, as it says', async () => {
    const log = await aLog((each) => each.consent({ number: 7000, recordedAtMs: morningMs - 36_000_000 }))
    const report = await audit(log.export(), trustIn(log))
    assert.deepEqual(
      report.findings.map(({ name, index }) => [name, index]),
      [['back_dated', 602]],
    )
  })

  test('T29 dated ahead of the checkpoint that holds it', async () => {
    const log = await aLog((each) => each.consent({ number: 7000, recordedAtMs: morningMs + 800_000 }))
    assert.deepEqual(counted(await audit(log.export(), trustIn(log))), { post_dated: 1 })
  })

  test('a time that no calendar has is a finding, not an exception', async () => {
    const entry = {
      id: aUuid(morningMs, 8000),
      kind: 'data_request' as const,
      commitment: new Uint8Array(32),
    }
    const log = await aLog((each) =>
      each.appendEntry(encodeLeafEntry({ ...entry, recordedAtMs: 9e15 }), utf8('')),
    )
    assert.deepEqual(counted(await audit(log.export(), trustIn(log))), { altered_payload: 1, post_dated: 1 })
  })

  test('T37: a clock an hour back within what the rule allows is no finding', async () => {
    const log = await aLog((each) => each.consent({ number: 7000, recordedAtMs: morningMs + 560_000 }))
    assert.deepEqual(counted(await audit(log.export(), trustIn(log))), {})
  })
})

describe('checkpoints that the log’s key did not sign', () => {
  test('T30 forged checkpoint', async () => {
    const report = await spoil(async (log, source) => {
      await signAnew(log, { ...someSigner(log.origin, 9), key: source.signer.key })
      log.checkpoints.push('not a note at all')
    })
    assert.deepEqual(counted(report), { forged_checkpoint: 2 })
  })

  test('a checkpoint of another log of the same house', async () => {
    const other = new TestLog('consent.example/log/test-0')
    const note = await other.checkpoint()
    const report = await spoil((log) => void log.checkpoints.push(note))
    assert.deepEqual(counted(report), { forged_checkpoint: 1 })
  })
})
