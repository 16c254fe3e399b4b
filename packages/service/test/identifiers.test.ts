import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readRefName } from '../src/http/read-names.ts'
import { nameSubject } from '../src/ledger/name-subject.ts'
import { readActs } from '../src/store/subject-rows.ts'
import { issuePaths, readConsent, record, refused, standing } from './a-consent.ts'
import { dumpTables, findIn } from './dump-tables.ts'
import { type Harness, openHarness, type TestAnswer } from './harness.ts'

interface Subject {
  readonly id: string
  readonly ref: string | null
  readonly refs: readonly string[]
  readonly identifiers: readonly {
    readonly type: string
    readonly value: string
    readonly verified: boolean
  }[]
  readonly metadata: Readonly<Record<string, string>>
  readonly created_at: string
}

const email = (value: string, verified = false) => ({ type: 'email', value, verified })

describe('subjects and what names them (endpoints 8 and 9)', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
  })
  after(() => t[Symbol.asyncDispose]())

  const create = (body: object) => t.call('POST', '/v1/subjects', { body })
  const add = (ref: string, ...identifiers: object[]) =>
    t.call('POST', `/v1/subjects/${encodeURIComponent(ref)}/identifiers`, { body: { identifiers } })
  const subjectOf = (answer: TestAnswer, status: number): Subject => {
    assert.equal(answer.status, status, answer.text)
    return answer.json as unknown as Subject
  }
  const idOf = async (ref: string) => (await readConsent(t, ref)).subject.id

  test('a subject is made once: a repeat finds it', async () => {
    const body = {
      ref: 'made_1',
      identifiers: [email(' Ada@Example.ORG ', true), { type: 'phone', value: '+49 151 12345678' }],
      metadata: { plan: 'pro' },
    }
    const made = subjectOf(await create(body), 201)
    assert.equal(made.ref, 'made_1')
    assert.deepEqual(
      made.identifiers.map(({ type, value, verified }) => [type, value, verified]),
      [
        ['email', 'ada@example.org', true],
        ['phone', '+4915112345678', false],
      ],
    )
    assert.deepEqual(made.metadata, { plan: 'pro' })
    assert.deepEqual(subjectOf(await create(body), 200), made)
    const claimed = subjectOf(await create({ identifiers: [email('ada@example.org')] }), 200)
    assert.deepEqual(claimed, made)
  })

  test('a repeat within the same millisecond is one, too: the ledger says once that a name was added', async () => {
    const [environment] = t.service.settings.current.environments.values()
    assert.ok(environment !== undefined)
    const now = t.service.clock.now()
    const still = { ...t.service, clock: { now: () => now } }
    const names = ['at_once_1', 'email:at-once@example.org'].map((text) => ({
      ...readRefName(text, environment.catalogue.identifierTypes, 'ref'),
      verified: false,
      path: 'ref',
    }))
    const { key } = await nameSubject(still, environment, { names, mustExist: false })
    await nameSubject(still, environment, { names, mustExist: true })
    assert.equal(await readActs(t.service.pool, environment.scope, key), 1)
  })

  test('each identifier leads to its subject, in every spelling, as a ref of its type', async () => {
    const made = subjectOf(await create({ ref: 'typed_1', identifiers: [email('typed@example.org')] }), 201)
    const recorded = await record(t, 'email:Typed@Example.org', { purposes: { analytics: 'denied' } })
    assert.equal(recorded.subject.id, made.id)
    assert.equal(recorded.subject.ref, 'email:Typed@Example.org')
    for (const ref of ['typed_1', 'email:typed@example.org', made.id]) {
      assert.equal(await idOf(ref), made.id)
      assert.equal(await standing(t, ref, 'analytics'), 'denied forbidden explicit_refusal')
    }
  })

  test('a subject that recording made under an identifier has that identifier', async () => {
    const { subject } = await record(t, 'email:first@example.org')
    const claimed = subjectOf(
      await create({
        ref: 'claimed_1',
        identifiers: [email('first@example.org'), { type: 'phone', value: '+4915112340000' }],
      }),
      200,
    )
    assert.equal(claimed.id, subject.id)
    assert.equal(claimed.ref, 'email:first@example.org')
    assert.deepEqual(claimed.refs, ['claimed_1'])
    for (const ref of ['claimed_1', 'phone:+4915112340000']) assert.equal(await idOf(ref), subject.id)
    assert.equal((await record(t, 'claimed_1')).subject.id, subject.id)
  })

  test('an identifier of another subject: 409, an issue for each with the other id, and nothing is changed', async () => {
    const one = subjectOf(await create({ ref: 'conflict_1', identifiers: [email('one@example.org')] }), 201)
    const two = subjectOf(await create({ ref: 'conflict_2', identifiers: [email('two@example.org')] }), 201)
    const { subject: three } = await record(t, 'email:three@example.org')
    const asked = [email('new@example.org'), email('two@example.org'), email('three@example.org')]
    for (const [answer, path] of [
      [await create({ ref: 'conflict_1', identifiers: asked }), 'identifiers'],
      [await add('conflict_1', ...asked), 'identifiers'],
      [
        await t.call('POST', '/v1/consent', {
          body: { subject: { ref: 'conflict_1', identifiers: asked }, purposes: { analytics: 'granted' } },
        }),
        'subject.identifiers',
      ],
    ] as const) {
      assert.equal(refused(answer, 409), 'identifier_conflict')
      const issues = answer.json['issues'] as { path: string; message: string }[]
      assert.deepEqual(
        issues.map(({ path: at, message }) => [at, /sub_\w{22}/.exec(message)?.[0]]),
        [
          [`${path}.1`, two.id],
          [`${path}.2`, three.id],
        ],
      )
    }
    assert.equal(
      refused(await t.call('GET', '/v1/subjects/email:new@example.org/consent'), 404),
      'subject_not_found',
    )
    assert.deepEqual(subjectOf(await create({ ref: 'conflict_1' }), 200), one)
    const nobodys = await create({ identifiers: [email('one@example.org'), email('two@example.org')] })
    assert.equal(refused(nobodys, 409), 'identifier_conflict')
  })

  test('adding: 404 for nobody, 200 with the whole subject, also through another of its names', async () => {
    assert.equal(refused(await add('nobody_1', email('nobody@example.org')), 404), 'subject_not_found')
    await record(t, 'adding_1')
    const once = subjectOf(await add('adding_1', email('add@example.org')), 200)
    const again = subjectOf(await add('email:add@example.org', email('ADD@example.org', true)), 200)
    assert.equal(again.id, once.id)
    assert.deepEqual(
      again.identifiers.map(({ value, verified }) => [value, verified]),
      [['add@example.org', true]],
    )
    const unverified = subjectOf(await add('adding_1', email('add@example.org', false)), 200)
    assert.equal(unverified.identifiers[0]?.verified, true)
  })

  test('what is wrong with the identifiers is told at once, and none of them is repeated', async () => {
    const answer = await create({
      ref: 'a b',
      identifiers: [email('planted'), { type: 'fax', value: '1' }, { type: 'phone', value: '0151 1' }],
    })
    assert.deepEqual(issuePaths(answer), [
      'identifiers.0.value',
      'identifiers.1.type',
      'identifiers.2.value',
      'ref',
    ])
    assert.ok(!answer.text.includes('planted'))
    assert.deepEqual(issuePaths(await create({})), ['ref'])
    assert.deepEqual(issuePaths(await create({ metadata: { a: 'b' } })), ['ref'])
    const many = Array.from({ length: 21 }, (_, index) => email(`many${index}@example.org`))
    assert.deepEqual(issuePaths(await add('adding_1', ...many)), ['identifiers'])
    assert.deepEqual(
      issuePaths(await t.call('POST', '/v1/subjects/adding_1/identifiers', { body: { identifiers: [] } })),
      ['identifiers'],
    )
  })

  test('recording with identifiers names the subject; only a secret key may', async () => {
    const body = (ref: string) => ({
      subject: { ref, identifiers: [email(`${ref}@example.org`, true)] },
      purposes: { analytics: 'granted' },
    })
    const headers = { 'Idempotency-Key': 'with-identifiers' }
    const first = await t.call('POST', '/v1/consent', { body: body('rec_1'), headers })
    const repeat = await t.call('POST', '/v1/consent', { body: body('rec_1'), headers })
    assert.deepEqual([first.status, repeat.status, repeat.text], [201, 201, first.text])
    assert.equal(repeat.headers.get('idempotent-replayed'), 'true')
    assert.equal(await idOf('email:rec_1@example.org'), await idOf('rec_1'))
    const key = t.keys.test.public
    const visitor = {
      ...body('x'),
      subject: { ref: 'anon_7f3kQ9xZpL2mW8vR4tY6bN', identifiers: [email('v@example.org')] },
    }
    assert.equal(
      refused(await t.call('POST', '/v1/consent', { key, body: visitor }), 403),
      'secret_key_required',
    )
    const batch = await t.call('POST', '/v1/consent/batch', {
      body: {
        records: [
          body('rec_2'),
          { ...body('rec_3'), subject: { ref: 'rec_3', identifiers: [email('rec_2@example.org')] } },
        ],
      },
    })
    const results = batch.json['results'] as { status: number; error?: { code: string } }[]
    assert.deepEqual(
      results.map(({ status, error }) => [status, error?.code]),
      [
        [201, undefined],
        [409, 'identifier_conflict'],
      ],
    )
    assert.equal(await idOf('email:rec_2@example.org'), await idOf('rec_2'))
  })

  test('a ref is a claim on somebody without one, and not on another customer', async () => {
    subjectOf(await create({ ref: 'owner_1', identifiers: [email('owner@example.org')] }), 201)
    const other = await create({ ref: 'owner_2', identifiers: [email('owner@example.org')] })
    assert.equal(refused(other, 409), 'identifier_conflict')
    await record(t, 'email:reader@example.org')
    const claim = { ref: 'reader_1', identifiers: [email('reader@example.org')] }
    assert.deepEqual([(await create(claim)).status, (await create(claim)).status], [200, 200])
    assert.equal(refused(await create({ ...claim, ref: 'reader_2' }), 409), 'identifier_conflict')
  })

  test('20 at once make one subject, whichever name they bring', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        create({
          ...(index % 2 === 0 ? { ref: 'race_1' } : {}),
          identifiers: [email('race@example.org'), email(`race${index}@example.org`)],
        }),
      ),
    )
    assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [200, 201])
    const ids = new Set(answers.map(({ json }) => json['id']))
    assert.equal(ids.size, 1)
    assert.equal(subjectOf(await create({ ref: 'race_1' }), 200).identifiers.length, 21)
  })

  test('no address and no number is in any table in the clear', async () => {
    const dump = await dumpTables(t)
    assert.ok(findIn(dump, 'made_1').length > 0, 'teeth: a plain ref is found')
    for (const planted of ['@example.org', '15112345678', 'claimed_1'])
      assert.deepEqual(findIn(dump, planted), [])
  })
})
