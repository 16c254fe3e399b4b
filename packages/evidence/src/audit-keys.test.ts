import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aLog, counted, morning, signer, trustIn } from '../test/a-spoilt-log.ts'
import { morningMs, sha256 } from '../test/builders.ts'
import { someReceiptSigner } from '../test/receipt-keys.ts'
import { TestLog } from '../test/test-log.ts'
import { auditLog } from './audit-log.ts'

test('T7 forged retired key: never in the log, or there too late for the life it claims', async () => {
  const forged = someReceiptSigner('ES256', morning - 9 * 86_400, morning - 86_400)
  const late = someReceiptSigner('Ed25519', morning - 9 * 86_400, morning - 86_400)
  const source = await aLog((log) => void log.keyEvent('created', late.kid, morningMs + 600_000))
  const keySet = { keys: [signer.jwk, forged.jwk, late.jwk] }
  const report = await auditLog({ ...source.export(), keySet }, trustIn(source), sha256)
  assert.deepEqual(counted(report), { forged_key: 2 })
})

test('a key that the key set has lost', async () => {
  const source = await aLog()
  const report = await auditLog({ ...source.export(), keySet: { keys: [] } }, trustIn(source), sha256)
  assert.deepEqual(counted(report), { missing_key: 1 })
})

test('a key that is older than the log stands in its opening; one that is newer than its end is not its business', async () => {
  const older = someReceiptSigner('ES256', morning - 90 * 86_400, morning + 86_400)
  const newer = someReceiptSigner('ES256', morning + 86_400, morning + 9 * 86_400)
  const source = new TestLog()
  source.keyEvent('created', older.kid, morningMs)
  for (let number = 0; number < 600; number++) source.consent({ number })
  await source.checkpoint()
  const keySet = { keys: [older.jwk, newer.jwk] }
  const trust = { logKeys: [source.signer.key] }
  assert.deepEqual(counted(await auditLog({ ...source.export(), keySet }, trust, sha256)), {})
})
