import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { aConsent, issuePaths, record } from './a-consent.ts'
import { anAnonymousRef, type Harness, openHarness, type TestAnswer } from './harness.ts'

const many = (count: number, nameOf: (at: number) => string, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [nameOf(at), value]))

describe('a record', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
  })
  after(() => t[Symbol.asyncDispose]())

  function send(changes: Record<string, unknown>): Promise<TestAnswer> {
    return t.call('POST', '/v1/consent', { body: aConsent(anAnonymousRef(), changes) })
  }

  test('decides on at least one purpose and at most 50', async () => {
    assert.deepEqual(issuePaths(await send({ purposes: {} })), ['purposes'])
    assert.deepEqual(issuePaths(await send({ purposes: many(51, (at) => `p_${at}`, 'granted') })), [
      'purposes',
    ])
    const paths = issuePaths(await send({ purposes: many(50, (at) => `p_${at}`, 'granted') }))
    assert.equal(paths.length, 50, 'none of them is in the catalogue, and each is named')
  })

  test('needs a subject and purposes, and says so for both at once', async () => {
    assert.deepEqual(issuePaths(await t.call('POST', '/v1/consent', { body: {} })), ['purposes', 'subject'])
    assert.deepEqual(
      issuePaths(
        await t.call('POST', '/v1/consent', { body: { subject: {}, purposes: { analytics: 'yes' } } }),
      ),
      ['purposes.analytics', 'subject.ref'],
    )
    for (const subject of [
      null,
      'user_1',
      ['user_1'],
      { ref: 42 },
      { ref: null },
      { ref: 'user_1', name: 'Ada' },
    ])
      assert.equal(issuePaths(await send({ subject })).length, 1)
  })

  test('keeps at most 20 strings of metadata, 4 kB together', async () => {
    assert.equal((await send({ metadata: many(20, (at) => `m${at}`, 'x'.repeat(100)) })).status, 201)
    assert.deepEqual(issuePaths(await send({ metadata: many(21, (at) => `m${at}`, 'x') })), ['metadata'])
    assert.deepEqual(issuePaths(await send({ metadata: { a: 'x'.repeat(4096) } })), ['metadata'])
    assert.deepEqual(
      issuePaths(await send({ metadata: { a: 'ä'.repeat(2100) } })),
      ['metadata'],
      'by bytes, not by letters',
    )
    for (const value of [1, true, null, [], {}])
      assert.deepEqual(issuePaths(await send({ metadata: { a: value } })), ['metadata.a'])
  })

  test('says null where it knows nothing, as if it had left it out', async () => {
    const nothing = {
      country: null,
      region: null,
      language: null,
      action: null,
      notice: null,
      vendors: null,
      tc_string: null,
      occurred_at: null,
    }
    const ref = anAnonymousRef()
    const { policy } = await record(t, ref, nothing)
    assert.deepEqual([policy['country'], policy['region'], policy['matched_by']], [null, null, 'fallback'])
  })

  test('takes only the words that the contract has', async () => {
    for (const source of ['banner', 'preference_center', 'api', 'import', 'gpc', 'form', 'paper', 'phone'])
      assert.equal(
        ((await record(t, anAnonymousRef(), { source })) as unknown as { source: string }).source,
        source,
      )
    for (const [changes, path] of [
      [{ source: 'pigeon' }, 'source'],
      [{ source: null }, 'source'],
      [{ purposes: { analytics: 'GRANTED' } }, 'purposes.analytics'],
      [{ purposes: { analytics: true } }, 'purposes.analytics'],
      [{ purposes: { analytics: null } }, 'purposes.analytics'],
      [{ language: 'german language' }, 'language'],
      [{ gpc: 'true' }, 'gpc'],
      [{ gpc: 1 }, 'gpc'],
      [{ vendors: { iab: {} } }, 'vendors.iab'],
      [{ vendors: { tcf: { seven: 'granted' } } }, 'vendors.tcf.seven'],
      [{ tc_string: 'CP xx' }, 'tc_string'],
      [{ country: 'DE', region: 42 }, 'region'],
    ] as const)
      assert.deepEqual(issuePaths(await send(changes)), [path], JSON.stringify(changes))
  })

  test('takes the place as two codes or as one, and keeps it as two', async () => {
    for (const place of [{ country: 'US', region: 'CA' }, { country: 'US-CA' }, { region: 'US-CA' }]) {
      const { policy } = await record(t, anAnonymousRef(), place)
      assert.deepEqual(
        [policy['country'], policy['region'], policy['regime'], policy['matched_by']],
        ['US', 'CA', 'us_ca_ccpa', 'region'],
      )
    }
  })
})
