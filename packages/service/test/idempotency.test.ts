import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { aConsent, issuePaths, readConsent, refused } from './a-consent.ts'
import { aSubjectToken } from './a-subject-token.ts'
import { anAnonymousRef, type Harness, openHarness, type TestAnswer } from './harness.ts'
import { makeKey, revokeKey } from './make-key.ts'
import { exchange, rawRequest } from './raw-exchange.ts'

const dayMs = 86_400_000

describe('an Idempotency-Key', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
  })
  after(() => t[Symbol.asyncDispose]())

  let made = 0
  function aKey(): string {
    made += 1
    return `key-${made}`
  }

  function send(
    idempotencyKey: string,
    body: unknown,
    key?: string,
    headers: Record<string, string> = {},
  ): Promise<TestAnswer> {
    const request = { body, headers: { 'Idempotency-Key': idempotencyKey, ...headers } }
    return t.call('POST', '/v1/consent', key === undefined ? request : { ...request, key })
  }
  async function seqsOf(ref: string): Promise<number[]> {
    const history = await t.call('GET', `/v1/subjects/${ref}/consent/history?limit=200`)
    return (history.json['data'] as { seq: number }[]).map(({ seq }) => seq)
  }
  function assertReplay(answer: TestAnswer, first: TestAnswer): void {
    assert.equal(answer.status, first.status)
    assert.equal(answer.text, first.text)
    assert.equal(answer.headers.get('idempotent-replayed'), 'true')
    assert.equal(answer.headers.get('content-type'), first.headers.get('content-type'))
  }

  test('the same request again is answered byte for byte, and recorded once', async () => {
    const ref = anAnonymousRef()
    const [key, body] = [aKey(), aConsent(ref, { country: 'DE', metadata: { page: '/ä' } })]
    const first = await send(key, body)
    assert.equal(first.status, 201)
    assert.equal(first.headers.get('idempotent-replayed'), null)
    t.advance(60_000)
    for (let again = 0; again < 3; again++) assertReplay(await send(key, body), first)
    assert.deepEqual(await seqsOf(ref), [1])
  })

  test('white space and the order of members do not count', async () => {
    const ref = anAnonymousRef()
    const key = aKey()
    const first = await send(
      key,
      `{"subject":{"ref":"${ref}"},"purposes":{"analytics":"granted","marketing":"denied"},"country":"DE"}`,
    )
    const other = `{ "country" : "D\\u0045",\n\t"purposes":{"marketing":"denied", "analytics":"granted"},\r\n "subject":{"ref":"${ref}"} }`
    assertReplay(await send(key, other), first)
  })

  test('what the schema fills in is the same as saying it', async () => {
    const ref = anAnonymousRef()
    const key = aKey()
    const first = await send(key, aConsent(ref))
    assertReplay(await send(key, aConsent(ref, { gpc: false, source: 'api' })), first)
  })

  test('the same key with another body: 422, and no effect', async () => {
    const ref = anAnonymousRef()
    const key = aKey()
    const first = await send(key, aConsent(ref))
    const others = [
      aConsent(ref, { purposes: { analytics: 'denied' } }),
      aConsent(ref, { country: 'DE' }),
      aConsent(ref, { metadata: { a: '1' } }),
      aConsent(`${ref}x`),
      aConsent(ref, { purposes: { analytics: 'granted', marketing: 'granted' } }),
    ]
    for (const other of others) {
      const answer = await send(key, other)
      assert.equal(refused(answer, 422), 'idempotency_key_reused')
      assert.equal(answer.headers.get('idempotent-replayed'), null)
    }
    assert.deepEqual(await seqsOf(ref), [1])
    assert.equal((await readConsent(t, ref)).purposes['analytics']?.record, first.json['id'])
    assertReplay(await send(key, aConsent(ref)), first)
  })

  test('one that is quoted is the same as bare, escapes undone', async () => {
    const body = aConsent(anAnonymousRef())
    const key = aKey()
    const bare = await send(key, body)
    assertReplay(await send(`"${key}"`, body), bare)
    const odd = aConsent(anAnonymousRef())
    const withBackslash = await send(String.raw`a\b`, odd)
    assertReplay(await send(String.raw`"a\\b"`, odd), withBackslash)
    assert.equal((await send(String.raw`"quote\"inside"`, aConsent(anAnonymousRef()))).status, 201)
  })

  test('its whole alphabet, from 1 to 255 characters, is taken', async () => {
    const alphabet = Array.from({ length: 94 }, (_, at) => String.fromCharCode(0x21 + at)).join('')
    const bare = alphabet.replace('"', '')
    for (const key of [
      '1',
      bare,
      'k'.repeat(255),
      `"${'q'.repeat(255)}"`,
      `"${alphabet.replace(/["\\]/g, '\\$&')}"`,
    ])
      assert.equal((await send(key, aConsent(anAnonymousRef()))).status, 201, key)
  })

  test('one that is none: 400 idempotency_key_invalid, and nothing is recorded', async () => {
    const ref = anAnonymousRef()
    const bad = [
      '',
      '""',
      'k'.repeat(256),
      `"${'k'.repeat(256)}"`,
      'a b',
      '"a b"',
      'a"b',
      '"',
      '"a',
      'a"',
      '"a"b"',
      String.raw`"a\b"`,
      String.raw`"a\"`,
    ]
    for (const key of [...bad, 'a\tb', '\u00a0', '"one", "two"', 'one, two'])
      assert.equal(
        refused(await send(key, aConsent(ref)), 400),
        'idempotency_key_invalid',
        JSON.stringify(key),
      )
    for (const line of [
      'schl\u00fcssel',
      Buffer.from('\u{1f642}').toString('latin1'),
      'one\r\nIdempotency-Key: two',
      'one\r\nidempotency-key: one',
      'one\r\nIdempotency-Key:',
    ]) {
      const lines = ['Content-Type: application/json', `Idempotency-Key: ${line}`]
      const request = rawRequest('POST /v1/consent', {
        key: t.keys.test.secret,
        lines,
        body: JSON.stringify(aConsent(ref)),
      })
      const answer = await exchange(t.url, request)
      assert.deepEqual(
        [answer.status, answer.json?.code],
        [400, 'idempotency_key_invalid'],
        JSON.stringify(line),
      )
    }
    const answer = await send('a b', aConsent(ref))
    assert.deepEqual(
      (answer.json['issues'] as { path: string }[]).map(({ path }) => path),
      ['header.idempotency-key'],
    )
    assert.equal((await t.call('GET', `/v1/subjects/${ref}/consent`)).status, 404)
  })

  test('a refused attempt leaves the key free: mended, it is recorded', async () => {
    const ref = anAnonymousRef()
    const key = aKey()
    assert.deepEqual(issuePaths(await send(key, aConsent(ref, { colour: 'blue' }))), ['colour'])
    assert.deepEqual(issuePaths(await send(key, aConsent(ref, { purposes: { unheard_of: 'granted' } }))), [
      'purposes.unheard_of',
    ])
    assert.equal(refused(await send(key, '{'), 400), 'malformed_json')
    assert.equal(refused(await send(key, aConsent(ref), 'nonsense'), 401), 'api_key_invalid')
    const first = await send(key, aConsent(ref))
    assert.equal(first.status, 201)
    assertReplay(await send(key, aConsent(ref)), first)
    assert.deepEqual(await seqsOf(ref), [1])
  })

  test('with public keys it counts for one person: two visitors with the key 1 do not meet', async () => {
    const { public: pk } = t.keys.test
    const [ada, bob] = [anAnonymousRef(), anAnonymousRef()]
    const first = await send('1', aConsent(ada), pk)
    const other = await send('1', aConsent(bob, { purposes: { analytics: 'denied' } }), pk)
    assert.deepEqual([first.status, other.status], [201, 201])
    assert.equal(other.headers.get('idempotent-replayed'), null)
    assert.ok(!other.text.includes(ada))
    assertReplay(await send('1', aConsent(ada), pk), first)
    assertReplay(await send('1', aConsent(bob, { purposes: { analytics: 'denied' } }), pk), other)
    assert.equal(refused(await send('1', aConsent(bob), pk), 422), 'idempotency_key_reused')
  })

  test('public and secret keys do not share one; two keys of a kind do', async () => {
    const ref = anAnonymousRef()
    const key = aKey()
    const bySecret = await send(key, aConsent(ref))
    const byPublic = await send(key, aConsent(ref), t.keys.test.public)
    assert.equal(byPublic.headers.get('idempotent-replayed'), null)
    assert.deepEqual(await seqsOf(ref), [2, 1])
    const [secret, page] = [await makeKey(t, { type: 'secret' }), await makeKey(t, { type: 'public' })]
    assertReplay(await send(key, aConsent(ref), secret.key), bySecret)
    assertReplay(await send(key, aConsent(ref), page.key), byPublic)
  })

  test('a person proved by another ref of theirs is still that person', async () => {
    const ref = anAnonymousRef()
    const { id } = (await readAfterRecording(ref)).subject
    const key = aKey()
    assert.equal((await send(key, aConsent(ref), t.keys.test.public)).status, 201)
    const token = await aSubjectToken(t, id)
    const byId = await send(key, aConsent(id), t.keys.test.public, { 'Subject-Token': token })
    assert.equal(refused(byId, 422), 'idempotency_key_reused')
  })

  async function readAfterRecording(ref: string) {
    await send(aKey(), aConsent(ref))
    return readConsent(t, ref)
  }

  test('a revoked API key never gets a replay', async () => {
    const caller = await makeKey(t, { type: 'secret' })
    const [key, body] = [aKey(), aConsent(anAnonymousRef())]
    assert.equal((await send(key, body, caller.key)).status, 201)
    await revokeKey(t, caller)
    assert.equal(refused(await send(key, body, caller.key), 401), 'api_key_invalid')
  })

  test('after 7 days it is forgotten, and not before', async () => {
    const ref = anAnonymousRef()
    const key = aKey()
    const first = await send(key, aConsent(ref))
    t.advance(7 * dayMs - 60_000)
    assertReplay(await send(key, aConsent(ref)), first)
    t.advance(2 * 60_000)
    const anew = await send(key, aConsent(ref, { purposes: { analytics: 'denied' } }))
    assert.equal(anew.status, 201)
    assert.equal(anew.headers.get('idempotent-replayed'), null)
    assert.notEqual(anew.json['id'], first.json['id'])
    assertReplay(await send(key, aConsent(ref, { purposes: { analytics: 'denied' } })), anew)
    assert.deepEqual(await seqsOf(ref), [2, 1])
  })

  test('100 equal requests at once: one record, 100 equal answers', async () => {
    const ref = anAnonymousRef()
    const [key, body] = [aKey(), aConsent(ref)]
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(key, body)))
    assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
    assert.equal(answers[0]?.status, 201)
    assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length, 99)
    assert.deepEqual(await seqsOf(ref), [1])
  })

  test('two different bodies at once under one key: one is recorded, the other refused', async () => {
    const ref = anAnonymousRef()
    const key = aKey()
    const bodies = Array.from({ length: 40 }, (_, at) =>
      aConsent(ref, { purposes: { analytics: at % 2 === 0 ? 'granted' : 'denied' } }),
    )
    const answers = await Promise.all(bodies.map((body) => send(key, body)))
    const counts = [201, 422].map((status) => answers.filter((answer) => answer.status === status).length)
    assert.deepEqual(counts, [20, 20])
    assert.deepEqual(await seqsOf(ref), [1])
  })

  test('many after one that is refused: one of them is recorded', async () => {
    const ref = anAnonymousRef()
    const key = aKey()
    const bad = aConsent(ref, { purposes: { unheard_of: 'granted' } })
    const answers = await Promise.all(
      [bad, ...Array.from({ length: 20 }, () => aConsent(ref))].map((body) => send(key, body)),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      [422, ...Array.from({ length: 20 }, () => 201)],
    )
    assert.deepEqual(await seqsOf(ref), [1])
  })

  test('where nothing is recorded it does not count', async () => {
    const headers = { 'Idempotency-Key': 'not a key' }
    assert.equal((await t.call('GET', '/v1/purposes', { headers })).status, 200)
  })
})
