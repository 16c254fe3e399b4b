import assert from 'node:assert/strict'
import type { Endpoint } from '../src/http/endpoint.ts'
import { aConsent, record } from './a-consent.ts'
import { anAnonymousRef, type Harness } from './harness.ts'

/** A request that a row of the endpoint table answers well. */
export interface Sample {
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
  readonly status: number
}

export function nameOf(row: Endpoint): string {
  return `${row.method} ${row.path}`
}

/** One for each row, all about one person that the test environment knows: `sampleOf` fails for a row without one. */
export async function openSamples(t: Harness): Promise<(row: Endpoint) => Sample> {
  const ref = anAnonymousRef()
  const { receipt } = await record(t, ref)
  const samples: Readonly<Record<string, Sample>> = {
    'POST /v1/consent': { path: '/v1/consent', body: aConsent(ref), status: 201 },
    'POST /v1/consent/batch': {
      path: '/v1/consent/batch',
      body: { records: [aConsent(ref), aConsent(ref)] },
      status: 200,
    },
    'GET /v1/subjects/:ref/consent': { path: `/v1/subjects/${ref}/consent`, status: 200 },
    'GET /v1/subjects/:ref/consent/history': { path: `/v1/subjects/${ref}/consent/history`, status: 200 },
    'GET /v1/purposes': { path: '/v1/purposes', status: 200 },
    'GET /v1/purposes/:key/current': { path: '/v1/purposes/analytics/current', status: 200 },
    'GET /v1/policy': { path: '/v1/policy', status: 200 },
    'GET /v1/banner': { path: '/v1/banner', status: 200 },
    'GET /v1/cookies': { path: '/v1/cookies', status: 200 },
    'GET /v1/receipts/:id': { path: receipt.url, status: 200 },
    'GET /.well-known/jwks.json': { path: '/.well-known/jwks.json', status: 200 },
    'GET /health': { path: '/health', status: 200 },
    'GET /ready': { path: '/ready', status: 200 },
  }
  return (row) => {
    const sample = samples[nameOf(row)]
    assert.ok(sample, `give ${nameOf(row)} a sample in test/sample-requests.ts`)
    return sample
  }
}
