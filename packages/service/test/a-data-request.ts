import assert from 'node:assert/strict'
import type { Harness, TestAnswer, TestRequest } from './harness.ts'

export interface DataRequestJson {
  readonly id: string
  readonly type: string
  readonly status: string
  readonly regime: string
  readonly environment: string
  readonly subject: { readonly id: string | null; readonly ref: string | null }
  readonly email: string | null
  readonly details: string | null
  readonly verification: {
    readonly status: string
    readonly verified_at: string | null
    readonly expires_at: string | null
  }
  readonly deadlines: {
    readonly acknowledge_by: string | null
    readonly due_at: string | null
    readonly extended_due_at: string | null
    readonly rule: string
  }
  readonly is_overdue: boolean
  readonly denial_reason: string | null
  readonly received_at: string
  readonly archive: { readonly url: string; readonly expires_at: string } | null
  readonly changes: readonly {
    readonly seq: number
    readonly event: string
    readonly action: string | null
    readonly reason: string | null
    readonly by: string
    readonly status: string
  }[]
}

export function aRequestBody(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { type: 'access', subject: { ref: 'user_42' }, country: 'DE', ...changes }
}

/** Opens one with the secret key, and fails the test when it is refused. */
export async function open(
  t: Harness,
  changes: Readonly<Record<string, unknown>> = {},
  request: TestRequest = {},
): Promise<DataRequestJson> {
  const answer = await t.call('POST', '/v1/data-requests', { ...request, body: aRequestBody(changes) })
  assert.equal(answer.status, 201, answer.text)
  return answer.json as unknown as DataRequestJson
}

export async function read(t: Harness, id: string): Promise<DataRequestJson> {
  const answer = await t.call('GET', `/v1/data-requests/${id}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.json as unknown as DataRequestJson
}

export function act(t: Harness, id: string, action: string, reason?: string): Promise<TestAnswer> {
  const body = reason === undefined ? { action } : { action, reason }
  return t.call('POST', `/v1/data-requests/${id}/transitions`, { body })
}

/** Acts, and fails the test when it is refused. */
export async function done(
  t: Harness,
  id: string,
  action: string,
  reason?: string,
): Promise<DataRequestJson> {
  const answer = await act(t, id, action, reason)
  assert.equal(answer.status, 200, answer.text)
  return answer.json as unknown as DataRequestJson
}
