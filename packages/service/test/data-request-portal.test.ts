import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { record, refused } from './a-consent.ts'
import { aRequestBody, type DataRequestJson, read } from './a-data-request.ts'
import { type Harness, openHarness, type TestAnswer } from './harness.ts'
import { exchange, rawRequest } from './raw-exchange.ts'

// The portal is open to the world: whoever asks has proved nothing, so nothing may be learned from it, and a flood in
// somebody's name must neither fill their mailbox nor keep their own request out.

let t: Harness

before(async () => {
  t = await openHarness()
})
after(() => t[Symbol.asyncDispose]())

function ask(changes: Readonly<Record<string, unknown>>, on: Harness = t): Promise<TestAnswer> {
  const body = aRequestBody({ subject: null, ...changes })
  return on.call('POST', '/v1/data-requests/portal', { key: on.keys.test.public, body })
}

async function waiting(on: Harness = t): Promise<DataRequestJson[]> {
  const answer = await on.call('GET', '/v1/data-requests?limit=200&status=awaiting_verification')
  return answer.json['data'] as DataRequestJson[]
}

async function mailsOf(on: Harness): Promise<number> {
  const { rows } = await on.service.pool.query<{ mails: number }>('SELECT count(*)::int AS mails FROM mails')
  return rows[0]?.mails ?? 0
}

test('202: it waits for the mailbox for seven days, whatever channel and proof it claims', async () => {
  const answer = await ask({ email: 'Ada@example.org', channel: 'phone' })
  assert.equal(answer.status, 202, answer.text)
  const { id, status, verification } = answer.json as unknown as DataRequestJson
  assert.equal(status, 'awaiting_verification')
  const days = (Date.parse(verification.expires_at ?? '') - t.service.clock.now()) / 86_400_000
  assert.ok(days > 6.99 && days < 7.01, String(days))
  const seen = await read(t, id)
  assert.deepEqual(
    [seen.email, seen.verification.status, seen.subject.id],
    ['ada@example.org', 'pending', null],
  )
  assert.equal(
    (await t.call('POST', `/v1/data-requests/${id}/transitions`, { body: { action: 'fulfil' } })).status,
    409,
  )
  const claiming = await ask({ email: 'ada@example.org', verification: { status: 'verified' } })
  assert.equal(claiming.status, 422)
})

test('California counts from the receipt while nobody has proved anything, the United Kingdom waits', async () => {
  const made = await ask({ email: 'cal@example.org', country: 'US', region: 'CA' })
  const californian = await read(t, String(made.json['id']))
  const days =
    (Date.parse(californian.deadlines.due_at ?? '') - Date.parse(californian.received_at)) / 86_400_000
  assert.ok(days > 45 && days < 46, String(days))
  const british = await ask({ email: 'brit@example.org', country: 'GB' })
  assert.equal((await read(t, String(british.json['id']))).deadlines.due_at, null)
})

test('a received_at of a page reaches back a day at most', async () => {
  const at = (ms: number) => new Date(t.service.clock.now() + ms).toISOString()
  assert.equal((await ask({ email: 'r@example.org', received_at: at(-3_600_000) })).status, 202)
  assert.equal((await ask({ email: 'r@example.org', received_at: at(-25 * 3_600_000) })).status, 422)
  assert.equal((await ask({ email: 'r@example.org', received_at: at(600_000) })).status, 422)
})

/** Everything of an answer but what is random or a time. */
function faceOf({ status, headers, json }: TestAnswer): unknown {
  const names = [...headers.keys()].filter((name) => name !== 'content-length')
  return [status, names, Object.keys(json), json['status'], Object.keys(json['verification'] as object)]
}

const textOf = (sent: unknown) => (typeof sent === 'string' ? sent : (sent as pg.QueryConfig).text)

