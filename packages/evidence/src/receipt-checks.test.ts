import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aReceipt, failed, keySet, morning, signer, unchecked } from '../test/a-receipt.ts'
import { morningMs, payloadBytes, servedDocuments } from '../test/builders.ts'
import { someSigner } from '../test/note-keys.ts'
import { signCheckpoint } from './checkpoint.ts'
import type { Trust } from './trust.ts'
import { verifyReceipt } from './verify-receipt.ts'

describe('invalid: what stands beside the token', () => {
  test('claims shown, or an id, that are not those signed', async () => {
    const { answer, trust } = await aReceipt()
    const claims = { ...answer.claims, env: 'test' }
    assert.deepEqual(failed(await verifyReceipt({ ...answer, claims }, keySet, trust)), ['payload'])
    const id = JSON.parse(Buffer.from(payloadBytes({ number: 4 })).toString()).jti
    assert.deepEqual(failed(await verifyReceipt({ ...answer, id }, keySet, trust)), ['payload'])
  })

  test('T12: a text that is not the one consented to; a missing one is only not checked', async () => {
    const { answer, trust } = await aReceipt()
    const [analytics] = servedDocuments()['purposes'] as [object]
    const edited = {
      ...servedDocuments(),
      purposes: [{ ...analytics, bytes_b64: btoa('We sell everything.') }],
    }
    assert.deepEqual(failed(await verifyReceipt({ ...answer, documents: edited }, keySet, trust)), [
      'documents',
    ])
    const verdict = await verifyReceipt({ ...answer, documents: null }, keySet, trust)
    assert.equal(verdict.verdict, 'valid')
    assert.ok(unchecked(verdict).includes('documents'))
  })

  test('the log’s proof of another record', async () => {
    const { answer, log, proof, trust } = await aReceipt()
    const other = await log.proof(4, proof.checkpoint)
    assert.deepEqual(failed(await verifyReceipt({ ...answer, log: other }, keySet, trust)), ['commitment'])
    const mixed = { ...proof, index: 4 }
    assert.deepEqual(failed(await verifyReceipt({ ...answer, log: mixed }, keySet, trust)), ['inclusion'])
  })

  test('an entry with another time', async () => {
    const { answer, proof, trust } = await aReceipt()
    const leaf_entry = proof.leaf_entry.replace(/\n\d+\n/, `\n${morningMs}\n`)
    const verdict = await verifyReceipt({ ...answer, log: { ...proof, leaf_entry } }, keySet, trust)
    assert.deepEqual(failed(verdict), ['commitment', 'inclusion'])
  })

  test('a checkpoint that another key signed in the name of the log', async () => {
    const { answer, log, proof, trust } = await aReceipt()
    const forger = { ...someSigner(log.origin, 9), key: log.signer.key }
    const forged = await log.checkpoint(10, [])
    const checkpoint = await signCheckpoint(
      {
        origin: log.origin,
        size: 10,
        root: new Uint8Array(Buffer.from(forged.split('\n')[2] ?? '', 'base64')),
      },
      [forger],
    )
    const verdict = await verifyReceipt({ ...answer, log: { ...proof, checkpoint } }, keySet, trust)
    assert.equal(verdict.verdict, 'invalid')
    assert.deepEqual(failed(verdict), ['checkpoint'])
  })

  test('a checkpoint of another size or origin than the proof says', async () => {
    const { answer, proof, trust } = await aReceipt()
    for (const log of [
      { ...proof, tree_size: 11 },
      { ...proof, origin: 'consent.example/log/test-0' },
    ]) {
      assert.deepEqual(failed(await verifyReceipt({ ...answer, log }, keySet, trust)), ['inclusion'])
    }
  })
})

describe('revoked keys', () => {
  const revokedAt = (second: number) => ({
    keys: [{ ...signer.jwk, revoked: { revoked_at: second, reason: 'stolen' } }],
  })

  test('T6: witnessed in the log before the revocation → valid, after → invalid', async () => {
    const { answer, trust } = await aReceipt()
    assert.equal((await verifyReceipt(answer, revokedAt(morning + 101), trust)).verdict, 'valid')
    const late = await verifyReceipt(answer, revokedAt(morning + 100), trust)
    assert.equal(late.verdict, 'invalid')
    assert.deepEqual(failed(late), ['key_validity'])
  })

  test('T6: without a witness, or without the log, nothing says when it was made', async () => {
    const { answer, jws, trust } = await aReceipt()
    const { logKeys = [] } = trust
    assert.equal((await verifyReceipt(answer, revokedAt(morning + 200), { logKeys })).verdict, 'invalid')
    assert.equal((await verifyReceipt(jws, revokedAt(morning + 200), trust)).verdict, 'invalid')
  })

  test('T6: a checkpoint kept elsewhere does what a witness does', async () => {
    const { log, answer, trust } = await aReceipt()
    const { logKeys = [] } = trust
    const kept = await log.checkpoint(6)
    const consistency = await log.consistency(6, 10)
    const seen = (seenAt: number, proof: readonly string[]): Trust => ({
      logKeys,
      seenCheckpoints: [{ checkpoint: kept, seenAt, consistency: proof }],
    })
    assert.equal(
      (await verifyReceipt(answer, revokedAt(morning + 50), seen(morning + 49, consistency))).verdict,
      'invalid',
    )
    const early = await aReceipt({ iat: morning + 10 })
    assert.equal(
      (await verifyReceipt(early.answer, revokedAt(morning + 50), seen(morning + 49, consistency))).verdict,
      'valid',
    )
    assert.equal(
      (await verifyReceipt(early.answer, revokedAt(morning + 50), seen(morning + 51, consistency))).verdict,
      'invalid',
    )
    const unproven = { logKeys, seenCheckpoints: [{ checkpoint: kept, seenAt: morning + 49 }] }
    assert.equal((await verifyReceipt(early.answer, revokedAt(morning + 50), unproven)).verdict, 'invalid')
  })
})
