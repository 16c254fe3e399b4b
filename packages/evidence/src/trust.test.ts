import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aReceipt, day, failed, keySet, morning } from '../test/a-receipt.ts'
import { someWitness } from '../test/note-keys.ts'
import { TestLog } from '../test/test-log.ts'
import { verifyReceipt } from './verify-receipt.ts'

describe('time, and other faces of the log', () => {
  test('recorded, as it says, a day before somebody saw the log without it', async () => {
    const { log, answer, trust } = await aReceipt()
    const seen = { checkpoint: await log.checkpoint(3), seenAt: morning + day }
    const verdict = await verifyReceipt(answer, keySet, { ...trust, seenCheckpoints: [seen] })
    assert.deepEqual(failed(verdict), ['time'])
    const inTime = { ...seen, seenAt: morning + 60 }
    assert.equal(
      (await verifyReceipt(answer, keySet, { ...trust, seenCheckpoints: [inTime] })).verdict,
      'valid',
    )
  })

  test('recorded, as it says, after a witness saw it', async () => {
    const early = someWitness('early.example', 5, () => morning - 10)
    const { log, answer, trust } = await aReceipt()
    const proof = await log.proof(3, await log.checkpoint(10, [early]))
    const witnesses = { keys: [early.key], quorum: 1 }
    assert.deepEqual(
      failed(await verifyReceipt({ ...answer, log: proof }, keySet, { ...trust, witnesses })),
      ['time'],
    )
  })

  test('a tree of the same size with another root, signed by the log', async () => {
    const { answer, trust } = await aReceipt()
    const fork = new TestLog()
    for (let number = 0; number < 10; number++) fork.consent({ number: number + 100 })
    const seen = { checkpoint: await fork.checkpoint(), seenAt: morning + 200 }
    const verdict = await verifyReceipt(answer, keySet, { ...trust, seenCheckpoints: [seen] })
    assert.equal(verdict.verdict, 'invalid')
    assert.deepEqual(failed(verdict), ['seen_checkpoints'])
  })
})
