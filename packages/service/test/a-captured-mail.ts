import assert from 'node:assert/strict'
import type { Harness } from './harness.ts'
import { until } from './until.ts'

export interface MailJson {
  readonly id: string
  readonly kind: string
  readonly state: string
  readonly to: string | null
  readonly language: string | null
  readonly subject: string | null
  readonly text: string | null
  readonly html: string | null
  readonly headers: Readonly<Record<string, string>> | null
  readonly links: readonly { readonly text: string; readonly url: string }[]
}

export async function advance(t: Harness, by: string): Promise<void> {
  const { status, text } = await t.call('POST', '/v1/test/clock', { body: { advance: by } })
  assert.equal(status, 200, text)
}

export async function capturedMails(
  t: Harness,
  query = '',
  key = t.own.secret,
): Promise<readonly MailJson[]> {
  const { json, status, text } = await t.call('GET', `/v1/test/mails${query}`, { key })
  assert.equal(status, 200, text)
  return json['data'] as readonly MailJson[]
}

export const readMail = async (t: Harness, id: string, key = t.own.secret) =>
  (await t.call('GET', `/v1/test/mails/${id}`, { key })).json as unknown as MailJson

/** The newest mail, once it is captured. */
export async function newestMail(t: Harness, key = t.own.secret): Promise<MailJson> {
  const id = await until(async () => {
    const [newest] = await capturedMails(t, '', key)
    return newest?.state === 'captured' ? newest.id : undefined
  })
  return await readMail(t, id, key)
}

export function linkTo(page: string, { links }: MailJson): string {
  return links.find(({ url }) => url.includes(`/p/${page}/`))?.url ?? assert.fail(`no link to ${page}`)
}
