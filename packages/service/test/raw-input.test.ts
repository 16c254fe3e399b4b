import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { aConsent, readConsent, refused } from './a-consent.ts'
import { anAnonymousRef, type Harness, openHarness } from './harness.ts'
import { publish, shopWith } from './publish-catalogue.ts'
import { exchange, type RawAnswer, rawRequest } from './raw-exchange.ts'

const ref = anAnonymousRef()
const head = `{"subject":{"ref":"${ref}"},"purposes":{"analytics":"granted"}`

/** A good body with one member more. */
const plus = (member: string) => `${head},${member}}`

function nested(levels: number, open = '[', close = ']'): string {
  return open.repeat(levels) + close.repeat(levels)
}

describe('a body', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
  })
  after(async () => {
    // Of all that was sent here, nothing may have been recorded for this person.
    const { status } = await t.call('GET', `/v1/subjects/${ref}/consent`)
    await t[Symbol.asyncDispose]()
    assert.equal(status, 404)
  })

  function send(body: string | Buffer): Promise<RawAnswer> {
    const lines = ['Content-Type: application/json']
    return exchange(t.url, rawRequest('POST /v1/consent', { key: t.keys.test.secret, lines, body }))
  }
  async function assertMalformed(body: string | Buffer): Promise<void> {
    const answer = await send(body)
    assert.deepEqual(
      [answer.status, answer.json?.code],
      [400, 'malformed_json'],
      body.toString('latin1').slice(0, 200),
    )
  }
  async function assertInvalid(body: string, path: string): Promise<void> {
    const answer = await send(body)
    assert.deepEqual([answer.status, answer.json?.code], [422, 'validation_failed'], body.slice(0, 200))
    assert.ok(
      answer.json?.issues?.some((issue) => issue.path === path),
      `${answer.text} does not name ${path}`,
    )
  }

  test('with a member twice is malformed, at every level and however it is spelled', async () => {
    for (const body of [
      plus(`"subject":{"ref":"${ref}"}`),
      plus('"metadata":{"a":"1","a":"1"}'),
      plus('"metadata":{"a":"1","\\u0061":"2"}'),
      plus('"metadata":{"\\u0061":"1","\\u0061":"1"}'),
      plus('"vendors":{"tcf":{"755":"granted","755":"denied"}}'),
      `{"subject":{"ref":"${ref}","ref":"user_1"},"purposes":{"analytics":"granted"}}`,
      `{"subject":{"ref":"${ref}"},"purposes":{"analytics":"denied","analytics":"granted"}}`,
      plus('"__proto__":1,"__proto__":2'),
      plus('"a\\\\":1,"a\\\\":2'),
      plus('"":1,"":2'),
    ])
      await assertMalformed(body)
  })

  test('in anything but clean UTF-8 is malformed', async () => {
    const around = (...bytes: number[]) =>
      Buffer.concat([Buffer.from(`${head},"metadata":{"a":"`), Buffer.from(bytes), Buffer.from('"}}')])
    for (const bytes of [
      [0xff],
      [0xc3],
      [0xc0, 0xaf],
      [0xe0, 0x80, 0xaf],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0x80],
      [0xe9],
    ])
      await assertMalformed(around(...bytes))
    await assertMalformed(Buffer.from(plus('"a":1'), 'utf16le'))
    await assertMalformed(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(`${head}}`)]))
    await assertMalformed(
      Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(`${head}}`, 'utf16le').swap16()]),
    )
  })

  test('with a raw control character in a text is malformed', async () => {
    for (const code of [0x00, 0x01, 0x09, 0x0a, 0x1f])
      await assertMalformed(plus(`"metadata":{"a":"${String.fromCharCode(code)}"}`))
    await assertMalformed(`${head}}\u0000`)
  })

  /** Each member that takes text, with a place for it. */
  const texts: Readonly<Record<string, (text: string) => string>> = {
    'subject.ref': (text) => `{"subject":{"ref":"${text}"},"purposes":{"analytics":"granted"}}`,
    'purposes.analytics': (text) => `{"subject":{"ref":"${ref}"},"purposes":{"analytics":"${text}"}}`,
    country: (text) => plus(`"country":"${text}"`),
    region: (text) => plus(`"region":"${text}"`),
    language: (text) => plus(`"language":"${text}"`),
    source: (text) => plus(`"source":"${text}"`),
    action: (text) => plus(`"action":"${text}"`),
    notice: (text) => plus(`"notice":"${text}"`),
    tc_string: (text) => plus(`"tc_string":"${text}"`),
    occurred_at: (text) => plus(`"occurred_at":"${text}"`),
    'metadata.a': (text) => plus(`"metadata":{"a":"${text}"}`),
    'vendors.tcf.1': (text) => plus(`"vendors":{"tcf":{"1":"${text}"}}`),
  }
  for (const [path, around] of Object.entries(texts))
    test(`with a NUL, half a surrogate pair or a decomposed letter in ${path} is refused by its path`, async () => {
      for (const text of [
        '\\u0000',
        'a\\u0000b',
        '\\ud800',
        '\\udc00x',
        '\\ude42\\ud83d',
        'e\\u0301',
        'e\u0301',
        '\u212b',
      ])
        await assertInvalid(around(text), path)
    })

  test("with such text in a member's name is refused, and the name is not repeated", async () => {
    for (const name of ['\\u0000', 'a\\ud800', 'e\\u0301'])
      for (const body of [plus(`"${name}":1`), plus(`"metadata":{"${name}":"1"}`)]) {
        const answer = await send(body)
        assert.equal(answer.status, 422)
        assert.doesNotMatch(answer.text, /\\u0000|\\ud800|\u0301/)
      }
  })

  test('that is nested deeper than 16 levels is malformed, and costs nothing however deep', async () => {
    for (const levels of [16, 17, 1000, 30_000]) await assertMalformed(plus(`"a":${nested(levels)}`))
    await assertInvalid(plus(`"a":${nested(15)}`), 'a')
    const { bodyBytes } = t.service.config.limits
    for (const body of [
      '['.repeat(bodyBytes),
      '{"a":'.repeat(bodyBytes / 5),
      `${'['.repeat(100)}${']'.repeat(60_000)}`,
    ])
      await assertMalformed(body)
    assert.equal((await send('['.repeat(100_000))).status, 413)
  })

  test('with a number that no double keeps is refused, whatever the member', async () => {
    for (const number of [
      '1e400',
      '-1e400',
      '9007199254740993',
      '1e131071',
      '123456789012345678901234567890',
    ])
      await assertInvalid(plus(`"metadata":{"a":${number}}`), 'metadata.a')
    for (const number of ['-0', '-0.0', '1e-400', '0.1', '1E0'])
      await assertInvalid(plus(`"metadata":{"a":${number}}`), 'metadata.a')
    await assertInvalid(plus(`"gpc":[${'1e131071,'.repeat(1000)}0]`), 'gpc.0')
    for (const number of ['01', '+1', '.5', '1.', '0x10', 'Infinity', '-', '1e'])
      await assertMalformed(plus(`"a":${number}`))
  })

  test('with the name of what every object has is refused at every level, and pollutes nothing', async () => {
    for (const name of [
      '__proto__',
      'constructor',
      'toString',
      'valueOf',
      'hasOwnProperty',
      'prototype',
      '__defineGetter__',
    ]) {
      const value = `{"admin":true,"analytics":"granted","ref":"${ref}"}`
      await assertInvalid(plus(`"${name}":${value}`), name)
      await assertInvalid(
        `{"subject":{"ref":"${ref}","${name}":${value}},"purposes":{"analytics":"granted"}}`,
        `subject.${name}`,
      )
      await assertInvalid(`{"subject":{"ref":"${ref}"},"purposes":{"${name}":"granted"}}`, `purposes.${name}`)
      await assertInvalid(plus(`"vendors":{"${name}":{}}`), `vendors.${name}`)
      await assertInvalid(plus(`"vendors":{"tcf":{"${name}":"granted"}}`), `vendors.tcf.${name}`)
    }
    await assertInvalid(plus('"metadata":{"__proto__":"1"}'), 'metadata.__proto__')
    await assertInvalid(
      `{"__proto__":{"subject":{"ref":"${ref}"},"purposes":{"analytics":"granted"}}}`,
      '__proto__',
    )
    assert.equal(({} as { admin?: boolean }).admin, undefined)
    assert.equal(Object.getOwnPropertyNames(Object.prototype).length, 12)
  })

  test('keeps metadata under such names as what they are: text', async () => {
    const person = anAnonymousRef()
    const metadata = { constructor: 'Elm Street 1', toString: 'x', 'a.b': 'é', '': 'empty' }
    const refusedName = await t.call('POST', '/v1/consent', { body: aConsent(person, { metadata }) })
    assert.equal(refused(refusedName, 422), 'validation_failed')
    const { '': _, ...named } = metadata
    assert.equal(
      (await t.call('POST', '/v1/consent', { body: aConsent(person, { metadata: named }) })).status,
      201,
    )
    const history = await t.call('GET', `/v1/subjects/${person}/consent/history`)
    assert.deepEqual((history.json['data'] as { metadata: object }[])[0]?.metadata, named)
  })

  test('of thousands of faults gets an answer that is not many times its size', async () => {
    const members = Array.from({ length: 6000 }, (_, at) => `"${at.toString(36)}":0`).join(',')
    const answer = await send(`{${members}}`)
    assert.equal(answer.status, 422)
    assert.ok(answer.text.length < 150_000, `${answer.text.length} bytes`)
  })

  test('about a purpose named like a member of every object is recorded and read like any other', async () => {
    await publish(
      t,
      await shopWith(
        ['\n  recommendations:\n', '\n  constructor:\n'],
        ['purpose: recommendations', 'purpose: constructor'],
      ),
    )
    const [undecided, person] = [anAnonymousRef(), anAnonymousRef()]
    const decide = (who: string, purposes: object) =>
      t.call('POST', '/v1/consent', { body: aConsent(who, { purposes }) })
    assert.equal((await decide(undecided, { analytics: 'granted' })).status, 201)
    assert.equal((await readConsent(t, undecided)).purposes['constructor']?.status, 'not_asked')
    const answers = await Promise.all([
      decide(person, { analytics: 'granted' }),
      decide(person, { constructor: 'granted' }),
      decide(person, { marketing: 'denied' }),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201],
    )
    assert.equal((await decide(undecided, { constructor: 'denied' })).status, 201)
    assert.equal((await readConsent(t, person)).purposes['constructor']?.status, 'granted')
    assert.equal((await readConsent(t, undecided)).purposes['constructor']?.status, 'denied')
  })
})
