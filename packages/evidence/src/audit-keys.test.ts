import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aLog, counted, morning, signer, trustIn } from '../test/a-spoilt-log.ts'
import { morningMs, sha256 } from '../test/builders.ts'
import { someReceiptSigner } from '../test/receipt-keys.ts'
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
