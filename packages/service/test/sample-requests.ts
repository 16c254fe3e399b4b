import assert from 'node:assert/strict'
import type { Endpoint } from '../src/http/endpoint.ts'
import { aConsent, record } from './a-consent.ts'
import { aRequestBody, open } from './a-data-request.ts'
import { anAnonymousRef, type Harness } from './harness.ts'

/** A request that a row of the endpoint table answers well. */
export interface Sample {
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
  readonly status: number
  /** What has to be done before it is asked again. */
  readonly renew?: () => Promise<unknown>
}

export function nameOf(row: Endpoint): string {
  return `${row.method} ${row.path}`
}

/** One for each row, all about one person that the test environment knows: `sampleOf` fails for a row without one. */
export async function openSamples(t: Harness): Promise<(row: Endpoint) => Sample> {
  const ref = anAnonymousRef()
  const { receipt } = await record(t, ref)
  await record(t, 'user_target')
  const undone = await mergeAndUndo(t)
  const hook = await t.call('POST', '/v1/webhook-endpoints', { body: { url: 'https://shop.example/hooks' } })
  const hookId = String(hook.json['id'])
  const anOldHook = async () =>
    (await t.call('POST', '/v1/webhook-endpoints', { body: { url: 'https://shop.example/old' } })).json['id']
  let oldHookId = await anOldHook()
  const dataRequest = await open(t, { subject: { ref } })
  const asked = await t.call('POST', '/v1/preferences/confirmation-token', {
    body: { subject: { ref }, email: 'grace@example.org', preferences: ['newsletter'] },
  })
  const mailId = String(asked.json['id']).replace('cft_', 'eml_')
  const samples: Readonly<Record<string, Sample>> = {
    'POST /v1/consent': { path: '/v1/consent', body: aConsent(ref), status: 201 },
    'POST /v1/consent/batch': {
      path: '/v1/consent/batch',
      body: { records: [aConsent(ref), aConsent(ref)] },
      status: 200,
    },
    'POST /v1/preferences': {
      path: '/v1/preferences',
      body: { subject: { ref }, preferences: [{ key: 'frequency', value: 'weekly' }] },
      status: 201,
    },
    'POST /v1/preferences/confirmation-token': {
      path: '/v1/preferences/confirmation-token',
      body: { subject: { ref }, email: 'ada@example.org', preferences: ['newsletter'] },
      status: 202,
    },
    'POST /v1/preferences/unsubscribe-link': {
      path: '/v1/preferences/unsubscribe-link',
      body: { subject: { ref }, key: 'newsletter', channel: 'email' },
      status: 200,
    },
    'GET /v1/subjects/:ref/consent': { path: `/v1/subjects/${ref}/consent`, status: 200 },
    'GET /v1/subjects/:ref/consent/history': { path: `/v1/subjects/${ref}/consent/history`, status: 200 },
    'POST /v1/subjects': { path: '/v1/subjects', body: { ref }, status: 200 },
    'POST /v1/subjects/:ref/identifiers': {
      path: `/v1/subjects/${ref}/identifiers`,
      body: { identifiers: [{ type: 'email', value: 'ada@sample.example' }] },
      status: 200,
    },
    'POST /v1/subjects/merge': {
      path: '/v1/subjects/merge',
      body: { source: ref, target: 'user_target', dry_run: true },
      status: 200,
    },
    'POST /v1/subjects/merge/:id/undo': { path: `/v1/subjects/merge/${undone}/undo`, status: 200 },
    'DELETE /v1/subjects/:ref': {
      path: '/v1/subjects/user_to_erase',
      status: 200,
      renew: () => record(t, 'user_to_erase'),
    },
    'POST /v1/subjects/:ref/hold': {
      path: '/v1/subjects/user_target/hold',
      body: { reason: 'case 2026/117' },
      status: 200,
    },
    'DELETE /v1/subjects/:ref/hold': { path: '/v1/subjects/user_target/hold', status: 200 },
    'GET /v1/purposes': { path: '/v1/purposes', status: 200 },
    'GET /v1/purposes/:key/current': { path: '/v1/purposes/analytics/current', status: 200 },
    'GET /v1/subjects/:ref/preferences': { path: `/v1/subjects/${ref}/preferences`, status: 200 },
    'GET /v1/preference-template': { path: '/v1/preference-template', status: 200 },
    'GET /v1/policy': { path: '/v1/policy', status: 200 },
    'GET /v1/banner': { path: '/v1/banner', status: 200 },
    'GET /v1/cookies': { path: '/v1/cookies', status: 200 },
    'GET /v1/consent/tcstring': { path: `/v1/consent/tcstring?ref=${ref}`, status: 200 },
    'GET /v1/consent/google-consent-mode': {
      path: `/v1/consent/google-consent-mode?ref=${ref}`,
      status: 200,
    },
    'GET /v1/consent/google-additional-consent': {
      path: `/v1/consent/google-additional-consent?ref=${ref}`,
      status: 200,
    },
    'GET /v1/consent/gpp': { path: `/v1/consent/gpp?ref=${ref}`, status: 200 },
    'GET /v1/tcf/vendor-list': { path: '/v1/tcf/vendor-list', status: 200 },
    'GET /v1/receipts/:id': { path: receipt.url, status: 200 },
    'GET /v1/events': { path: '/v1/events', status: 200 },
    'POST /v1/webhook-endpoints': {
      path: '/v1/webhook-endpoints',
      body: { url: 'https://shop.example/more-hooks', types: ['consent.withdrawn'] },
      status: 201,
    },
    'GET /v1/webhook-endpoints': { path: '/v1/webhook-endpoints', status: 200 },
    'DELETE /v1/webhook-endpoints/:id': {
      get path() {
        return `/v1/webhook-endpoints/${oldHookId}`
      },
      status: 200,
      renew: async () => {
        oldHookId = await anOldHook()
      },
    },
    'POST /v1/webhook-endpoints/:id/secrets': {
      path: `/v1/webhook-endpoints/${hookId}/secrets`,
      body: { overlap_hours: 24 },
      status: 201,
    },
    'POST /v1/webhook-endpoints/:id/enable': {
      path: `/v1/webhook-endpoints/${hookId}/enable`,
      body: {},
      status: 200,
    },
    'POST /v1/webhook-endpoints/:id/replay': {
      path: `/v1/webhook-endpoints/${hookId}/replay`,
      body: { since: '2026-01-01T00:00:00.000Z' },
      status: 202,
    },
    'GET /v1/webhook-deliveries': { path: `/v1/webhook-deliveries?endpoint=${hookId}`, status: 200 },
    'POST /v1/data-requests': { path: '/v1/data-requests', body: aRequestBody(), status: 201 },
    'POST /v1/data-requests/portal': {
      path: '/v1/data-requests/portal',
      body: aRequestBody({ subject: { ref }, email: 'ada@example.org' }),
      status: 202,
    },
    'GET /v1/data-requests': { path: '/v1/data-requests', status: 200 },
    'GET /v1/data-requests/:id': { path: `/v1/data-requests/${dataRequest.id}`, status: 200 },
    'POST /v1/data-requests/:id/transitions': {
      path: `/v1/data-requests/${dataRequest.id}/transitions`,
      body: { action: 'acknowledge' },
      status: 200,
    },
    'GET /v1/test/clock': { path: '/v1/test/clock', status: 200 },
    'POST /v1/test/clock': { path: '/v1/test/clock', body: { advance: 'PT1S' }, status: 200 },
    'GET /v1/test/mails': { path: '/v1/test/mails', status: 200 },
    'GET /v1/test/mails/:id': { path: `/v1/test/mails/${mailId}`, status: 200 },
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

/** The id of a merge that was undone: undoing it again changes nothing. */
async function mergeAndUndo(t: Harness): Promise<string> {
  await record(t, 'user_mistaken')
  const merged = await t.call('POST', '/v1/subjects/merge', {
    body: { source: 'user_mistaken', target: 'user_target' },
  })
  const id = String(merged.json['id'])
  const undone = await t.call('POST', `/v1/subjects/merge/${id}/undo`)
  assert.deepEqual([merged.status, undone.status], [200, 200])
  return id
}
