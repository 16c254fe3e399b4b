import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { compactVerify, importJWK } from 'jose'
import { aReceipt, day, failed, keySet, morning, signer } from '../test/a-receipt.ts'
import { utf8 } from '../test/builders.ts'
import { someReceiptSigner } from '../test/receipt-keys.ts'
import { encodeBase64Url } from './base64.ts'
import { verifyReceipt } from './verify-receipt.ts'

test('T1: jose accepts what we sign, and the header is exactly alg, kid, typ, iat', async () => {
  for (const alg of ['ES256', 'Ed25519'] as const) {
    const by = someReceiptSigner(alg, morning, morning + day)
    const { jws, bytes } = await aReceipt({ by })
    const { payload, protectedHeader } = await compactVerify(jws, await importJWK(by.jwk, alg))
    assert.deepEqual(new Uint8Array(payload), bytes)
    assert.deepEqual(protectedHeader, { alg, kid: by.kid, typ: 'consent-receipt+jwt', iat: morning + 60 })
  }
})

describe('invalid: the token', () => {
  test('T2: any character of the token changed', async () => {
    const { answer, jws, trust } = await aReceipt()
    for (let at = 0; at < jws.length; at += 7) {
      const other = jws[at] === 'A' ? 'B' : 'A'
      const changed = jws.slice(0, at) + other + jws.slice(at + 1)
      assert.equal(
        (await verifyReceipt({ ...answer, jws: changed }, keySet, trust)).verdict,
        'invalid',
        String(at),
      )
      assert.equal((await verifyReceipt(changed, keySet, trust)).verdict, 'invalid', String(at))
    }
  })

  test('T3: no algorithm, or the public key as shared secret', async () => {
    const { answer, jws, trust } = await aReceipt()
    const [, payload = ''] = jws.split('.')
    const forge = (header: object, sign: (input: string) => string): string => {
      const input = `${encodeBase64Url(utf8(JSON.stringify(header)))}.${payload}`
      return `${input}.${sign(input)}`
    }
    const rest = { kid: signer.kid, typ: 'consent-receipt+jwt', iat: morning + 60 }
    const secrets = [
      JSON.stringify(signer.jwk),
      String(signer.jwk['x']),
      Buffer.from(String(signer.jwk['x']), 'base64url'),
    ]
    const tokens = [
      forge({ alg: 'none', ...rest }, () => ''),
      forge({ alg: 'none', ...rest }, () => 'AA'),
      ...secrets.map((secret) =>
        forge({ alg: 'HS256', ...rest }, (input) =>
          createHmac('sha256', secret).update(input).digest('base64url'),
        ),
      ),
    ]
    for (const token of tokens) {
      const verdict = await verifyReceipt({ ...answer, jws: token }, keySet, trust)
      assert.equal(verdict.verdict, 'invalid')
      assert.deepEqual(failed(verdict), ['header'])
    }
  })

  test('the algorithm is the key’s own, whatever the header says', async () => {
    const { answer, bytes, trust } = await aReceipt()
    const other = someReceiptSigner('Ed25519', morning, morning + day)
    const token = other.sign(bytes, morning + 60)
    const header = encodeBase64Url(
      utf8(
        JSON.stringify({ alg: 'Ed25519', kid: signer.kid, typ: 'consent-receipt+jwt', iat: morning + 60 }),
      ),
    )
    const verdict = await verifyReceipt({ ...answer, jws: token.replace(/^[^.]+/, header) }, keySet, trust)
    assert.deepEqual(failed(verdict), ['key'])
  })

  test('a header with a member more, less, twice, in another order or of another type', async () => {
    const { answer, jws, trust } = await aReceipt()
    const right = `{"alg":"ES256","kid":"${signer.kid}","typ":"consent-receipt+jwt","iat":${morning + 60}}`
    assert.equal(Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString(), right)
    const headers = [
      right.replace('{', '{"jku":"https://evil.example",'),
      right.replace('}', ',"crit":[]}'),
      right.replace('"alg":"ES256",', ''),
      right.replace('"alg"', '"alg":"none","alg"'),
      right.replace('"typ":"consent-receipt+jwt"', '"typ":"JWT"'),
      right.replace('{', '{ '),
      right.replace(/("alg":"ES256"),("kid":"[^"]+")/, '$2,$1'),
      right.replace(/"iat":\d+/, '"iat":"now"'),
      '{}',
      'null',
      '',
    ]
    for (const header of headers) {
      const token = jws.replace(/^[^.]+/, encodeBase64Url(utf8(header)))
      assert.deepEqual(
        failed(await verifyReceipt({ ...answer, jws: token }, keySet, trust)),
        ['header'],
        header,
      )
    }
  })

  test('a key that is not in the set, or stands there under the name of another', async () => {
    const { answer, trust } = await aReceipt()
    const thief = someReceiptSigner('ES256', morning - day, morning + day)
    for (const keys of [
      [],
      [thief.jwk],
      [{ ...thief.jwk, kid: signer.kid }],
      [{ ...signer.jwk, use: 'enc' }],
    ]) {
      assert.deepEqual(failed(await verifyReceipt(answer, { keys }, trust)), ['key'])
    }
  })

  test('signed before or after the life of the key', async () => {
    for (const iat of [morning - day - 1, morning + 90 * day]) {
      const { answer, trust } = await aReceipt({ iat })
      assert.ok(failed(await verifyReceipt(answer, keySet, trust)).includes('key_validity'))
    }
  })

  test('signed before it was recorded', async () => {
    const { answer, trust } = await aReceipt({ iat: morning - 60 })
    assert.deepEqual(failed(await verifyReceipt(answer, keySet, trust)), ['time'])
  })
})
