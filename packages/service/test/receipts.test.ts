import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { compactVerify, createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet } from 'jose'
import { contentHash } from '../src/kernel/id.ts'
import { makeSigningKey } from '../src/ledger/signing-key.ts'
import { replaceSigningKey } from '../src/store/signing-keys.ts'
import { type Recorded, record, refused } from './a-consent.ts'
import { anAnonymousRef, type Harness, openHarness, type TestAnswer } from './harness.ts'
import { publish, shopWith } from './publish-catalogue.ts'

interface Document {
  readonly key: string
  readonly version: number
  readonly sha256: string
  readonly bytes_b64: string
}

interface Claims {
  readonly record: Readonly<Record<string, unknown>>
  readonly decisions: readonly { readonly purpose: Omit<Document, 'bytes_b64'>; readonly decision: string }[]
  readonly controller: { readonly id: string; readonly version: number; readonly sha256: string }
  readonly [claim: string]: unknown
}

interface Receipt {
  readonly id: string
  readonly status: string
  readonly jws: string
  readonly claims: Claims
  readonly documents: { readonly purposes: readonly Document[]; readonly controller: Document }
}

describe('a receipt', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
  })
  after(() => t[Symbol.asyncDispose]())

  function fetchReceipt({ receipt }: Recorded, accept?: string): Promise<TestAnswer> {
    return t.call('GET', receipt.url, accept === undefined ? {} : { headers: { Accept: accept } })
  }
  async function read(recorded: Recorded): Promise<Receipt> {
    const answer = await fetchReceipt(recorded)
    assert.equal(answer.status, 200, answer.text)
    return answer.json as unknown as Receipt
  }
  async function keySet(): Promise<JSONWebKeySet> {
    return (await t.call('GET', '/.well-known/jwks.json', { key: null })).json as unknown as JSONWebKeySet
  }
  async function verify(jws: string): Promise<Claims> {
    const { payload } = await compactVerify(jws, createLocalJWKSet(await keySet()), { algorithms: ['ES256'] })
    return JSON.parse(Buffer.from(payload).toString()) as Claims
  }
  async function rotate(): Promise<string> {
    const { pool, masterKey, clock, settings } = t.service
    const key = await makeSigningKey(masterKey)
    await replaceSigningKey(pool, { ...key, now: clock.now() })
    await settings.refresh()
    return key.kid
  }

  test('verifies with a standard library against the published keys, and says what was recorded', async () => {
    const ref = anAnonymousRef()
    const changes = {
      country: 'DE',
      language: 'de',
      source: 'banner',
      action: 'custom',
      notice: 'bnr_3:de',
      purposes: { analytics: 'granted', marketing: 'denied' },
    }
    const one = await record(t, ref, changes, { key: t.keys.test.public })
    const { id, jws, claims } = await read(one)
    const signed = await verify(jws)
    assert.deepEqual(signed, claims)
    assert.equal(id, one.receipt.id)
    const expected = {
      iss: t.url,
      jti: one.receipt.id,
      sub: one.subject.id,
      ver: 'assent-receipt/1',
      env: 'test',
    }
    for (const [claim, value] of Object.entries(expected)) assert.equal(signed[claim], value, claim)
    assert.deepEqual(signed.record, {
      id: one.id,
      kind: 'consent',
      seq: 1,
      recorded_at: one.recorded_at,
      occurred_at: one.occurred_at,
    })
    assert.deepEqual(signed.decisions.map(({ purpose, decision }) => [purpose.key, decision]).sort(), [
      ['analytics', 'granted'],
      ['marketing', 'denied'],
    ])
    assert.equal(Buffer.from(String(signed['nonce']), 'base64url').length, 16)
  })

  test('has exactly alg, kid, typ and iat in its header: the second of its first reading', async () => {
    const one = await record(t, anAnonymousRef())
    t.advance(3_600_000)
    const before = Math.floor(t.service.clock.now() / 1000)
    const { jws } = await read(one)
    const header = decodeProtectedHeader(jws)
    assert.deepEqual(Object.keys(header).sort(), ['alg', 'iat', 'kid', 'typ'])
    assert.deepEqual([header.alg, header.typ], ['ES256', 'consent-receipt+jwt'])
    assert.ok((await keySet()).keys.some(({ kid }) => kid === header.kid))
    const iat = Number(header['iat'])
    assert.ok(iat >= before && iat <= Math.floor(t.service.clock.now() / 1000))
    assert.ok(!('iat' in (await verify(jws))))
  })

  test('says nothing of the person: no ref, no e-mail, no metadata', async () => {
    for (const ref of [anAnonymousRef(), 'email:ada@example.org', 'phone:+4915112345678', 'user_ada']) {
      const one = await record(t, ref, { metadata: { note: 'planted-metadata' } })
      const { jws } = await read(one)
      const payload = Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()
      for (const secret of [ref, ref.split(':')[1] ?? ref, 'planted-metadata'])
        assert.ok(!payload.includes(secret))
    }
  })

  test('is the same bytes at every reading, also when many read it first at once', async () => {
    for (let round = 0; round < 5; round++) {
      const one = await record(t, anAnonymousRef())
      const first = await Promise.all(Array.from({ length: 20 }, () => read(one)))
      const [jws, ...others] = new Set(first.map((receipt) => receipt.jws))
      assert.deepEqual(others, [])
      t.advance(86_400_000)
      assert.equal((await read(one)).jws, jws)
      assert.equal((await fetchReceipt(one, 'application/jose')).text, jws)
    }
  })

  test('with one byte changed verifies no more', async () => {
    const { jws } = await read(await record(t, anAnonymousRef()))
    const [header = '', payload = '', signature = ''] = jws.split('.')
    const claims = Buffer.from(payload, 'base64url').toString()
    const forged = Buffer.from(claims.replace('"granted"', '"denied"')).toString('base64url')
    for (const wrong of [
      `${header}.${forged}.${signature}`,
      `${header}.${payload}.${signature.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))}`,
    ])
      await assert.rejects(verify(wrong))
  })

  test('of a retired key still verifies; a new one is signed by the new key', async () => {
    const [old, unread] = [await record(t, anAnonymousRef()), await record(t, anAnonymousRef())]
    const { jws } = await read(old)
    const kids = [await rotate(), await rotate()]
    const { keys } = await keySet()
    assert.ok(keys.length >= 3)
    assert.ok(
      keys.every((key) => !('d' in key)),
      'no private half is published',
    )
    assert.equal(keys.filter((key) => !('exp' in key)).length, 1, 'one key signs, all others have an end')
    assert.ok(keys.some(({ kid }) => kid === decodeProtectedHeader(jws).kid))
    assert.deepEqual((await verify(jws)).record['id'], old.id)
    assert.equal((await read(old)).jws, jws)
    const fresh = decodeProtectedHeader((await read(unread)).jws)
    assert.equal(fresh.kid, kids[1])
    assert.equal((await verify((await read(unread)).jws)).record['id'], unread.id)
  })

  test('comes with the documents that it names, byte for byte', async () => {
    const { claims, documents } = await read(
      await record(t, anAnonymousRef(), { purposes: { analytics: 'granted', newsletter: 'denied' } }),
    )
    assert.deepEqual(
      documents.purposes.map(({ bytes_b64: _, ...name }) => name),
      claims.decisions.map(({ purpose }) => purpose),
    )
    for (const document of [...documents.purposes, documents.controller])
      assert.equal(contentHash(Buffer.from(document.bytes_b64, 'base64')), document.sha256)
    const { bytes_b64: profile, ...controller } = documents.controller
    assert.deepEqual(controller, claims.controller)
    assert.match(Buffer.from(profile, 'base64').toString(), /Speichenwerk GmbH/)
  })

  test('still shows the text that people saw, after the catalogue has another', async () => {
    const one = await record(t, anAnonymousRef(), { purposes: { newsletter: 'granted' } })
    const wording = 'About twice a month we write to you'
    await publish(
      t,
      await shopWith([wording, 'Every day we write to you'], ['Kronenstraße 12', 'Kronenstraße 14']),
    )
    const other = await record(t, anAnonymousRef(), { purposes: { newsletter: 'granted' } })
    const [then, now] = [await read(one), await read(other)]
    const textOf = ({ documents }: Receipt) =>
      Buffer.from(documents.purposes[0]?.bytes_b64 ?? '', 'base64').toString()
    assert.deepEqual([then.documents.purposes[0]?.version, now.documents.purposes[0]?.version], [1, 2])
    assert.ok(textOf(then).includes(wording) && !textOf(now).includes(wording))
    assert.equal(contentHash(textOf(then)), then.claims.decisions[0]?.purpose.sha256)
    assert.deepEqual([then.documents.controller.version, now.documents.controller.version], [1, 2])
    assert.equal((await verify(then.jws)).record['id'], one.id)
  })

  test('comes as JSON, as a bare JWS or as a page, as Accept says; nothing else can be had', async () => {
    const one = await record(t, anAnonymousRef())
    const { jws } = await read(one)
    for (const accept of [
      'application/json',
      '*/*',
      'application/*',
      'application/json;q=0.9, application/jose;q=0.5',
      'image/png, */*;q=0.1',
      'application/jose;q=0, */*',
      'APPLICATION/JSON',
    ])
      assert.equal(
        (await fetchReceipt(one, accept)).headers.get('content-type'),
        'application/json; charset=utf-8',
        accept,
      )
    for (const accept of [
      'application/jose',
      'application/jose, application/json;q=0.9',
      'text/plain, application/jose;q=0.1',
    ]) {
      const answer = await fetchReceipt(one, accept)
      assert.equal(answer.headers.get('content-type')?.split(';')[0], 'application/jose', accept)
      assert.equal(answer.text, jws)
    }
    for (const accept of [
      'text/html',
      'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'text/*',
    ])
      assert.equal(
        (await fetchReceipt(one, accept)).headers.get('content-type'),
        'text/html; charset=utf-8',
        accept,
      )
    for (const accept of ['image/png', 'application/xml', 'application/json;q=0', 'text/plain', 'nonsense']) {
      assert.equal(refused(await fetchReceipt(one, accept), 406), 'not_acceptable', accept)
      const unknown = await t.call('GET', '/v1/receipts/rcp_unknown', { headers: { Accept: accept } })
      assert.equal(refused(unknown, 406), 'not_acceptable', 'whether there is one or not')
    }
  })

  test('as a page runs nothing of what callers wrote', async () => {
    const one = await record(t, anAnonymousRef(), { notice: '<script>alert(1)</script>', language: 'de' })
    const { text } = await fetchReceipt(one, 'text/html')
    assert.match(text, /<html lang="de"/)
    assert.doesNotMatch(text, /<script/)
  })

  test('is for whoever holds its id, and for no cache', async () => {
    const one = await record(t, 'email:ada@example.org')
    for (const key of [t.keys.test.public, t.keys.test.secret])
      for (const accept of ['application/json', 'application/jose', 'text/html']) {
        const answer = await t.call('GET', one.receipt.url, { key, headers: { Accept: accept } })
        assert.equal(answer.status, 200)
        assert.equal(answer.headers.get('cache-control'), 'private, no-store')
        assert.match(answer.headers.get('vary') ?? '', /Accept/)
      }
  })

  test('an id that we never gave out is 404, whatever is wrong with it', async () => {
    const { receipt } = await record(t, anAnonymousRef())
    const bodies = new Set<string>()
    for (const id of [
      'x',
      'rcp_',
      receipt.id.slice(0, -1),
      `${receipt.id}0`,
      receipt.id.toLowerCase(),
      receipt.id.replace('rcp_', 'cns_'),
      `rcp_${'z'.repeat(43)}`,
      `rcp_${'0'.repeat(43)}`,
      '%F0%9F%99%82',
      "rcp_'--",
    ]) {
      const answer = await t.call('GET', `/v1/receipts/${id}`)
      assert.equal(refused(answer, 404), 'receipt_not_found', id)
      bodies.add(answer.text)
    }
    assert.equal(bodies.size, 1)
  })
})
