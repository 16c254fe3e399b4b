import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { kindNumber } from '../src/domain/leaf.ts'
import { issuePaths, record, refused } from './a-consent.ts'
import { act, aRequestBody, type DataRequestJson, done, open, read } from './a-data-request.ts'
import { type Harness, openHarness } from './harness.ts'
import { publish, shopWith } from './publish-catalogue.ts'

let t: Harness

before(async () => {
  t = await openHarness()
})
after(() => t[Symbol.asyncDispose]())

async function list(query: string): Promise<{ data: DataRequestJson[]; next_cursor: string | null }> {
  const answer = await t.call('GET', `/v1/data-requests?${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.json as never
}

describe('POST /v1/data-requests', () => {
  test('201: the days are counted by the law of the place, and each part of the count says where it is written', async () => {
    const made = await open(t, { received_at: '2026-01-31T12:00:00+02:00' })
    assert.equal(made.status, 'received')
    assert.equal(made.regime, 'gdpr')
    assert.equal(made.received_at, '2026-01-31T10:00:00.000Z')
    assert.equal(made.verification.status, 'verified')
    const { due_at, extended_due_at, rule } = made.deadlines
    assert.deepEqual(
      [due_at, extended_due_at, rule],
      ['2026-03-02T23:59:59.999Z', '2026-04-30T23:59:59.999Z', 'gdpr:P1M'],
    )
    assert.equal(made.is_overdue, true)
    const californian = await open(t, { country: 'US', region: 'CA', received_at: '2026-11-02T09:00:00Z' })
    assert.equal(californian.deadlines.due_at, '2026-12-17T23:59:59.999Z')
    assert.equal(californian.deadlines.acknowledge_by, '2026-11-17T23:59:59.999Z')
    assert.equal((await open(t, { country: null })).regime, 'strictest')
  })

  test("the day ends in the project's time zone", async () => {
    await using berlin = await openHarness()
    await publish(berlin, await shopWith(['controller:\n', 'time_zone: Europe/Berlin\ncontroller:\n']))
    const made = await open(berlin, { received_at: '2026-03-10T23:30:00Z' })
    // In Berlin it is the 11th already, 11 April is a Saturday, and summer time has begun by the 13th.
    assert.equal(made.deadlines.due_at, '2026-04-13T21:59:59.999Z')
  })

  test('whom it is about is named by a ref, an address, or both; known or not makes no difference', async () => {
    const { subject } = await record(t, 'user_known')
    assert.deepEqual((await open(t, { subject: { ref: 'user_known' } })).subject, {
      id: subject.id,
      ref: 'user_known',
    })
    const byMail = await open(t, { subject: null, email: ' Ada@Example.ORG ' })
    assert.deepEqual([byMail.subject, byMail.email], [{ id: null, ref: null }, 'ada@example.org'])
    assert.deepEqual(issuePaths(await t.call('POST', '/v1/data-requests', { body: { type: 'access' } })), [
      'subject.ref',
    ])
  })

  test('every fault is told at once, and nothing is opened', async () => {
    const before = (await list('limit=200')).data.length
    const answer = await t.call('POST', '/v1/data-requests', {
      body: aRequestBody({
        subject: { ref: 'a b' },
        email: 'ada@example.org, eve@example.org',
        country: 'Narnia',
        received_at: '2999-01-01T00:00:00Z',
      }),
    })
    assert.deepEqual(issuePaths(answer), ['country', 'email', 'received_at', 'subject.ref'])
    assert.equal((await list('limit=200')).data.length, before)
  })
})

describe('the ledger', () => {
  test('every change is an entry with a commitment, waiting for the log, and none tells who asks', async () => {
    const { id } = await open(t, {
      email: 'ledger@example.org',
      subject: { ref: 'user_ledger' },
      details: 'Dear shop',
    })
    await done(t, id, 'start')
    await done(t, id, 'extend', 'complex')
    await done(t, id, 'deny', 'not_covered')
    const { changes, status } = await read(t, id)
    assert.equal(status, 'denied')
    assert.deepEqual(
      changes.map(({ seq, event, action, reason, status }) => [seq, event, action, reason, status]),
      [
        [1, 'data_request.created', null, null, 'received'],
        [2, 'data_request.updated', 'start', null, 'in_progress'],
        [3, 'data_request.updated', 'extend', 'complex', 'in_progress'],
        [4, 'data_request.updated', 'deny', 'not_covered', 'denied'],
      ],
    )
    for (const { by } of changes) assert.match(by, /^key_/)
    const { rows } = await t.service.pool.query<{ payload: Buffer; record_id: string; pending: number }>(
      `SELECT r.payload, r.record_id, (SELECT count(*)::int FROM pending_batches p
         WHERE position(decode(replace(r.record_id::text, '-', ''), 'hex') IN p.leaves) > 0
           AND position(r.commitment IN p.leaves) > 0) AS pending
       FROM consent_records r WHERE r.kind = $1 AND convert_from(r.payload, 'UTF8') LIKE $2`,
      [kindNumber('data_request'), `%${id}%`],
    )
    assert.equal(rows.length, 4)
    for (const { payload, pending } of rows) {
      assert.equal(pending, 1)
      for (const told of ['ledger@example.org', 'user_ledger', 'Dear shop'])
        assert.ok(!payload.toString().includes(told), told)
    }
  })

  test('of two changes at once one is decided on what the other has left', async () => {
    const { id } = await open(t)
    const answers = await Promise.all([
      act(t, id, 'deny', 'no_match'),
      act(t, id, 'deny', 'other'),
      act(t, id, 'withdraw'),
      act(t, id, 'fulfil'),
    ])
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    const { changes } = await read(t, id)
    assert.deepEqual(
      changes.map(({ seq }) => seq),
      [1, 2],
    )
  })
})

describe('POST /v1/data-requests/{id}/transitions', () => {
  test('what cannot follow is refused with what can, and changes nothing', async () => {
    const { id } = await open(t)
    assert.equal(refused(await act(t, id, 'verify'), 409), 'not_applicable')
    assert.equal(refused(await act(t, id, 'resume'), 409), 'not_applicable')
    const { changes } = await read(t, id)
    assert.equal(changes.length, 1)
    await done(t, id, 'withdraw')
    for (const action of ['start', 'fulfil', 'extend'])
      assert.equal(
        refused(await act(t, id, action, action === 'extend' ? 'complex' : undefined), 409),
        'not_applicable',
      )
  })

  test('a reason is given where one is taken, of those that there are', async () => {
    const { id } = await open(t)
    for (const [action, reason] of [
      ['deny', undefined],
      ['deny', 'complex'],
      ['extend', 'no_match'],
      ['start', 'identity'],
    ] as const)
      assert.deepEqual(issuePaths(await act(t, id, action, reason)), ['reason'], `${action} ${reason}`)
    assert.deepEqual(issuePaths(await act(t, id, 'due_soon')), ['action'])
    assert.deepEqual(issuePaths(await act(t, id, 'deny', 'because')), ['reason'])
  })

  test('one extension, within the term; then the later day is the day', async () => {
    const { id, deadlines } = await open(t)
    const extended = await done(t, id, 'extend', 'numerous')
    assert.equal(extended.deadlines.due_at, deadlines.extended_due_at)
    assert.equal(refused(await act(t, id, 'extend', 'complex'), 409), 'not_applicable')
    const late = await open(t, { received_at: '2026-01-31T12:00:00Z' })
    assert.equal(refused(await act(t, late.id, 'extend', 'complex'), 409), 'not_applicable')
  })

  test('acknowledged twice is acknowledged once', async () => {
    const { id } = await open(t)
    await done(t, id, 'acknowledge')
    await done(t, id, 'acknowledge')
    assert.equal((await read(t, id)).changes.length, 2)
  })
})

describe('GET /v1/data-requests', () => {
  test('every one is listed once, newest first, page by page, while others come', async () => {
    await using other = await openHarness()
    const made: string[] = []
    for (let index = 0; index < 7; index++)
      made.push((await open(other, { subject: { ref: `user_${index}` } })).id)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const answer = await other.call(
        'GET',
        `/v1/data-requests?limit=3${cursor === null ? '' : `&cursor=${cursor}`}`,
      )
      const page = answer.json as unknown as { data: DataRequestJson[]; next_cursor: string | null }
      seen.push(...page.data.map(({ id }) => id))
      cursor = page.next_cursor
      await open(other, { subject: { ref: 'user_late' } })
    } while (cursor !== null)
    assert.deepEqual(seen, made.toReversed())
  })

  test('by status, type, person and due date, without what tells who asks', async () => {
    const { id } = await open(t, {
      type: 'portability',
      email: 'list@example.org',
      subject: { ref: 'user_known' },
    })
    const { id: overdue } = await open(t, { type: 'restriction', received_at: '2026-01-01T00:00:00Z' })
    const ids = async (query: string) => (await list(query)).data.map((entry) => entry.id)
    assert.deepEqual(await ids('type=portability&status=received'), [id])
    assert.deepEqual(await ids('type=portability&status=denied'), [])
    assert.ok((await ids('subject=user_known')).includes(id))
    assert.deepEqual(await ids('subject=user_nobody'), [])
    const now = encodeURIComponent(new Date(t.service.clock.now()).toISOString())
    assert.ok((await ids(`due_before=${now}`)).includes(overdue))
    assert.ok(!(await ids(`due_before=${now}`)).includes(id))
    await record(t, 'user_known')
    await record(t, 'user_known_now')
    const merge = { source: 'user_known', target: 'user_known_now' }
    assert.equal((await t.call('POST', '/v1/subjects/merge', { body: merge })).status, 200)
    await done(t, overdue, 'withdraw')
    assert.ok(!(await ids(`due_before=${now}`)).includes(overdue), 'what is closed is not overdue any more')
    const page = await t.call('GET', '/v1/data-requests?type=portability')
    assert.ok(!page.text.includes('list@example.org') && !page.text.includes('user_known'))
    assert.deepEqual(issuePaths(await t.call('GET', '/v1/data-requests?status=lost&due_before=today')), [
      'query.due_before',
      'query.status',
    ])
  })
})
