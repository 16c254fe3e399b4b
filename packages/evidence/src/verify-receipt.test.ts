import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { aReceipt, day, failed, keySet, morning, unchecked, witness } from '../test/a-receipt.ts'
import { someWitness } from '../test/note-keys.ts'
import { type ReceiptSigner, someReceiptSigner } from '../test/receipt-keys.ts'
import vector from '../vectors/receipt.json' with { type: 'json' }
import { parseVerifierKey } from './note-key.ts'
import type { Trust } from './trust.ts'
import { verifyReceipt } from './verify-receipt.ts'

describe('valid', () => {
  test('a receipt in a witnessed log, its checks in order', async () => {
    const { answer, trust } = await aReceipt()
    const verdict = await verifyReceipt(answer, keySet, trust)
    assert.equal(verdict.verdict, 'valid')
    assert.equal(verdict.payload?.record.kind, 'consent')
    assert.deepEqual(unchecked(verdict), ['key_events', 'seen_checkpoints'])
    assert.deepEqual(
      verdict.findings.map(({ check }) => check).join(' '),
      'form header key key_events signature payload commitment inclusion checkpoint witnesses seen_checkpoints ' +
        'documents key_validity time',
    )
  })

  test('as text, and signed with Ed25519', async () => {
    const by = someReceiptSigner('Ed25519', morning, morning + day)
    const { answer, trust } = await aReceipt({ by })
    assert.equal((await verifyReceipt(JSON.stringify(answer), { keys: [by.jwk] }, trust)).verdict, 'valid')
  })

  test('the receipt of the vectors, made once and for ever', async () => {
    const trust: Trust = {
      logKeys: [parseVerifierKey(vector.log_key)],
      witnesses: { keys: [parseVerifierKey(vector.witness_key)], quorum: 1 },
      keyEvents: vector.key_events,
    }
    const verdict = await verifyReceipt(vector.receipt, vector.key_set, trust)
    assert.deepEqual(failed(verdict), [])
    assert.equal(verdict.verdict, 'valid')
  })

  test('T4: signed by a key two rotations ago', async () => {
    const [old, middle, young] = [0, 90, 180].map((days) =>
      someReceiptSigner('ES256', morning + days * day, morning + (days + 90) * day),
    ) as [ReceiptSigner, ReceiptSigner, ReceiptSigner]
    const { answer, trust } = await aReceipt({ by: old })
    assert.equal(
      (await verifyReceipt(answer, { keys: [young.jwk, middle.jwk, old.jwk] }, trust)).verdict,
      'valid',
    )
  })
})

describe('valid_but_not_logged', () => {
  test('a bare token', async () => {
    const { jws, trust } = await aReceipt()
    assert.equal((await verifyReceipt(jws, keySet, trust)).verdict, 'valid_but_not_logged')
  })

  test('a receipt that waits for the log', async () => {
    const { answer, trust } = await aReceipt()
    const pending = { ...answer, status: 'pending', log: null }
    assert.equal((await verifyReceipt(pending, keySet, trust)).verdict, 'valid_but_not_logged')
  })

  test('a log that the verifier does not know', async () => {
    const { answer } = await aReceipt()
    assert.equal((await verifyReceipt(answer, keySet)).verdict, 'valid_but_not_logged')
  })

  test('T38: a checkpoint that too few of the named witnesses cosigned', async () => {
    const { answer, trust } = await aReceipt()
    const more = { keys: [witness.key, someWitness('other.example', 3, () => 0).key], quorum: 2 }
    const verdict = await verifyReceipt(answer, keySet, { ...trust, witnesses: more })
    assert.equal(verdict.verdict, 'valid_but_not_logged')
    assert.deepEqual(failed(verdict), ['witnesses'])
  })
})

describe('erased', () => {
  test('T10: the log’s proof still holds', async () => {
    const { answer, trust } = await aReceipt()
    const erased = { ...answer, status: 'erased', jws: null, claims: null, documents: null }
    const verdict = await verifyReceipt(erased, keySet, trust)
    assert.equal(verdict.verdict, 'erased')
    assert.deepEqual(failed(verdict), [])
    assert.equal(verdict.payload, undefined)
  })

  test('a proof of another record, or a broken one', async () => {
    const { log, answer, proof, trust } = await aReceipt()
    const erased = { ...answer, status: 'erased', jws: null }
    const other = await log.proof(4, proof.checkpoint)
    assert.equal((await verifyReceipt({ ...erased, log: other }, keySet, trust)).verdict, 'invalid')
    const broken = { ...proof, inclusion_proof: proof.inclusion_proof.slice(1) }
    assert.equal((await verifyReceipt({ ...erased, log: broken }, keySet, trust)).verdict, 'invalid')
  })
})

test('any input gets a verdict, and none an exception', async () => {
  const { answer, trust } = await aReceipt()
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.anything(), fc.json(), fc.string()), async (input) => {
      assert.equal((await verifyReceipt(input, keySet, trust)).verdict, 'invalid')
      assert.equal((await verifyReceipt(answer, input, trust)).verdict, 'invalid')
    }),
  )
  const members = Object.keys(answer) as (keyof typeof answer)[]
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...members), fc.anything(), async (member, value) => {
      const { verdict } = await verifyReceipt({ ...answer, [member]: value }, keySet, trust)
      assert.ok(['valid', 'valid_but_not_logged', 'invalid'].includes(verdict))
    }),
  )
})
