import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LogProof, parseKeySet, verifyReceipt } from '@assent/evidence'
import { logNoteKey } from '../src/log/log-key.ts'
import { readLogs } from '../src/store/logs.ts'
import { record } from './a-consent.ts'
import { anAnonymousRef, type Harness, openHarness } from './harness.ts'
import { testLog } from './test-log.ts'

async function logKeys(t: Harness) {
  return (await readLogs(t.service.pool, testLog(t).place)).map(logNoteKey)
}

test('a receipt has the proof of its place in the log, and verifies with nothing but files', async () => {
  await using t = await openHarness({ keepsLog: true })
  const { receipt } = await record(t, anAnonymousRef())
  await testLog(t).sequencer.flush()
  const answer = await t.call('GET', receipt.url)
  assert.equal(answer.json['status'], 'logged')
  const keySet = (await t.call('GET', '/.well-known/jwks.json', { key: null })).json
  assert.equal(parseKeySet(keySet).length, 1)

  const verdict = await verifyReceipt(answer.text, keySet, { logKeys: await logKeys(t) })
  assert.equal(verdict.verdict, 'valid', JSON.stringify(verdict.findings, null, 1))

  const other = structuredClone(answer.json) as unknown as { log: LogProof & { index: number } }
  other.log.index = other.log.index === 0 ? 1 : other.log.index - 1
  const refuted = await verifyReceipt(other, keySet, { logKeys: await logKeys(t) })
  assert.equal(refuted.verdict, 'invalid')
})

test('before its turn a receipt is pending, and holds by its signature alone', async () => {
  await using t = await openHarness()
  const { receipt } = await record(t, anAnonymousRef())
  const answer = await t.call('GET', receipt.url)
  assert.equal(answer.json['status'], 'pending')
  assert.equal(answer.json['log'], null)
  const keySet = (await t.call('GET', '/.well-known/jwks.json', { key: null })).json
  assert.equal((await verifyReceipt(answer.text, keySet)).verdict, 'valid_but_not_logged')
})

test('every record is found, across bundles and in the order of arrival', async () => {
  await using t = await openHarness({ keepsLog: true })
  const made = []
  for (let i = 0; i < 12; i++)
    made.push(...(await Promise.all(Array.from({ length: 50 }, () => record(t, anAnonymousRef())))))
  await testLog(t).sequencer.flush()
  const keySet = (await t.call('GET', '/.well-known/jwks.json', { key: null })).json
  const keys = await logKeys(t)
  const indexes = new Set<number>()
  for (const { receipt } of made.filter((_, at) => at % 13 === 0)) {
    const answer = await t.call('GET', receipt.url)
    const { log } = answer.json as unknown as { log: LogProof }
    indexes.add(log.index)
    assert.equal((await verifyReceipt(answer.text, keySet, { logKeys: keys })).verdict, 'valid')
  }
  assert.equal(indexes.size, made.filter((_, at) => at % 13 === 0).length)
})
