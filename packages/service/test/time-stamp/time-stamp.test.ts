import assert from 'node:assert/strict'
import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { BadDer } from '../../src/log/time-stamp/der.ts'
import { readTimeStampToken } from '../../src/log/time-stamp/read-token.ts'
import { verifyTimeStamp } from '../../src/log/time-stamp/verify-time-stamp.ts'
import { anAuthority } from './an-authority.ts'

const bytes = Buffer.from('consent.example/log/test-0\n3\nAAAA\n')
const hash = createHash('sha256').update(bytes).digest()
const at = Date.UTC(2026, 10, 21, 10)

describe('a time stamp (RFC 3161)', () => {
  test('of OpenSSL holds, with either way to name the certificate, and no longer with a byte changed', () => {
    const kept = JSON.parse(readFileSync(new URL('./openssl-tokens.json', import.meta.url), 'utf8'))
    const root = [new X509Certificate(kept.root)]
    const checkpoint = Buffer.from(kept.checkpoint)
    for (const form of ['signing_certificate', 'signing_certificate_v2']) {
      const token = Buffer.from(kept[form], 'base64')
      const { genTime } = verifyTimeStamp(token, checkpoint, root)
      assert.equal(new Date(genTime).toISOString().slice(0, 10), '2026-11-21')
      const { info, signer } = readTimeStampToken(token)
      for (const signed of [info, signer.signedAttributes.subarray(2), signer.signature]) {
        const start = token.indexOf(signed)
        assert.ok(start > 0)
        for (let position = start; position < start + signed.length; position++) {
          const spoilt = Buffer.from(token)
          spoilt[position] = (spoilt[position] ?? 0) ^ 0x01
          assert.throws(() => verifyTimeStamp(spoilt, checkpoint, root), BadDer, String(position))
        }
      }
    }
  })

  test('is of these bytes, by this authority, for this purpose, or of nobody', async () => {
    await using authority = await anAuthority()
    await using stranger = await anAuthority()
    await using webServer = await anAuthority({ purpose: 'serverAuth' })
    const trusted = [new X509Certificate(authority.rootPem)]
    const token = authority.stamp(hash, at)
    assert.equal(verifyTimeStamp(token, bytes, trusted).genTime, at)
    const refused = (given: Buffer, what: Buffer, by: readonly X509Certificate[], why: RegExp) =>
      assert.throws(
        () => verifyTimeStamp(given, what, by),
        (error) => error instanceof BadDer && why.test(error.message),
      )
    refused(token, Buffer.from('another'), trusted, /something else/)
    refused(stranger.stamp(hash, at), bytes, trusted, /not of an authority/)
    refused(
      webServer.stamp(hash, at),
      bytes,
      [new X509Certificate(webServer.rootPem)],
      /not one for time stamps/,
    )
    refused(authority.stamp(hash, Date.UTC(2019, 0)), bytes, trusted, /not valid then/)
    refused(token.subarray(0, 300), bytes, trusted, /cut off/)
    refused(Buffer.alloc(0), bytes, trusted, /tag/)
  })
})
