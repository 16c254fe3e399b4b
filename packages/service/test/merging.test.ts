import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { issuePaths, type Recorded, readConsent, record, refused, standing } from './a-consent.ts'
import { aSubjectToken } from './a-subject-token.ts'
import { anAnonymousRef, type Harness, openHarness, type TestAnswer } from './harness.ts'

interface Merge {
  readonly id: string | null
  readonly subject: { readonly id: string; readonly ref: string }
  readonly conflicts: readonly Readonly<Record<string, string>>[]
  readonly merged_at: string | null
}

describe('merging (endpoint 10)', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
    // The shop's purposes came into force when the harness was opened: what happened before was about older versions.
    t.advance(3 * 3_600_000)
  })
  after(() => t[Symbol.asyncDispose]())

  const ago = (hours: number) => new Date(t.service.clock.now() - hours * 3_600_000).toISOString()

  const merge = (source: string, target: string, more: object = {}) =>
    t.call('POST', '/v1/subjects/merge', { body: { source, target, ...more } })
  const undo = (id: string | null) => t.call('POST', `/v1/subjects/merge/${id}/undo`)
  const done = async (answer: Promise<TestAnswer>): Promise<Merge> => {
    const { status, text, json } = await answer
    assert.equal(status, 200, text)
    return json as unknown as Merge
  }
  const idOf = async (ref: string) => (await readConsent(t, ref)).subject.id
  const history = async (ref: string) =>
    (await t.call('GET', `/v1/subjects/${encodeURIComponent(ref)}/consent/history?limit=200`)).json[
      'data'
    ] as { id: string; seq: number; subject: { id: string }; written_under: string | null }[]
  const two = async (name: string, source: object, target: object): Promise<[Recorded, Recorded]> => {
    const one = await record(t, `${name}_source`, { purposes: source, occurred_at: ago(2) })
    const other = await record(t, `${name}_target`, { purposes: target, occurred_at: ago(1) })
    return [one, other]
  }

  test('the id and the refs of the source lead to the target, in every endpoint', async () => {
    const [one, other] = await two('lead', { analytics: 'granted' }, { marketing: 'denied' })
    const { subject } = await done(merge('lead_source', 'lead_target'))
    assert.equal(subject.id, other.subject.id)
    for (const ref of ['lead_source', 'lead_target', one.subject.id, other.subject.id]) {
      const { subject: read, purposes } = await readConsent(t, ref)
      assert.equal(read.id, other.subject.id)
      assert.deepEqual([purposes['analytics']?.status, purposes['marketing']?.status], ['granted', 'denied'])
      assert.deepEqual(
        [purposes['analytics']?.record, purposes['analytics']?.receipt],
        [one.id, one.receipt.id],
      )
    }
    const later = await record(t, one.subject.id, { purposes: { recommendations: 'granted' } })
    assert.equal(later.subject.id, other.subject.id)
    assert.equal((await record(t, 'lead_source')).subject.id, other.subject.id)
    assert.equal((await t.call('GET', one.receipt.url)).status, 200)
  })

  test('the history of both is the history of the target, each record with the id it was written under', async () => {
    const [one, other] = await two('history', { analytics: 'granted' }, { marketing: 'denied' })
    await done(merge('history_source', 'history_target'))
    const later = await record(t, 'history_source')
    for (const ref of ['history_source', 'history_target'])
      assert.deepEqual(
        (await history(ref)).map(({ id, subject, written_under, seq }) => [
          id,
          subject.id,
          written_under,
          seq,
        ]),
        [
          // The merge is the second entry of the target.
          [later.id, other.subject.id, null, 3],
          [other.id, other.subject.id, null, 1],
          [one.id, one.subject.id, one.subject.id, 1],
        ],
      )
    const pages = await t.call('GET', '/v1/subjects/history_target/consent/history?limit=2')
    const rest = await t.call(
      'GET',
      `/v1/subjects/history_target/consent/history?limit=2&cursor=${pages.json['next_cursor']}`,
    )
    assert.deepEqual(
      (rest.json['data'] as { id: string }[]).map(({ id }) => id),
      [one.id],
    )
    assert.equal(rest.json['next_cursor'], null)
  })

  for (const [strategy, analytics, marketing] of [
    ['most_recent', 'denied', 'granted'],
    ['most_restrictive', 'denied', 'denied'],
    ['target_wins', 'denied', 'granted'],
  ] as const)
    test(`${strategy}: which decision stands, told before and after`, async () => {
      await two(
        strategy,
        { analytics: 'granted', marketing: 'denied' },
        { analytics: 'denied', marketing: 'granted' },
      )
      const trial = await done(merge(`${strategy}_source`, `${strategy}_target`, { strategy, dry_run: true }))
      assert.deepEqual([trial.id, trial.merged_at], [null, null])
      assert.notEqual(await idOf(`${strategy}_source`), await idOf(`${strategy}_target`))
      const real = await done(merge(`${strategy}_source`, `${strategy}_target`, { strategy }))
      assert.deepEqual(real.conflicts, trial.conflicts)
      assert.deepEqual(real.conflicts, [
        { purpose: 'analytics', source: 'granted', target: 'denied', resolution: analytics },
        { purpose: 'marketing', source: 'denied', target: 'granted', resolution: marketing },
      ])
      const { purposes } = await readConsent(t, `${strategy}_target`)
      assert.deepEqual([purposes['analytics']?.status, purposes['marketing']?.status], [analytics, marketing])
      const at = await readConsent(
        t,
        `${strategy}_target`,
        `?at=${encodeURIComponent(new Date(t.service.clock.now()).toISOString())}`,
      )
      assert.deepEqual(at.purposes, purposes)
    })

  test('target_wins keeps an older decision of the target', async () => {
    await record(t, 'older_target', { purposes: { analytics: 'granted' }, occurred_at: ago(2) })
    await record(t, 'newer_source', { purposes: { analytics: 'denied' }, occurred_at: ago(1) })
    await done(merge('newer_source', 'older_target', { strategy: 'target_wins' }))
    assert.equal(await standing(t, 'newer_source', 'analytics'), 'granted allowed explicit_consent')
  })

  test('into itself, in a circle, or twice: 409 merge_conflict', async () => {
    await two('circle', { analytics: 'granted' }, { analytics: 'granted' })
    assert.equal(refused(await merge('circle_target', 'circle_target'), 409), 'merge_conflict')
    await done(merge('circle_source', 'circle_target'))
    for (const [source, target] of [
      ['circle_source', 'circle_target'],
      ['circle_target', 'circle_source'],
      ['circle_source', 'circle_source'],
    ] as const)
      assert.equal(refused(await merge(source, target), 409), 'merge_conflict')
    assert.equal(refused(await merge('circle_target', 'never_was'), 404), 'subject_not_found')
    assert.equal(
      refused(await merge('never_was', 'circle_target', { dry_run: true }), 404),
      'subject_not_found',
    )
    assert.deepEqual(issuePaths(await merge('a b', '', { strategy: 'loudest' })), ['strategy', 'target'])
  })

  test('a chain of merges leads to its end, and comes apart in the reverse order', async () => {
    const ids = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => (await record(t, `chain_${index}`)).subject.id),
    )
    const merges: Merge[] = []
    for (let index = 0; index < 11; index++)
      merges.push(await done(merge(`chain_${index}`, `chain_${index + 1}`)))
    assert.equal(await idOf('chain_0'), ids[11])
    assert.equal((await record(t, 'chain_0')).subject.id, ids[11])
    assert.equal((await history('chain_5')).length, 13)
    assert.equal(refused(await undo(merges[0]?.id ?? ''), 409), 'merge_conflict')
    for (const { id } of merges.toReversed()) assert.equal((await undo(id)).status, 200)
    for (const [index, id] of ids.entries()) assert.equal(await idOf(`chain_${index}`), id)
  })

  test('undone, each is who they were; what was recorded since stays with the target', async () => {
    const [one, other] = await two('undo', { analytics: 'granted' }, { marketing: 'denied' })
    const before = await readConsent(t, 'undo_source')
    const { id } = await done(merge('undo_source', 'undo_target', { strategy: 'most_restrictive' }))
    const since = await record(t, 'undo_source', { purposes: { recommendations: 'granted' } })
    const answers = [await undo(id), await undo(id)]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
    assert.equal(answers[0]?.text, answers[1]?.text)
    const after = await readConsent(t, 'undo_source')
    assert.deepEqual([after.subject.id, after.purposes], [one.subject.id, before.purposes])
    const target = await readConsent(t, 'undo_target')
    assert.equal(target.subject.id, other.subject.id)
    assert.deepEqual(
      ['analytics', 'marketing', 'recommendations'].map((purpose) => target.purposes[purpose]?.status),
      ['not_asked', 'denied', 'granted'],
    )
    assert.deepEqual(
      (await history('undo_target')).map((entry) => entry.id),
      [since.id, other.id],
    )
    assert.deepEqual(
      (await history('undo_source')).map((entry) => entry.id),
      [one.id],
    )
    const next = await record(t, 'undo_source')
    assert.deepEqual([next.subject.id, (await history('undo_source'))[0]?.seq], [one.subject.id, 2])
    assert.equal(
      refused(await undo(`${id?.slice(0, -1)}${id?.endsWith('0') ? '1' : '0'}`), 404),
      'merge_not_found',
    )
    assert.equal(refused(await undo('cns_1'), 404), 'merge_not_found')
  })

  test('identifiers go along with a merge, and back with its undoing', async () => {
    const email = (ref: string) => [{ type: 'email', value: `${ref}@example.org` }]
    for (const ref of ['ident_source', 'ident_target'])
      await t.call('POST', '/v1/subjects', { body: { ref, identifiers: email(ref) } })
    const { id } = await done(merge('ident_source', 'ident_target'))
    const target = await idOf('ident_target')
    assert.equal(await idOf('email:ident_source@example.org'), target)
    const whole = await t.call('POST', '/v1/subjects', {
      body: { ref: 'ident_target', identifiers: email('ident_source') },
    })
    assert.equal(whole.status, 200)
    assert.equal((whole.json['identifiers'] as unknown[]).length, 2)
    await undo(id)
    assert.equal(await idOf('email:ident_source@example.org'), await idOf('ident_source'))
    assert.notEqual(await idOf('ident_source'), target)
    const one = await t.call('POST', '/v1/subjects', { body: { ref: 'ident_target' } })
    assert.equal((one.json['identifiers'] as unknown[]).length, 1)
  })

  describe('linking: a visitor turns out to be a customer', () => {
    const write = async (ref: string, sub: string, changes: object = {}) =>
      await t.call('POST', '/v1/consent', {
        key: t.keys.test.public,
        headers: { 'Subject-Token': await aSubjectToken(t, sub) },
        body: { subject: { ref }, purposes: { recommendations: 'granted' }, ...changes },
      })

    test('a write with both links them, and answers with the customer', async () => {
      const visitor = anAnonymousRef()
      await record(t, visitor, { purposes: { analytics: 'denied' } }, { key: t.keys.test.public })
      const customer = await record(t, 'link_1', { purposes: { marketing: 'granted' } })
      for (const _ of [1, 2]) {
        const answer = await write(visitor, 'link_1')
        assert.equal(answer.status, 201, answer.text)
        assert.deepEqual(answer.json['subject'], { id: customer.subject.id, ref: 'link_1' })
      }
      const { purposes } = await readConsent(t, visitor)
      assert.deepEqual(
        ['analytics', 'marketing', 'recommendations'].map((purpose) => purposes[purpose]?.status),
        ['denied', 'granted', 'granted'],
      )
      assert.equal((await history('link_1')).length, 4)
    })

    test('of two who are new, both come into being', async () => {
      const visitor = anAnonymousRef()
      const answer = await write(visitor, 'email:link_2@example.org')
      assert.equal(answer.status, 201, answer.text)
      assert.equal(await idOf(visitor), await idOf('email:link_2@example.org'))
    })

    test('the browser of somebody else joins no two customers: 409, and nothing is recorded', async () => {
      const visitor = anAnonymousRef()
      assert.equal((await write(visitor, 'link_3')).status, 201)
      await record(t, 'link_4', { purposes: { analytics: 'denied' } })
      assert.equal(refused(await write(visitor, 'link_4'), 409), 'merge_conflict')
      assert.notEqual(await idOf('link_3'), await idOf('link_4'))
      assert.equal((await history('link_4')).length, 1)
      const named = anAnonymousRef()
      await t.call('POST', '/v1/subjects', {
        body: { ref: named, identifiers: [{ type: 'email', value: 'named@example.org' }] },
      })
      assert.equal(refused(await write(named, 'link_4'), 409), 'merge_conflict')
    })

    test('a repeat under one Idempotency-Key is a replay', async () => {
      const visitor = anAnonymousRef()
      const headers = { 'Subject-Token': await aSubjectToken(t, 'link_5'), 'Idempotency-Key': 'link' }
      const body = { subject: { ref: visitor }, purposes: { analytics: 'granted' } }
      const send = () => t.call('POST', '/v1/consent', { key: t.keys.test.public, headers, body })
      const [one, other] = [await send(), await send()]
      assert.deepEqual([one.status, other.text], [201, one.text])
      assert.equal(other.headers.get('idempotent-replayed'), 'true')
    })

    test('reading beside the token of another stays forbidden', async () => {
      const answer = await t.call('GET', `/v1/subjects/${anAnonymousRef()}/consent`, {
        key: t.keys.test.public,
        headers: { 'Subject-Token': await aSubjectToken(t, 'link_1') },
      })
      assert.equal(refused(answer, 403), 'subject_token_mismatch')
    })
  })
})
