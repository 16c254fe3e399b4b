import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parseJson } from '../../src/http/json-guard.ts'
import { Refusal } from '../../src/kernel/refusal.ts'
import { refused } from '../a-consent.ts'
import { leastCpuMs } from '../cpu-time.ts'
import { type Harness, openHarness } from '../harness.ts'
import { type ApiDocument, operationsOf } from './api-document.ts'
import { keepConnection } from './connection.ts'
import { testSecret } from './credentials.ts'
import { openCuttableDatabase } from './cuttable-database.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import { openOracle } from './oracle.ts'
import { oddBodies } from './raw-body-faults.ts'
import { sendRequest } from './send-request.ts'

/** What the fuzzer found, as the request it was shrunk to: the generator may change, this stays. */
interface Regression {
  readonly found: string
  readonly request: Pick<FuzzRequest, 'target'> & Partial<FuzzRequest>
}

const regressions: readonly Regression[] = [
  {
    found: 'the document does not say that a URL can be too long (seed 1191540924)',
    request: { target: `/v1/purposes?x=${'y'.repeat(4100)}` },
  },
  {
    found: 'the document does not say that a part of the path can be too long',
    request: { target: `/v1/subjects/${'a'.repeat(257)}/consent` },
  },
  {
    found: 'the document does not say that an open endpoint refuses broken percent-encoding (seed 604718016)',
    request: { target: '/.well-known/jwks.json?a=%zz' },
  },
]

const plain: Omit<FuzzRequest, 'target'> = {
  method: 'GET',
  credential: testSecret,
  headers: [],
  body: undefined,
  isChunked: false,
  wound: undefined,
}

describe('regressions of the fuzzer', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
  })
  after(() => t[Symbol.asyncDispose]())

  for (const { found, request } of regressions)
    test(found, async () => {
      const connection = keepConnection(t.url)
      const exchange = await sendRequest(
        { ...plain, ...request },
        {
          url: t.url,
          names: new Map([['test.secret', t.keys.test.secret]]),
          operations: operationsOf(t.contract.document as unknown as ApiDocument),
          connection,
        },
      )
      connection.close()
      assert.deepEqual(openOracle(t.contract)(exchange), [])
    })

  test('a known path with another method is 405, also beside the endpoints (found by hand)', async () => {
    for (const path of ['/openapi.json', '/reference/']) {
      const answer = await t.call('DELETE', path, { key: null })
      assert.equal(refused(answer, 405), 'method_not_allowed', path)
      assert.ok(answer.headers.get('allow')?.includes('GET'), path)
    }
  })

  test('a body of 64 kB is read or refused in 100 ms, whatever is in it (seed 1636105618)', () => {
    const { bodyBytes } = t.service.config.limits
    const slow = oddBodies
      .filter((body) => body.length <= bodyBytes)
      .map((body) => ({ ms: leastCpuMs(() => readOrRefuse(body)), body: body.toString('latin1', 0, 40) }))
      .filter(({ ms }) => ms > readMaxMs)
    assert.deepEqual(slow, [])
  })

  test('reads whose database connection breaks: 503, neither 500 nor 400 (found by server-log.test.ts)', async () => {
    await using database = await openCuttableDatabase()
    await using cut = await openHarness({ settings: { ASSENT_DATABASE_URL: database.url } })
    const body = { subject: { ref: 'user_cut' }, purposes: { analytics: 'granted' } }
    const recorded = await cut.call('POST', '/v1/consent', { body })
    const { receipt } = recorded.json as unknown as { receipt: { url: string } }
    const at = encodeURIComponent(new Date(cut.service.clock.now() - 1).toISOString())
    const paths = ['/history', `?at=${at}`].map((end) => `/v1/subjects/user_cut/consent${end}`)
    const seen = new Set<string>()
    // Whether a cut meets a statement under way is chance, and the more so the slower the machine.
    for (let round = 0; round < 40 || (round < 2000 && !seen.has('503 unavailable')); round++) {
      const reads = [...paths, receipt.url].map((path) => cut.call('GET', path))
      await new Promise((done) => setTimeout(done, round % (4 + round / 10)))
      await database.cut(round % 2 === 0 ? 'the network' : 'the server')
      for (const { status, json } of await Promise.all(reads)) seen.add(`${status} ${json?.['code'] ?? ''}`)
    }
    seen.delete('200 ')
    assert.deepEqual([...seen], ['503 unavailable'])
  })
})

/** A machine like those of the benchmarks needs 6 at most. */
const readMaxMs = 100

function readOrRefuse(body: Buffer): void {
  try {
    parseJson(body)
  } catch (error) {
    assert.ok(error instanceof Refusal)
  }
}
