import assert from 'node:assert/strict'
import { SignJWT } from 'jose'
import type { Environment } from '../../src/domain/scope.ts'
import type { FirstKeys } from '../../src/first-start.ts'
import { emailRefs, knownRefs, plainRefs } from './known-subjects.ts'

/** Keys of a target beside the first ones. */
export interface FurtherKeys {
  /** Public, for pages at https://shop.example and one level below. */
  readonly listed: string
  readonly revoked: string
  readonly expired: string
}

/** Records for the people whom the fuzzer knows, and gives the names under which it speaks of keys, ids and tokens. */
export async function prepareTarget(
  url: string,
  keys: Record<Environment, FirstKeys>,
  further: FurtherKeys,
): Promise<Map<string, string>> {
  const names = new Map([
    ['test.secret', keys.test.secret],
    ['test.public', keys.test.public],
    ['test.sts', keys.test.subject_token],
    ['live.secret', keys.live.secret],
    ['live.public', keys.live.public],
    ['test.listed', further.listed],
    ['test.revoked', further.revoked],
    ['test.expired', further.expired],
    ...times(Date.now()),
    ...(await tokens(keys)),
  ])
  for (const [index, ref] of knownRefs.entries()) {
    const { id, subject, receipt } = await record(url, keys.test.secret, ref, index)
    names.set(`record${index}`, id).set(`subject${index}`, subject.id).set(`receipt${index}`, receipt.id)
  }
  const live = await record(url, keys.live.secret, 'user_live', 0)
  names.set('record.live', live.id).set('subject.live', live.subject.id).set('receipt.live', live.receipt.id)
  await addReads(names, url, keys.test.secret)
  return names
}

interface Recorded {
  readonly id: string
  readonly subject: { readonly id: string }
  readonly receipt: { readonly id: string }
}

const countries = ['DE', 'US-CA', 'GB', null]

async function record(url: string, key: string, ref: string, index: number): Promise<Recorded> {
  const body = {
    subject: { ref },
    purposes: { analytics: index % 2 === 0 ? 'granted' : 'denied' },
    country: countries[index % countries.length],
    gpc: index % 3 === 0,
    metadata: { page: '/signup' },
  }
  const response = await fetch(`${url}/v1/consent`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  assert.equal(response.status, 201, text)
  return JSON.parse(text) as Recorded
}

/** What only an earlier answer can tell: a cursor, a tag. */
async function addReads(names: Map<string, string>, url: string, key: string): Promise<void> {
  const [ref = ''] = plainRefs
  await record(url, key, ref, 1)
  const headers = { Authorization: `Bearer ${key}` }
  const history = await fetch(`${url}/v1/subjects/${ref}/consent/history?limit=1`, { headers })
  const { next_cursor } = (await history.json()) as { next_cursor: string | null }
  assert.ok(next_cursor, 'two records and a limit of one make a second page')
  const purposes = await fetch(`${url}/v1/purposes`, { headers })
  await purposes.arrayBuffer()
  names.set('cursor', next_cursor).set('etag.purposes', purposes.headers.get('etag') ?? '')
}

function times(now: number): [string, string][] {
  const hour = 3_600_000
  const at = (ms: number) => new Date(now + ms).toISOString()
  return [
    ['time.recent', at(-hour)],
    ['time.yesterday', at(-26 * hour)],
    ['time.soon', at(120_000)],
    ['time.ahead', at(hour)],
  ]
}

/** One that holds for each of two people, and of each way to be bad one. */
async function tokens(keys: Record<Environment, FirstKeys>): Promise<[string, string][]> {
  const [plain = ''] = plainRefs
  const [email = ''] = emailRefs
  const now = Math.floor(Date.now() / 1000)
  // As long as a token may last, so that a campaign of minutes does not outlive it.
  const claims = { aud: 'assent:default:test', sub: plain, iat: now, exp: now + 3600 }
  const sign = (changed: object, header: object = {}, secret = keys.test.subject_token) =>
    new SignJWT({ ...claims, ...changed })
      .setProtectedHeader({ alg: 'HS256', typ: 'subject+jwt', ...header })
      .sign(Buffer.from(secret))
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  return [
    ['token.plain0', await sign({})],
    ['token.email0', await sign({ sub: email })],
    ['token.live', await sign({ aud: 'assent:default:live' }, {}, keys.live.subject_token)],
    ['token.other', await sign({}, {}, keys.live.subject_token)],
    ['token.expired', await sign({ iat: now - 7200, exp: now - 3600 })],
    ['token.scope', await sign({ scope: 'consent:read' })],
    ['token.odd', await sign({ scope: { a: 1 }, exp: 1e300, nbf: 'x', jti: null })],
    ['token.crit', await sign({}, { crit: ['b64'], b64: true })],
    ['token.array', await sign({ aud: [], sub: ['a'], iat: -1 })],
    ['token.long', await sign({ padding: 'x'.repeat(4000) })],
    ['token.none', `${encode({ alg: 'none', typ: 'subject+jwt' })}.${encode(claims)}.`],
  ]
}
