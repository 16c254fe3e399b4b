import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aReceipt, day, failed, keySet, morning, signer, unchecked } from '../test/a-receipt.ts'
import { morningMs } from '../test/builders.ts'
import { someReceiptSigner } from '../test/receipt-keys.ts'
import { TestLog } from '../test/test-log.ts'
import { verifyReceipt } from './verify-receipt.ts'

describe('key events', () => {
  async function withKeyLife() {
    const log = new TestLog()
    const created = log.keyEvent('created', signer.kid, morningMs - 1000 * day)
    const activated = log.keyEvent('activated', signer.kid, morningMs)
    const revoked = log.keyEvent('revoked', signer.kid, morningMs + 80_000)
    const note = await log.checkpoint()
    const events = await Promise.all(
      [created, activated, revoked].map((index) => log.loggedKeyEvent(index, note)),
    )
    return events as [(typeof events)[0], (typeof events)[0], (typeof events)[0]]
  }

  test('a key that the log knows as active', async () => {
    const { answer, trust } = await aReceipt()
    const [created, activated] = await withKeyLife()
    const verdict = await verifyReceipt(answer, keySet, { ...trust, keyEvents: [created, activated] })
    assert.equal(verdict.verdict, 'valid')
    assert.ok(!unchecked(verdict).includes('key_events'))
  })

  test('T7: a "retired" key put into the set without the log', async () => {
    const forged = someReceiptSigner('ES256', morning - day, morning + day)
    const { answer, trust } = await aReceipt({ by: forged })
    const keys = { keys: [signer.jwk, forged.jwk] }
    assert.equal((await verifyReceipt(answer, keys, trust)).verdict, 'valid')
    const verdict = await verifyReceipt(answer, keys, { ...trust, keyEvents: await withKeyLife() })
    assert.deepEqual(failed(verdict), ['key_events'])
    assert.deepEqual(failed(await verifyReceipt(answer, keys, { ...trust, keyEvents: [] })), ['key_events'])
  })

  test('T7: a key that the log saw made, and not yet active; a proof of another event', async () => {
    const { answer, trust } = await aReceipt()
    const [created, activated] = await withKeyLife()
    for (const keyEvents of [[created], [{ ...activated, payload_b64: created.payload_b64 }]]) {
      assert.deepEqual(failed(await verifyReceipt(answer, keySet, { ...trust, keyEvents })), ['key_events'])
    }
  })

  test('a revocation that the key set hides counts all the same', async () => {
    const { answer, trust } = await aReceipt()
    const verdict = await verifyReceipt(answer, keySet, { ...trust, keyEvents: await withKeyLife() })
    assert.deepEqual(failed(verdict), ['key_validity'])
  })
})
