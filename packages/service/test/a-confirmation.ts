import { type Harness, openHarness } from './harness.ts'
import { type MailServer, openMailServer, type ReceivedMail } from './mail-stage.ts'

export const ada = 'email:ada@example.org'

export interface Stage extends AsyncDisposable {
  readonly t: Harness
  readonly server: MailServer
}

export async function openStage(settings: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const server = await openMailServer()
  const t = await openHarness({
    environment: 'live',
    runsJobs: true,
    settings: { ASSENT_SMTP_URL: server.url, ...settings },
  })
  return {
    t,
    server,
    async [Symbol.asyncDispose]() {
      await t[Symbol.asyncDispose]()
      await server.stop()
    },
  }
}

export const signUp = (t: Harness, ref = ada, key = t.own.public) =>
  t.call('POST', '/v1/preferences', {
    key,
    body: {
      subject: { ref },
      preferences: [{ key: 'newsletter', channel: 'email', value: true }],
      language: 'de',
    },
  })

export const ask = (t: Harness, parts: Readonly<Record<string, unknown>> = {}, key = t.own.public) =>
  t.call('POST', '/v1/preferences/confirmation-token', {
    key,
    body: { subject: { ref: ada }, preferences: ['newsletter'], language: 'de', ...parts },
  })

export function linksIn({ mail }: ReceivedMail): { confirm: string; notMe: string } {
  const links = [...(mail.text ?? '').matchAll(/http:\/\/\S+/g)].map(([link]) => link)
  const [confirm = '', notMe = ''] = [
    links.find((link) => link.includes('/p/confirm/')),
    links.find((link) => link.includes('/p/not-me/')),
  ]
  return { confirm, notMe }
}

export const look = async (url: string, method = 'GET') => {
  const response = await fetch(url, { method })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

export const press = async (url: string, body: string | FormData = new URLSearchParams().toString()) => {
  const headers = typeof body === 'string' ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {}
  const response = await fetch(url, { method: 'POST', body, headers })
  return { status: response.status, text: await response.text() }
}

export async function newsletterOf(t: Harness, ref = ada): Promise<unknown> {
  const answer = await t.call('GET', `/v1/subjects/${ref}/preferences`)
  if (answer.status === 404) return 'nobody'
  const preferences = answer.json['preferences'] as {
    key: string
    status: string
    value: unknown
    confirmed_at: unknown
  }[]
  const found = preferences.find(({ key }) => key === 'newsletter')
  return found && [found.status, found.value]
}

/** Everything that the database holds of confirmations, people and records. */
export async function stateOf(t: Harness): Promise<string> {
  const { rows } = await t.service.pool.query<{ state: string }>(
    `SELECT (SELECT json_agg(c ORDER BY confirmation_id) FROM confirmations c)::text
       || coalesce((SELECT json_agg(s ORDER BY route_key) FROM subjects s)::text, '')
       || (SELECT count(*) FROM consent_records)::text AS state`,
  )
  return rows[0]?.state ?? ''
}
