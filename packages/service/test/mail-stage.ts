import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { MailKind } from '../src/delivery/mail-templates.ts'
import { type MailToQueue, mailRow, startMail } from '../src/delivery/queue-mail.ts'
import type { Service } from '../src/service.ts'
import { insertMail } from '../src/store/mails.ts'
import type { EnvironmentSettings } from '../src/store/settings.ts'
import type { Harness } from './harness.ts'
import { until } from './until.ts'

/** A mail as it came over the wire, and as a mail reader of another make sees it. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
  readonly mail: Email
}

/** A real mail server on a port of its own. */
export interface MailServer extends AsyncDisposable {
  readonly port: number
  /** As a setting. */
  readonly url: string
  readonly received: ReceivedMail[]
  /** Answers to RCPT with this from now on; undefined: takes everything. */
  refuseWith(code: number | undefined): void
  /** The `count`th mail, waited for. */
  mail(count?: number): Promise<ReceivedMail>
  stop(): Promise<void>
}

export async function openMailServer(port = 0): Promise<MailServer> {
  const received: ReceivedMail[] = []
  let refusal: number | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(refusal === undefined ? null : Object.assign(new Error('not here'), { responseCode: refusal })),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks)
        const { mailFrom, rcptTo } = session.envelope
        PostalMime.parse(raw).then((mail) => {
          received.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            raw: raw.toString(),
            mail,
          })
          done(null, '2.0.0 Ok: queued as 4F3A for test@mail.example')
        }, done)
      })
    },
  })
  server.on('error', () => undefined)
  const listening = once(server.server, 'listening')
  server.listen(port, '127.0.0.1')
  await listening
  const { port: taken } = server.server.address() as AddressInfo
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return {
    port: taken,
    url: `smtp://127.0.0.1:${taken}`,
    received,
    refuseWith: (code) => {
      refusal = code
    },
    async mail(count = 1) {
      const found = await until(() => received[count - 1])
      return found
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** Waits until no job of this name is waiting to be done now, or being done. */
export async function settleJobs(t: Harness, name: string): Promise<void> {
  await until(async () => {
    const { rows } = await t.service.pool.query<{ busy: number }>(
      `SELECT count(*)::int AS busy FROM graphile_worker.jobs
       WHERE task_identifier = $1 AND attempts < max_attempts AND (locked_at IS NOT NULL OR run_at <= now())`,
      [name],
    )
    return rows[0]?.busy === 0 ? true : undefined
  })
}

/** One mail by itself, as it is put down to be sent beside what it tells of. */
export async function queueMail<Kind extends MailKind>(
  service: Service,
  environment: EnvironmentSettings,
  mail: MailToQueue<Kind>,
): Promise<void> {
  const row = mailRow(service, environment, mail)
  await insertMail(service.pool, row)
  await startMail(service, row)
}
