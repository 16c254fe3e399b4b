import assert from 'node:assert/strict'
import type { Harness, TestAnswer, TestRequest } from './harness.ts'

export interface Recorded {
  readonly id: string
  readonly subject: { readonly id: string; readonly ref: string }
  readonly purposes: Readonly<
    Record<
      string,
      { readonly decision: string; readonly version: number; readonly expires_at: string | null }
    >
  >
  readonly policy: Readonly<Record<string, unknown>>
  readonly environment: string
  readonly occurred_at: string
  readonly recorded_at: string
  readonly receipt: { readonly id: string; readonly url: string }
}

/** A body of endpoint 1, from the shop's purposes. */
export function aConsent(
  ref: string,
  changes: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return { subject: { ref }, purposes: { analytics: 'granted' }, ...changes }
}

/** Records, and fails the test when it is refused. */
export async function record(
  t: Harness,
  ref: string,
  changes: Readonly<Record<string, unknown>> = {},
  request: TestRequest = {},
): Promise<Recorded> {
  const answer = await t.call('POST', '/v1/consent', { ...request, body: aConsent(ref, changes) })
  assert.equal(answer.status, 201, answer.text)
  return answer.json as unknown as Recorded
}

export interface Stand {
  readonly status: string
  readonly allowed: boolean
  readonly reason: string
  readonly version: number | null
  readonly current_version: number
  readonly needs_renewal: boolean
  readonly decided_at: string | null
  readonly expires_at: string | null
  readonly record: string | null
  readonly receipt: string | null
}

export interface ConsentRead {
  readonly subject: { readonly id: string; readonly ref: string }
  readonly as_of: string
  readonly policy: Readonly<Record<string, unknown>>
  readonly purposes: Readonly<Record<string, Stand>>
}

/** Reads endpoint 5, and fails the test when it is refused. */
export async function readConsent(
  t: Harness,
  ref: string,
  query = '',
  request: TestRequest = {},
): Promise<ConsentRead> {
  const answer = await t.call('GET', `/v1/subjects/${encodeURIComponent(ref)}/consent${query}`, request)
  assert.equal(answer.status, 200, answer.text)
  return answer.json as unknown as ConsentRead
}

/** Where one purpose stands: `granted allowed explicit_consent`. */
export async function standing(
  t: Harness,
  ref: string,
  purpose: string,
  query = '',
  request: TestRequest = {},
): Promise<string> {
  const { purposes } = await readConsent(t, ref, query, request)
  const found = purposes[purpose]
  assert.ok(found, `${purpose} is not in the answer`)
  return `${found.status} ${found.allowed ? 'allowed' : 'forbidden'} ${found.reason}`
}

/** The code of a refusal, after its status was checked. */
export function refused(answer: TestAnswer, status: number): string {
  assert.equal(answer.status, status, answer.text)
  return String(answer.json['code'])
}

/** The paths of a refusal's issues, sorted. */
export function issuePaths(answer: TestAnswer): string[] {
  assert.equal(answer.status, 422, answer.text)
  return (answer.json['issues'] as { path: string }[]).map((issue) => issue.path).sort()
}
