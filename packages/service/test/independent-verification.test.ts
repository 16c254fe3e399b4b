import assert from 'node:assert/strict'
import { createHmac, createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import { record } from './a-consent.ts'
import { exported } from './exported-log.ts'
import { anAnonymousRef, type Harness, openHarness } from './harness.ts'
import { checkExport, checkReceiptInLog, type Proof } from './second-implementation/log-reader.ts'
import { testLog } from './test-log.ts'

// What a service of today gives out, read by programs that know nothing of it.

type Keys = readonly (JsonWebKey & { readonly kid: string })[]
type Verifier = (jws: string, keys: Keys) => unknown

/** Has no types of its own; what is used of it is this. */
const jsonwebtoken = createRequire(import.meta.url)('jsonwebtoken') as {
  verify(token: string, key: unknown, options: { algorithms: string[] }): unknown
}

const headerOf = (jws: string) => JSON.parse(Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString())
const keyOf = (jws: string, keys: Keys) => {
  const found = keys.find(({ kid }) => kid === headerOf(jws).kid)
  if (found === undefined) throw new Error('no such key')
  return createPublicKey({ key: found, format: 'jwk' })
}

const verifiers: Record<string, Verifier> = {
  jose: async (jws, keys) => {
    const keySet = createLocalJWKSet({ keys } as unknown as JSONWebKeySet)
    return JSON.parse(
      Buffer.from((await compactVerify(jws, keySet, { algorithms: ['ES256'] })).payload).toString(),
    )
  },
  jsonwebtoken: (jws, keys) => jsonwebtoken.verify(jws, keyOf(jws, keys), { algorithms: ['ES256'] }),
  'node:crypto, by RFC 7515 and 7518 alone': (jws, keys) => {
    const [header = '', payload = '', signature = ''] = jws.split('.')
    if (headerOf(jws).alg !== 'ES256') throw new Error('another algorithm')
    const key = { key: keyOf(jws, keys), dsaEncoding: 'ieee-p1363' } as const
    const bytes = Buffer.from(`${header}.${payload}`)
    if (!verify('sha256', bytes, key, Buffer.from(signature, 'base64url'))) throw new Error('not signed')
    return JSON.parse(Buffer.from(payload, 'base64url').toString())
  },
}

describe('what a service of today gives out', () => {
  let t: Harness
  let jws = ''
  let keys: Keys = []
  let receipt: { readonly claims: unknown; readonly log: Proof }
  before(async () => {
    t = await openHarness({ keepsLog: true })
    const records = []
    for (let i = 0; i < 6; i++)
      records.push(...(await Promise.all(Array.from({ length: 50 }, () => record(t, anAnonymousRef())))))
    await testLog(t).sequencer.flush()
    const answer = (await t.call('GET', records[137]?.receipt.url ?? '')).json
    jws = String(answer['jws'])
    receipt = answer as unknown as typeof receipt
    keys = (await t.call('GET', '/.well-known/jwks.json', { key: null })).json['keys'] as Keys
  })
  after(() => t[Symbol.asyncDispose]())

  for (const [name, verifier] of Object.entries(verifiers))
    test(`T1, T2, T3: ${name} accepts the receipt, and none that was changed or signed otherwise`, async () => {
      assert.deepEqual(await verifier(jws, keys), receipt.claims)
      assert.deepEqual(Object.keys(headerOf(jws)).sort(), ['alg', 'iat', 'kid', 'typ'])
      const [header = '', payload = '', signature = ''] = jws.split('.')
      const bytes = Buffer.from(payload, 'base64url')
      const refuses = (changed: string) => assert.rejects(async () => verifier(changed, keys), name)
      for (const at of [0, 40, bytes.length >> 1, bytes.length - 1]) {
        const spoilt = Buffer.from(bytes)
        spoilt[at] = (spoilt[at] ?? 0) ^ 0x01
        await refuses(`${header}.${spoilt.toString('base64url')}.${signature}`)
      }
      const other = (alg: string) =>
        Buffer.from(JSON.stringify({ ...headerOf(jws), alg })).toString('base64url')
      await refuses(`${other('none')}.${payload}.`)
      const publicText = String(keyOf(jws, keys).export({ type: 'spki', format: 'pem' }))
      const forged = createHmac('sha256', publicText)
        .update(`${other('HS256')}.${payload}`)
        .digest('base64url')
      await refuses(`${other('HS256')}.${payload}.${forged}`)
    })

  test('a second implementation finds the receipt in the log, and no receipt that was changed', async () => {
    const { logKey } = await exported(t)
    checkReceiptInLog(jws, receipt.log, logKey)
    const { log } = receipt
    const wrong: Record<string, Proof> = {
      index: { ...log, index: log.index - 1 },
      tree: { ...log, tree_size: log.tree_size - 1 },
      entry: { ...log, leaf_entry: log.leaf_entry.replace(/\n1(\d{12})\n/, '\n2$1\n') },
      proof: { ...log, inclusion_proof: log.inclusion_proof.slice(1) },
      checkpoint: {
        ...log,
        checkpoint: log.checkpoint.replace(/\n(\d+)\n/, (_, n) => `\n${Number(n) + 1}\n`),
      },
    }
    for (const [name, proof] of Object.entries(wrong))
      assert.throws(() => checkReceiptInLog(jws, proof, logKey), Error, name)
    const [header, payload = '', signature] = jws.split('.')
    const changed = Buffer.from(payload, 'base64url').toString().replace('granted', 'objected')
    const altered = [header, Buffer.from(changed).toString('base64url'), signature].join('.')
    assert.throws(() => checkReceiptInLog(altered, log, logKey), /something else/)
  })

  test('a second implementation reads the whole log as the first does', async () => {
    const { lines, logKey } = await exported(t)
    assert.ok(lines.length > 300)
    assert.ok(checkExport(lines, logKey).checkpoints > 0)
    const without = lines.filter((_, at) => at !== 100)
    assert.throws(() => checkExport(without, logKey), /missing/)
    const changed = lines.map((line, at) => (at === 100 ? line.replace('granted', 'objected') : line))
    assert.throws(() => checkExport(changed, logKey), /committed/)
  })

  test('it shares no code with the first', () => {
    const text = readFileSync(new URL('./second-implementation/log-reader.ts', import.meta.url), 'utf8')
    const imports = [...text.matchAll(/from '([^']+)'/g)].map(([, from]) => from)
    assert.deepEqual(imports, ['node:crypto'])
  })
})
