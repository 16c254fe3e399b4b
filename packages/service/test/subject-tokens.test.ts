import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { makeSubjectTokenSecret } from '../src/domain/key.ts'
import { expireSubjectTokenSecrets, insertSubjectTokenSecret } from '../src/store/environments.ts'
import { raiseSettingsVersion } from '../src/store/settings-version.ts'
import { aConsent, type readConsent, record, refused } from './a-consent.ts'
import { aSubjectToken, type TokenChanges } from './a-subject-token.ts'
import { scopeOf } from './environment-scope.ts'
import { anAnonymousRef, type Harness, openHarness, type TestAnswer } from './harness.ts'

const hour = 3600
const known = 'customer_known'
/** As long as the other, so that sizes can be compared. */
const unknown = 'customer_never'

describe('subject tokens', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
    await record(t, known)
  })
  after(() => t[Symbol.asyncDispose]())

  function read(ref: string, token: string | undefined): Promise<TestAnswer> {
    const headers = token === undefined ? {} : { 'Subject-Token': token }
    return t.call('GET', `/v1/subjects/${encodeURIComponent(ref)}/consent`, {
      key: t.keys.test.public,
      headers,
    })
  }
  function write(ref: string, token: string | undefined): Promise<TestAnswer> {
    const headers = token === undefined ? {} : { 'Subject-Token': token }
    return t.call('POST', '/v1/consent', { key: t.keys.test.public, headers, body: aConsent(ref) })
  }

  /** Each way in which a token can be bad, and what it is told. */
  const bad: Readonly<Record<string, readonly [code: string, changes: TokenChanges]>> = {
    'the wrong secret': [
      'subject_token_invalid',
      { secret: makeSubjectTokenSecret('test', { bytes: (count) => Buffer.alloc(count, 9) }) },
    ],
    'no algorithm': ['subject_token_invalid', { alg: 'none' }],
    HS512: ['subject_token_invalid', { alg: 'HS512' }],
    HS384: ['subject_token_invalid', { alg: 'HS384' }],
    'another typ': ['subject_token_invalid', { typ: 'JWT' }],
    'no typ': ['subject_token_invalid', { typ: undefined }],
    'the other environment': ['subject_token_invalid', { aud: 'assent:default:live' }],
    'another project': ['subject_token_invalid', { aud: 'assent:shop:test' }],
    'no aud': ['subject_token_invalid', { without: ['aud'] }],
    'no sub': ['subject_token_invalid', { without: ['sub'] }],
    'no iat': ['subject_token_invalid', { without: ['iat'] }],
    'no exp': ['subject_token_invalid', { without: ['exp'] }],
    'an end two hours after its beginning': ['subject_token_invalid', { expires: 2 * hour }],
    'an end one second too far': ['subject_token_invalid', { expires: hour + 1 }],
    'an end before its beginning': ['subject_token_invalid', { issued: 30, expires: 20 }],
    'a beginning in the future': ['subject_token_invalid', { issued: 600, expires: 1200 }],
    'an end that has passed': ['subject_token_expired', { issued: -900, expires: -120 }],
    'another scope': ['subject_token_scope', { scope: 'preferences:read preferences:write' }],
    'an empty scope': ['subject_token_scope', { scope: '' }],
    'a scope that is no text': ['subject_token_scope', { scope: ['consent:read', 'consent:write'] }],
    'a scope that only looks alike': [
      'subject_token_scope',
      { scope: 'consent:reader consent:writer CONSENT:READ' },
    ],
  }

  for (const [fault, [code, changes]] of Object.entries(bad))
    test(`a token with ${fault}: 403 ${code}, the same for who exists and who does not`, async () => {
      for (const send of [read, write]) {
        const answers = [
          await send(known, await aSubjectToken(t, known, changes)),
          await send(unknown, await aSubjectToken(t, unknown, changes)),
        ]
        for (const answer of answers) assert.equal(refused(answer, 403), code)
        assert.equal(answers[0]?.text, answers[1]?.text)
      }
    })

  test('no token: 403 subject_token_required, the same for who exists and who does not', async () => {
    for (const send of [read, write]) {
      const answers = [await send(known, undefined), await send(unknown, undefined)]
      for (const answer of answers) assert.equal(refused(answer, 403), 'subject_token_required')
      assert.equal(answers[0]?.text, answers[1]?.text)
    }
    const { id } = (await record(t, known)).subject
    const refs = [
      id,
      `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`,
      'email:ada@example.org',
      'phone:+4915112345678',
      'external_id:7',
    ]
    for (const ref of refs) assert.equal(refused(await read(ref, undefined), 403), 'subject_token_required')
  })

  test('what is no token at all: 403 subject_token_invalid', async () => {
    const good = await aSubjectToken(t, known)
    const [header = '', claims = '', signature = ''] = good.split('.')
    const others = [
      'x',
      '..',
      'a.b.c',
      `${header}.${claims}`,
      `${header}.${claims}.`,
      `${good}.`,
      `${good}.${signature}`,
      `${good}, ${good}`,
      `${good} x`,
    ]
    for (const token of [...others, `${header}.${claims}.${signature.slice(0, -4)}AAAA`, `Bearer ${good}`])
      assert.equal(refused(await read(known, token), 403), 'subject_token_invalid')
  })

  test("a token is about its own ref, byte for byte: another's is 403 subject_token_mismatch", async () => {
    for (const [sub, ref] of [
      [known, unknown],
      [known, known.toUpperCase()],
      ['email:Ada@example.org', 'email:ada@example.org'],
      [known, 'email:ada@example.org'],
      [known, (await record(t, known)).subject.id],
    ] as const)
      for (const send of [read, write])
        assert.equal(
          refused(await send(ref, await aSubjectToken(t, sub)), 403),
          'subject_token_mismatch',
          `${sub} for ${ref}`,
        )
  })

  test('a good token opens its own subject to reading and writing', async () => {
    const ref = 'email:grace@example.org'
    const token = await aSubjectToken(t, ref)
    assert.equal((await write(ref, token)).status, 201)
    const answer = await read(ref, token)
    assert.equal(answer.status, 200)
    assert.equal((answer.json['subject'] as { ref: string }).ref, ref)
    for (const changes of [
      { expires: hour },
      { issued: -hour + 5, expires: 5 },
      { issued: 30 },
      { aud: ['other', 'assent:default:test'] },
    ])
      assert.equal((await read(ref, await aSubjectToken(t, ref, changes))).status, 200)
  })

  test('a scope lets through what it names, and nothing else', async () => {
    const ref = 'customer_scoped'
    const reader = await aSubjectToken(t, ref, { scope: 'openid consent:read' })
    const writer = await aSubjectToken(t, ref, { scope: 'consent:write' })
    assert.equal(refused(await write(ref, reader), 403), 'subject_token_scope')
    assert.equal((await write(ref, writer)).status, 201)
    assert.equal(refused(await read(ref, writer), 403), 'subject_token_scope')
    assert.equal((await read(ref, reader)).status, 200)
  })

  test('the proved but unknown person gets the same answer as one who was never asked', async () => {
    const answer = await read(unknown, await aSubjectToken(t, unknown))
    assert.equal(answer.status, 200)
    const statuses = Object.values(
      (answer.json as unknown as Awaited<ReturnType<typeof readConsent>>).purposes,
    )
    assert.ok(statuses.length >= 8 && statuses.every(({ status }) => status === 'not_asked'))
  })

  test("a token of the other environment's secret proves nothing, whatever it claims", async () => {
    const secret = t.keys.live.subject_token
    for (const aud of ['assent:default:test', 'assent:default:live'])
      assert.equal(
        refused(await read(known, await aSubjectToken(t, known, { secret, aud })), 403),
        'subject_token_invalid',
      )
  })

  test('with a secret key a token is not needed and not looked at', async () => {
    const answer = await t.call('GET', `/v1/subjects/${known}/consent`, {
      headers: { 'Subject-Token': 'nonsense' },
    })
    assert.equal(answer.status, 200)
  })

  test('how the caller was proved is part of the record', async () => {
    const ref = anAnonymousRef()
    await record(t, ref, {}, { key: t.keys.test.public })
    await record(
      t,
      ref,
      {},
      { key: t.keys.test.public, headers: { 'Subject-Token': await aSubjectToken(t, ref) } },
    )
    await record(t, ref)
    const history = await t.call('GET', `/v1/subjects/${ref}/consent/history`)
    const proofs = (history.json['data'] as { proved_by: string }[]).map((entry) => entry.proved_by)
    assert.deepEqual(proofs, ['secret_key', 'subject_token', 'anonymous_ref'])
  })

  test('during a rotation both secrets prove; when it ends the old one stops', async () => {
    const { pool, clock, masterKey, random, settings } = t.service
    const scope = scopeOf(t, 'test')
    const next = makeSubjectTokenSecret('test', random)
    await expireSubjectTokenSecrets(pool, scope, clock.now() + 24 * hour * 1000)
    const sealed = masterKey.seal(Buffer.from(next), 'subject-token')
    await insertSubjectTokenSecret(pool, scope, { id: 'sts_next', sealed, now: clock.now() })
    await raiseSettingsVersion(pool)
    await settings.refresh()
    const withOld = async () => read(known, await aSubjectToken(t, known))
    const withNext = async () => read(known, await aSubjectToken(t, known, { secret: next }))
    assert.deepEqual([(await withOld()).status, (await withNext()).status], [200, 200])
    t.advance(24 * hour * 1000)
    assert.equal(refused(await withOld(), 403), 'subject_token_invalid')
    assert.equal((await withNext()).status, 200)
  })
})