test('known or unknown: the same answer, and the same statements, so that it takes the same time', async (context) => {
  const known = Array.from({ length: 60 }, (_, index) => `known${index}@example.org`)
  const unknown = Array.from({ length: 60 }, (_, index) => `nobody${index}@example.org`)
  for (const email of known) await record(t, `email:${email}`)
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  const faces = new Set<string>()
  const statements: { known?: string[]; unknown?: string[] } = {}
  const query = context.mock.method(pg.Client.prototype, 'query')
  for (let index = 0; index < known.length; index++)
    for (const [name, email] of [
      ['known', known[index]],
      ['unknown', unknown[index]],
    ] as const) {
      query.mock.resetCalls()
      const begun = performance.now()
      faces.add(JSON.stringify(faceOf(await ask({ email }))))
      times[name].push(performance.now() - begun)
      const sent = query.mock.calls.map(({ arguments: [what] }) => textOf(what))
      // What the server asks now and then by itself is not in every one.
      statements[name] = statements[name]?.filter((text) => sent.includes(text)) ?? sent
    }
  assert.equal(faces.size, 1)
  assert.deepEqual(statements.known, statements.unknown)
  const all = statements.known?.join('\n') ?? ''
  assert.match(all, /data_request/)
  assert.doesNotMatch(all, /\bsubjects\b/, 'nobody was looked up')
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length / 2]?.toFixed(1)
  context.diagnostic(`known ${middle(times.known)} ms, unknown ${middle(times.unknown)} ms`)
})

test('T87: 1,000 addresses from one network: ten are taken, the rest is told to wait, and nothing else happens', async () => {
  await using one = await openHarness({ settings: { ASSENT_LIMIT_PORTAL_PER_HOUR: '10' } })
  const answers: TestAnswer[] = []
  for (let from = 0; from < 1000; from += 50)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 50 }, (_, index) => ask({ email: `flood${from + index}@example.org` }, one)),
      )),
    )
  const taken = answers.filter(({ status }) => status === 202)
  assert.equal(taken.length, 10)
  for (const answer of answers.filter(({ status }) => status !== 202)) {
    assert.equal(refused(answer, 429), 'rate_limited')
    assert.ok(Number(answer.headers.get('retry-after')) > 60)
  }
  assert.equal((await waiting(one)).length, 10)
  assert.equal(await mailsOf(one), 10)
  // A server's own form has a key that nobody else has, and is not counted by where it stands.
  const body = aRequestBody({ subject: null, email: 'form@example.org' })
  assert.equal((await one.call('POST', '/v1/data-requests/portal', { body })).status, 202)
})

test('T87: from many networks the day of the environment is full at last', async () => {
  await using many = await openHarness({
    settings: {
      ASSENT_LIMIT_PORTAL_PER_HOUR: '10',
      ASSENT_LIMIT_PORTAL_PER_DAY: '40',
      ASSENT_TRUSTED_PROXY: '127.0.0.1',
    },
  })
  const statuses: number[] = []
  for (let index = 0; index < 60; index++) {
    const body = JSON.stringify(aRequestBody({ subject: null, email: `m${index}@example.org` }))
    const lines = [`X-Forwarded-For: 198.51.100.${index}`, 'Content-Type: application/json']
    const key = many.keys.test.public
    const request = rawRequest('POST /v1/data-requests/portal', { key, lines, body: Buffer.from(body) })
    statuses.push((await exchange(many.url, request)).status)
  }
  assert.deepEqual(statuses, [...Array(40).fill(202), ...Array(20).fill(429)])
})

test("one address from many: its mailbox gets three mails a day, and the person's own request is there among the rest", async () => {
  await using many = await openHarness({ settings: { ASSENT_LIMIT_MAILS_PER_MINUTE: '1' } })
  const victim = 'victim@example.org'
  const faces = new Set<string>()
  const places = ['DE', 'FR', 'GB', 'BR', 'JP', 'IN']
  for (let index = 0; index < 120; index++) {
    const type = ['access', 'erasure', 'objection', 'complaint', 'restriction'][index % 5]
    faces.add(JSON.stringify(faceOf(await ask({ email: victim, type, country: places[index % 6] }, many))))
    if (index % 10 === 9) many.advance(61_000)
  }
  assert.equal(await mailsOf(many), 3)
  const before = await waiting(many)
  assert.ok(before.length <= 29, `${before.length} rows`)
  const own = await ask({ email: victim, type: 'portability', country: 'ES' }, many)
  faces.add(JSON.stringify(faceOf(own)))
  assert.equal(faces.size, 1, 'whoever asks cannot tell that the mailbox is being flooded')
  assert.equal((await read(many, String(own.json['id']))).status, 'awaiting_verification')
  assert.equal((await waiting(many)).length, before.length + 1)
})

test('asked twice is one request: the first day counts, the last words', async () => {
  const first = await ask({ email: 'twice@example.org', details: 'first' })
  t.advance(3_600_000)
  const second = await ask({ email: 'twice@example.org', details: 'second' })
  assert.equal(second.json['id'], first.json['id'])
  const seen = await read(t, String(first.json['id']))
  assert.equal(seen.details, 'second')
  assert.equal(seen.changes.length, 1)
})
