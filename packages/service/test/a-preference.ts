import assert from 'node:assert/strict'
import type { Harness, TestAnswer, TestRequest } from './harness.ts'

export interface RecordedPreferences {
  readonly id: string
  readonly subject: { readonly id: string | null; readonly ref: string }
  readonly status: string
  readonly preferences: readonly {
    readonly key: string
    readonly channel: string | null
    readonly value: unknown
    readonly status: string
  }[]
  readonly receipt: { readonly id: string; readonly url: string } | null
}

export interface PreferencesRead {
  readonly subject: { readonly id: string }
  readonly template_version: number
  readonly preferences: readonly {
    readonly key: string
    readonly channel: string | null
    readonly value: unknown
    readonly status: string
    readonly confirmed_at: string | null
    readonly updated_at: string | null
    readonly record: string | null
  }[]
}

/** A request of endpoint 3, with what its body says beside subject and preferences. */
export interface PreferenceRequest extends TestRequest {
  readonly more?: object
}

/** The shop's topic with double opt-in, switched on. */
export const signUp = [{ key: 'newsletter', value: true }]

export const keyed = (key: string): TestRequest => ({ headers: { 'Idempotency-Key': key } })

export function asPublic(t: Harness, headers: Record<string, string> = {}): TestRequest {
  return { key: t.keys.test.public, headers }
}

export function sendPreferences(
  t: Harness,
  ref: string,
  preferences: readonly unknown[],
  { more = {}, ...request }: PreferenceRequest = {},
): Promise<TestAnswer> {
  return t.call('POST', '/v1/preferences', { ...request, body: { subject: { ref }, preferences, ...more } })
}

/** Records, and fails the test when it is refused. */
export async function setPreferences(
  t: Harness,
  ref: string,
  preferences: readonly unknown[],
  request: PreferenceRequest = {},
): Promise<RecordedPreferences> {
  const answer = await sendPreferences(t, ref, preferences, request)
  assert.equal(answer.status, 201, answer.text)
  return answer.json as unknown as RecordedPreferences
}

/** Reads endpoint 7, and fails the test when it is refused. */
export async function readPreferences(
  t: Harness,
  ref: string,
  request: TestRequest = {},
): Promise<PreferencesRead> {
  const answer = await t.call('GET', `/v1/subjects/${encodeURIComponent(ref)}/preferences`, request)
  assert.equal(answer.status, 200, answer.text)
  return answer.json as unknown as PreferencesRead
}

/** What holds for one topic, as `newsletter/email` or `frequency`: `true pending`. */
export async function preferenceOf(
  t: Harness,
  ref: string,
  name: string,
  request: TestRequest = {},
): Promise<string> {
  const { preferences } = await readPreferences(t, ref, request)
  const [key, channel = null] = name.split('/')
  const found = preferences.find((one) => one.key === key && one.channel === channel)
  assert.ok(found, `${name} is not in the answer`)
  return `${JSON.stringify(found.value)} ${found.status}`
}
