import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { kindNumber } from '../src/domain/leaf.ts'
import { subjectId } from '../src/domain/public-id.ts'
import { done, open } from './a-data-request.ts'
import { asPublic, sendPreferences, signUp } from './a-preference.ts'
import { dumpTables, findIn } from './dump-tables.ts'
import { exported } from './exported-log.ts'
import { type Harness, openHarness } from './harness.ts'
import { runOffline } from './run-offline.ts'

// Two rows may speak of one address (docs/adr/0011): its person's, and the one where what nobody has proved waits.
describe('what was asked in the name of an address that nobody had proved goes with its person', () => {
  let t: Harness
  before(async () => {
    t = await openHarness({ keepsLog: true })
  })
  after(() => t[Symbol.asyncDispose]())

  const asUnproved = (address: string) => sendPreferences(t, `email:${address}`, signUp, asPublic(t))

  function unprovedKey(address: string) {
    const settings = [...t.service.settings.current.environments.values()]
    const test = settings.find(({ scope }) => scope.environment === 'test')
    assert.ok(test)
    return test.routing.unproved(address)
  }

  /** Of the sign-ups: how many there were, and what is left of them. */
  async function leftOf(address: string) {
    const key = unprovedKey(address)
    const { rows } = await t.service.pool.query<{ records: number; left: number; state: string }>(
      `SELECT (SELECT count(*)::int FROM consent_records WHERE route_key = $1::uuid AND kind <> $2::smallint) AS records,
              (SELECT count(COALESCE(payload, context))::int FROM consent_records WHERE route_key = $1::uuid AND kind <> $2::smallint) AS left,
              state::text AS state FROM subjects WHERE route_key = $1::uuid`,
      [key, kindNumber('erasure')],
    )
    const named = findIn(await dumpTables(t), subjectId(key))
    return { ...rows[0], named }
  }

  async function erase(ref: string, mode: string): Promise<void> {
    const answer = await t.call('DELETE', `/v1/subjects/${encodeURIComponent(ref)}?mode=${mode}`)
    assert.equal(answer.status, 200, answer.text)
  }

  // Seen to fail: with no key from `findUnproved`, both sign-ups of each are left.
  for (const mode of ['retain_evidence', 'full'])
    test(`${mode}: named by a ref of their own, or known by the address alone`, async () => {
      const [named, alone] = [`named.${mode}@example.org`, `alone.${mode}@example.org`]
      const body = { ref: `named_${mode}`, identifiers: [{ type: 'email', value: named }] }
      assert.equal((await t.call('POST', '/v1/subjects', { body })).status, 201)
      const own = await sendPreferences(t, `email:${alone}`, [{ key: 'frequency', value: 'weekly' }])
      assert.equal(own.status, 201, own.text)
      for (const address of [named, alone]) {
        for (const _ of [1, 2]) assert.equal((await asUnproved(address)).status, 201)
        const before = await leftOf(address)
        assert.deepEqual([before.records, before.left], [2, 2])
        assert.ok(before.named.length > 0, 'teeth: before, the dump names the place')
      }
      await erase(`named_${mode}`, mode)
      await erase(`email:${alone}`, mode)
      for (const address of [named, alone])
        assert.deepEqual(await leftOf(address), { records: 2, left: 0, state: '{}', named: [] })
    })

  test('an erasure that nobody is known for takes what waits for the mailbox', async () => {
    const address = 'nobody.known@example.org'
    assert.equal((await asUnproved(address)).status, 201)
    const { id } = await open(t, { type: 'erasure', subject: { ref: `email:${address}` }, email: address })
    await done(t, id, 'fulfil')
    assert.deepEqual(await leftOf(address), { records: 1, left: 0, state: '{}', named: [] })
  })

  test('whoever asks there again is told the same as before', async () => {
    const address = 'again@example.org'
    const shape = async () => {
      const { status, json } = await asUnproved(address)
      return { status, ...json, id: '', occurred_at: '', recorded_at: '' }
    }
    const before = await shape()
    const body = { ref: 'again', identifiers: [{ type: 'email', value: address }] }
    assert.equal((await t.call('POST', '/v1/subjects', { body })).status, 201)
    await erase('again', 'full')
    assert.deepEqual(await shape(), before)
    assert.equal((await leftOf(address)).left, 1)
  })

  test('the ledger holds: every payload that went is named by an erasure', async () => {
    const { lines, logKey } = await exported(t)
    const folder = await mkdtemp(join(tmpdir(), 'assent-erased-address-'))
    const path = join(folder, 'log.jsonl')
    await writeFile(path, `${lines.join('\n')}\n`)
    const { code, text } = await runOffline('audit', path, '--log-key', logKey, '--json')
    assert.deepEqual([code, (JSON.parse(text) as { counts: object }).counts], [0, {}], text)
    assert.ok(lines.filter((line) => line.endsWith(',null]')).length >= 9)
    await rm(folder, { recursive: true })
  })
})
