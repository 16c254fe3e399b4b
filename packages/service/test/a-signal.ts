import assert from 'node:assert/strict'
import { record } from './a-consent.ts'
import { anAnonymousRef, type Harness, type TestAnswer, type TestRequest } from './harness.ts'

/** What the TC string endpoint answers, as far as tests look at it. */
export interface TcStringRead {
  readonly tc_string: string | null
  readonly status: string
  readonly gdpr_applies: boolean
  readonly vendor_list_version: number | null
  readonly tcf_policy_version: number | null
  readonly created: string | null
  readonly expires_at: string | null
  readonly renewal: { readonly required: boolean; readonly reason: string | null }
  readonly addtl_consent: string | null
  readonly receipt_id: string | null
  readonly tcdata?: Readonly<Record<string, unknown>> | null
  readonly inapp?: Readonly<Record<string, unknown>> | null
}

/** The notice of the shop, with everybody on the list granted; what is about marketing and statistics is a grant too. */
export function acceptAll(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    purposes: { marketing: 'granted', analytics: 'granted' },
    vendors: { tcf: { '*': 'granted' }, google_atp: { '*': 'granted' } },
    country: 'DE',
    language: 'de',
    source: 'banner',
    ...changes,
  }
}

export function rejectAll(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return acceptAll({
    purposes: { marketing: 'denied', analytics: 'denied' },
    vendors: { tcf: { '*': 'objected' }, google_atp: { '*': 'denied' } },
    ...changes,
  })
}

/** Somebody who answered the notice. */
export async function aPerson(t: Harness, answer: Record<string, unknown> = acceptAll()): Promise<string> {
  const ref = anAnonymousRef()
  await record(t, ref, answer)
  return ref
}

export function ask(t: Harness, path: string, request: TestRequest = {}): Promise<TestAnswer> {
  return t.call('GET', path, request)
}

export async function readTcString(
  t: Harness,
  ref: string,
  query = '',
  request: TestRequest = {},
): Promise<TcStringRead> {
  const answer = await ask(t, `/v1/consent/tcstring?ref=${encodeURIComponent(ref)}${query}`, request)
  assert.equal(answer.status, 200, answer.text)
  return answer.json as unknown as TcStringRead
}

/** The bare string: a test that needs one fails where there is none. */
export async function tcStringOf(t: Harness, ref: string, query = ''): Promise<string> {
  const { tc_string, status } = await readTcString(t, ref, query)
  assert.ok(tc_string, status)
  return tc_string
}
