import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { aConsent, issuePaths, readConsent, record, refused, standing } from './a-consent.ts'
import { aSubjectToken } from './a-subject-token.ts'
import { anAnonymousRef, type Harness, openHarness, type TestAnswer, type TestRequest } from './harness.ts'

interface Batch {
  readonly recorded: number
  readonly refused: number
  readonly results: readonly {
    readonly index: number
    readonly status: number
    readonly record?: {
      readonly id: string
      readonly subject: { readonly ref: string }
      readonly receipt: { url: string }
    }
    readonly error?: { readonly code: string; readonly issues: readonly { path: string }[] }
  }[]
}

describe('a batch', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
  })
  after(() => t[Symbol.asyncDispose]())

  let people = 0
  function somebody(): string {
    people += 1
    return `batch_${people}`
  }
  function send(records: readonly unknown[], more: object = {}, request: TestRequest = {}) {
    return t.call('POST', '/v1/consent/batch', { ...request, body: { ...more, records } })
  }
  function read(answer: TestAnswer): Batch {
    assert.equal(answer.status, 200, answer.text)
    return answer.json as unknown as Batch
  }
  async function historyOf(ref: string) {
    const answer = await t.call('GET', `/v1/subjects/${ref}/consent/history?limit=200`)
    if (answer.status === 404) return []
    return answer.json['data'] as { id: string; seq: number; purposes: object; proved_by: string }[]
  }
  const keyed = (key: string): TestRequest => ({ headers: { 'Idempotency-Key': key } })

  test('partial: each record stands on its own, the answer is in order, and what is recorded is read back', async () => {
    const refs = Array.from({ length: 1000 }, somebody)
    const wrong: Readonly<Record<number, unknown>> = {
      0: aConsent(refs[0] ?? '', { purposes: { unheard_of: 'granted' } }),
      7: null,
      13: aConsent(refs[13] ?? '', { metadata: { note: 'nul \u0000' } }),
      500: aConsent('not a ref'),
      501: aConsent(refs[501] ?? '', { colour: 'blue' }),
      998: aConsent('sub_0000000000000000000000', { country: 'DE' }),
      999: aConsent(refs[999] ?? '', { occurred_at: '2999-01-01T00:00:00Z' }),
    }
    const batch = read(await send(refs.map((ref, index) => (index in wrong ? wrong[index] : aConsent(ref)))))
    assert.deepEqual(
      [batch.recorded, batch.refused, batch.results.map(({ index }) => index)],
      [993, 7, refs.map((_, index) => index)],
    )
    const faults = batch.results.flatMap(({ index, status, error }) =>
      error === undefined ? [] : [[index, status, error.code, error.issues.map(({ path }) => path).join()]],
    )
    assert.deepEqual(faults, [
      [0, 422, 'validation_failed', 'purposes.unheard_of'],
      [7, 422, 'validation_failed', ''],
      [13, 422, 'validation_failed', 'metadata.note'],
      [500, 422, 'validation_failed', 'subject.ref'],
      [501, 422, 'validation_failed', 'colour'],
      [998, 404, 'subject_not_found', ''],
      [999, 422, 'validation_failed', 'occurred_at'],
    ])
    for (const index of [1, 250, 997]) {
      const ref = refs[index] ?? ''
      const made = batch.results[index]?.record
      assert.equal(made?.subject.ref, ref)
      assert.equal((await readConsent(t, ref)).purposes['analytics']?.record, made?.id)
      assert.equal((await t.call('GET', made?.receipt.url ?? '')).status, 200)
    }
    assert.deepEqual(await historyOf(refs[0] ?? ''), [])
  })

  test('atomic: one fault leaves none, and every issue is told from the body', async () => {
    const refs = Array.from({ length: 1000 }, somebody)
    const records = refs.map((ref) => aConsent(ref))
    records[5] = aConsent(refs[5] ?? '', { purposes: { unheard_of: 'granted', essential_shop: 'granted' } })
    records[600] = aConsent('not a ref')
    records[601] = aConsent('sub_0000000000000000000000')
    records[602] = aConsent(refs[602] ?? '', { metadata: { note: 'nul \u0000' } })
    const answer = await send(records, { mode: 'atomic' }, keyed('atomic'))
    assert.deepEqual(issuePaths(answer), [
      'records.5.purposes.essential_shop',
      'records.5.purposes.unheard_of',
      'records.600.subject.ref',
      'records.601.subject.ref',
      'records.602.metadata.note',
    ])
    for (const ref of [refs[0], refs[4], refs[999]]) assert.deepEqual(await historyOf(ref ?? ''), [])
    const sound = refs.map((ref) => aConsent(ref))
    assert.equal(read(await send(sound, { mode: 'atomic' }, keyed('atomic'))).recorded, 1000)
  })

  test('a repeat is answered byte for byte, whatever was refused in it, and records nothing again', async () => {
    const refs = [somebody(), somebody(), somebody()]
    const records = [
      aConsent(refs[0] ?? ''),
      aConsent('not a ref'),
      { half: '\ud800' },
      aConsent(refs[2] ?? ''),
    ]
    const first = await send(records, {}, keyed('repeat'))
    assert.deepEqual([read(first).recorded, read(first).refused], [2, 2])
    t.advance(60_000)
    const again = await send(records, {}, keyed('repeat'))
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal(again.text, first.text)
    assert.equal((await historyOf(refs[0] ?? '')).length, 1)
    const reworded = records.map((one) => (one === records[0] ? { gpc: false, source: 'api', ...one } : one))
    assert.equal((await send(reworded, { notify: true }, keyed('repeat'))).text, first.text)
    for (const other of [
      () => send(records.toReversed(), {}, keyed('repeat')),
      () => send([records[0], records[3]], { mode: 'atomic' }, keyed('repeat')),
      () => send(records, { notify: false }, keyed('repeat')),
      () => send(records.slice(1), {}, keyed('repeat')),
    ])
      assert.equal(refused(await other(), 422), 'idempotency_key_reused')
    assert.equal((await historyOf(refs[0] ?? '')).length, 1)
  })

  test('30 equal batches at once: recorded once, 30 equal answers', async () => {
    const refs = Array.from({ length: 50 }, somebody)
    const records = refs.map((ref) => aConsent(ref))
    const answers = await Promise.all(Array.from({ length: 30 }, () => send(records, {}, keyed('at-once'))))
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    assert.equal(answers.filter(({ headers }) => headers.has('idempotent-replayed')).length, 29)
    for (const ref of refs) assert.equal((await historyOf(ref)).length, 1)
  })

  test('a key of the single call is another than that of the batch', async () => {
    const ref = somebody()
    assert.equal((await t.call('POST', '/v1/consent', { ...keyed('one'), body: aConsent(ref) })).status, 201)
    assert.equal(read(await send([aConsent(ref)], {}, keyed('one'))).recorded, 1)
    assert.equal((await historyOf(ref)).length, 2)
  })

  test('records of one person keep their order, gap-free, and the latest by its time counts', async () => {
    const ref = somebody()
    const at = (minute: number) => new Date(t.service.clock.now() - 3_600_000 + minute * 60_000).toISOString()
    const records = Array.from({ length: 1000 }, (_, index) =>
      aConsent(ref, {
        purposes: { analytics: index % 2 === 0 ? 'denied' : 'granted' },
        occurred_at: at(index === 3 ? 59 : index / 100),
      }),
    )
    const { results } = read(await send(records))
    const newest = await historyOf(ref)
    assert.deepEqual(
      newest.map(({ id }) => id),
      results
        .slice(800)
        .map(({ record: made }) => made?.id)
        .toReversed(),
    )
    assert.deepEqual(
      newest.map(({ seq }) => seq),
      Array.from({ length: 200 }, (_, index) => 1000 - index),
    )
    assert.equal((await readConsent(t, ref)).purposes['analytics']?.record, results[3]?.record?.id)
  })

  test('of two at the same moment the refusal counts, in whatever order they came', async () => {
    const ref = somebody()
    await send([
      aConsent(ref, { purposes: { analytics: 'denied' } }),
      aConsent(ref, { purposes: { analytics: 'granted' } }),
    ])
    assert.equal(await standing(t, ref, 'analytics'), 'denied forbidden explicit_refusal')
  })

  test('more than 1,000 records: 413 batch_too_large, and nothing is recorded', async () => {
    const ref = somebody()
    const tiny = Array.from({ length: 1001 }, () => aConsent(ref))
    assert.equal(refused(await send(tiny), 413), 'batch_too_large')
    assert.deepEqual(await historyOf(ref), [])
    assert.deepEqual(issuePaths(await send([])), ['records'])
    assert.deepEqual(issuePaths(await t.call('POST', '/v1/consent/batch', { body: { records: {} } })), [
      'records',
    ])
  })

  test('a body of 1 MiB is taken, and one byte more is not', async () => {
    const { batchBytes } = t.service.config.limits
    const body = JSON.stringify({ records: [aConsent(somebody())] })
    const padded = body + ' '.repeat(batchBytes - body.length)
    assert.equal((await t.call('POST', '/v1/consent/batch', { body: padded })).status, 200)
    assert.equal(
      refused(await t.call('POST', '/v1/consent/batch', { body: `${padded} ` }), 413),
      'body_too_large',
    )
  })

  test('a member twice inside of a record is malformed JSON, as anywhere', async () => {
    const body = `{"records":[{"subject":{"ref":"${somebody()}","ref":"b"},"purposes":{"analytics":"granted"}}]}`
    assert.equal(refused(await t.call('POST', '/v1/consent/batch', { body }), 400), 'malformed_json')
  })

  describe('with a public key', () => {
    const asPublic = (headers: Record<string, string> = {}): TestRequest => ({
      key: t.keys.test.public,
      headers,
    })

    test('names one subject, by an anonymous ref or a token', async () => {
      const ref = anAnonymousRef()
      assert.equal(read(await send([aConsent(ref), aConsent(ref)], {}, asPublic())).recorded, 2)
      const headers = { 'Subject-Token': await aSubjectToken(t, 'user_of_token') }
      assert.equal(read(await send([aConsent('user_of_token')], {}, asPublic(headers))).recorded, 1)
      const [entry] = await historyOf('user_of_token')
      assert.equal(entry?.proved_by, 'subject_token')
    })

    // Seen to fail: with the comparison of refs taken out of `accessOnly`, the second person is written to.
    test('a second subject: 422 where it is named, and nothing is recorded of either', async () => {
      const [ada, bob] = [anAnonymousRef(), anAnonymousRef()]
      for (const mode of ['partial', 'atomic']) {
        const answer = await send([aConsent(ada), aConsent(bob), aConsent('user_42')], { mode }, asPublic())
        assert.deepEqual(issuePaths(answer), ['records.1.subject.ref', 'records.2.subject.ref'])
      }
      assert.deepEqual([await historyOf(ada), await historyOf(bob)], [[], []])
    })

    test('a subject it may not touch: 403, the same whether or not it exists', async () => {
      await record(t, 'user_known')
      const known = await send([aConsent('user_known')], {}, asPublic())
      const unknown = await send([aConsent('user_unknown')], {}, asPublic())
      assert.equal(refused(known, 403), 'subject_token_required')
      assert.equal(known.text, unknown.text)
    })

    test('its idempotency keys count for one person', async () => {
      const [ada, bob] = [anAnonymousRef(), anAnonymousRef()]
      const one = await send([aConsent(ada)], {}, asPublic({ 'Idempotency-Key': '1' }))
      const other = await send([aConsent(bob)], {}, asPublic({ 'Idempotency-Key': '1' }))
      assert.deepEqual([read(one).recorded, read(other).recorded], [1, 1])
      assert.equal(other.headers.get('idempotent-replayed'), null)
      assert.ok(!other.text.includes(ada))
    })

    test('may not keep the webhooks from telling', async () => {
      assert.deepEqual(issuePaths(await send([aConsent(anAnonymousRef())], { notify: false }, asPublic())), [
        'notify',
      ])
    })
  })

  test('an e-mail address is in no answer but its own, and not kept with the key', async () => {
    const ref = 'email:batch.ada@example.org'
    const first = await send([aConsent(ref), aConsent(somebody())], {}, keyed('email'))
    assert.equal(read(first).results[0]?.record?.subject.ref, ref)
    const again = await send([aConsent(ref), aConsent(`batch_${people}`)], {}, keyed('email'))
    assert.equal(again.text, first.text)
    const { rows } = await t.service.pool.query<{ found: number }>(
      `SELECT count(*) AS found FROM idempotency_keys WHERE position('batch.ada' IN encode(answer, 'escape')) > 0`,
    )
    assert.equal(rows[0]?.found, 0)
  })
})
