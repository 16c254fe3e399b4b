import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyReceipt } from '@assent/evidence'
import { logNoteKey } from '../src/log/log-key.ts'
import { readLogs } from '../src/store/logs.ts'
import { record } from './a-consent.ts'
import { anAnonymousRef, openHarness } from './harness.ts'
import { testLog } from './test-log.ts'

test('T10: an erased receipt leaves a server the proof of the log, and nobody else anything', async () => {
  await using t = await openHarness({ keepsLog: true })
  const { receipt } = await record(t, anAnonymousRef())
  const { sequencer, place } = testLog(t)
  await sequencer.flush()
  const before = await t.call('GET', receipt.url)
  await t.service.eraser.query(
    "UPDATE consent_records SET payload = NULL, context = NULL, erased_at = '2026-11-21Z', erase_reason = 'request'",
  )
  await t.service.eraser.query('DELETE FROM receipts')

  const after = await t.call('GET', receipt.url)
  assert.equal(after.status, 200)
  const { status, jws, claims, documents, log } = after.json
  assert.deepEqual(
    { status, jws, claims, documents },
    { status: 'erased', jws: null, claims: null, documents: null },
  )
  assert.deepEqual(log, before.json['log'])
  const keySet = (await t.call('GET', '/.well-known/jwks.json', { key: null })).json
  const trust = { logKeys: (await readLogs(t.service.pool, place)).map(logNoteKey) }
  assert.equal((await verifyReceipt(after.text, keySet, trust)).verdict, 'erased')

  for (const accept of ['application/jose', 'text/html'])
    assert.equal((await t.call('GET', receipt.url, { headers: { Accept: accept } })).status, 410)
  const gone = await t.call('GET', receipt.url, { key: t.keys.test.public })
  assert.deepEqual([gone.status, gone.json['code']], [410, 'receipt_erased'])
  assert.equal((await t.call('GET', receipt.url, { key: t.keys.live.secret })).status, 404)
})
