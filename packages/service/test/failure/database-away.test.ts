import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Harness, openHarness } from '../harness.ts'
import { cloneDatabase } from '../test-database.ts'
import { aDatabaseProxy } from './database-proxy.ts'
import { postgresForTests } from './postgres-for-tests.ts'

// The whole service while its database is away: what needs it says so soon, and nothing has to be restarted after.

/** The service answers within two seconds; without its deadlines it would be ten, or never. In between, room for a machine that is slow. */
const answerMaxMs = 8000

const consent = { subject: { ref: 'user_1' }, purposes: { marketing: 'granted' } }

/** Needs the database; how it is asked. */
function questions(receiptUrl: string) {
  return [
    ['POST', '/v1/consent'],
    ['GET', '/v1/subjects/user_1/consent'],
    ['GET', '/v1/subjects/user_1/consent?at=2026-11-21T00:00:00.000Z'],
    ['GET', '/v1/subjects/user_1/consent/history'],
    ['GET', receiptUrl],
    ['GET', '/ready'],
  ] as const
}

async function ask(t: Harness, method: string, path: string) {
  const began = performance.now()
  const answer = await t.call(method, path, method === 'POST' ? { body: consent } : {})
  return { ...answer, tookMs: performance.now() - began, what: `${method} ${path}` }
}

for (const how of ['goAway', 'fallSilent'] as const) {
  test(`the database is away (${how}): every answer that needs it is 503 with Retry-After, in time`, {}, async () => {
    const database = await cloneDatabase(await postgresForTests())
    const proxy = await aDatabaseProxy(database.url)
    try {
      await using t = await openHarness({ settings: { ASSENT_DATABASE_URL: proxy.url } })
      const recorded = await t.call('POST', '/v1/consent', { body: consent })
      const { url: receiptUrl } = recorded.json['receipt'] as { url: string }
      await proxy[how]()
      // Once for connections that were open, once for new ones.
      for (const [method, path] of [...questions(receiptUrl), ...questions(receiptUrl)]) {
        const { what, status, headers, tookMs } = await ask(t, method, path)
        assert.equal(status, 503, what)
        assert.ok(Number(headers.get('retry-after')) >= 1, what)
        assert.ok(tookMs < answerMaxMs, `${what} took ${Math.round(tookMs)} ms`)
      }
      // What is known without it goes on.
      for (const path of ['/health', '/v1/purposes', '/.well-known/jwks.json'])
        assert.equal((await ask(t, 'GET', path)).status, 200, path)
      await proxy.comeBack()
      for (const [method, path] of questions(receiptUrl))
        assert.ok((await ask(t, method, path)).status < 300, `${method} ${path} after it came back`)
    } finally {
      await proxy[Symbol.asyncDispose]()
      await database.drop()
    }
  })
}
