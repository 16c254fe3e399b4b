import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { EmailAddress } from '../domain/email-address.ts'
import type { Environment } from '../domain/scope.ts'
import type { Config } from '../kernel/config.ts'

/** A mail, ready to be handed over. */
export interface OutgoingMail {
  readonly id: string
  readonly from: { readonly name: string; readonly address: string }
  readonly to: EmailAddress
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
  /** Unix ms. */
  readonly date: number
}

/** Hands mails over, each to one recipient. */
export interface Mailer {
  /**
   * What the mail server said when it took the mail; null where there is none.
   *
   * @throws MailNotTaken when it did not
   */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<string | null>
  close(): void
}

/** Of what went wrong only codes are kept: what a mail server says quotes the recipient. */
export class MailNotTaken extends Error {
  /** Whether the server refused this mail for good, so that trying again would only annoy it. */
  readonly isFinal: boolean
  readonly code: string

  constructor(code: string, isFinal: boolean) {
    super(`the mail was not taken: ${code}`)
    this.name = 'MailNotTaken'
    this.code = code
    this.isFinal = isFinal
  }
}

/** By environment: what a test environment writes reaches nobody (docs/adr/0020). */
export type Mailers = Readonly<Record<Environment, Mailer>>

/** Over SMTP, from `live` alone; without a server, in development, to files that a line on the console names. */
export function openMailers(options: {
  readonly config: Pick<Config, 'smtpUrl' | 'dataDir'>
  readonly say: (line: string) => void
}): Mailers {
  const { smtpUrl, dataDir } = options.config
  const files = fileMailer(join(dataDir, 'mail'), options.say)
  return smtpUrl === undefined ? { test: files, live: files } : { test: nowhere, live: smtpMailer(smtpUrl) }
}

/** What was captured is read through the API. */
const nowhere: Mailer = { send: () => Promise.resolve(null), close: () => undefined }

const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 60_000,
  dnsTimeout: 10_000,
}
/** Content of a mail is what we wrote, never a file or a page that something in it names. */
const closed = { disableFileAccess: true, disableUrlAccess: true }

/** Where the mail of an id is written to, without a mail server. */
export function mailFileOf(dataDir: string, id: string): string {
  return fileIn(join(dataDir, 'mail'), id)
}

function fileIn(folder: string, id: string): string {
  return join(folder, `${id}.eml`)
}

function smtpMailer(url: string): Mailer {
  // A mail that was under way when its connection broke may have been taken: only we decide to send it again.
  const transport = createTransport({ url, pool: true, maxRequeues: 0, ...timeouts, ...closed })
  return {
    async send(mail, signal) {
      try {
        const { response } = await transport.sendMail({ ...messageOf(mail), signal })
        return withoutAddresses(response)
      } catch (error) {
        throw notTaken(error)
      }
    },
    close: () => transport.close(),
  }
}

/**
 * Greets the mail server and logs in, and sends nothing.
 *
 * @throws MailNotTaken when it would take no mail either
 */
export async function greetMailServer(url: string): Promise<void> {
  const brief = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 5000, dnsTimeout: 5000 }
  const transport = createTransport({ url, ...brief, ...closed })
  try {
    await transport.verify()
  } catch (error) {
    throw notTaken(error)
  } finally {
    transport.close()
  }
}

function fileMailer(folder: string, say: (line: string) => void): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...closed })
  return {
    async send(mail) {
      const { message } = await transport.sendMail(messageOf(mail))
      if (!Buffer.isBuffer(message)) throw new Error('a mail that was not made whole')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = fileIn(folder, mail.id)
      // Whole or not at all, and a repeated mail in the place of the first.
      await writeFile(`${path}.new`, message, { mode: 0o600 })
      await rename(`${path}.new`, path)
      say(`Mail written to ${path}`)
      return null
    },
    close: () => transport.close(),
  }
}

/** One mail, one id, however often it is tried. */
export function messageIdOf({ id, from }: Pick<OutgoingMail, 'id' | 'from'>): string {
  return `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`
}

function messageOf(mail: OutgoingMail) {
  return {
    from: { ...mail.from },
    // As a value and not as a header's text: no comma or bracket in it can name a second recipient.
    to: { name: '', address: mail.to },
    envelope: { from: mail.from.address, to: [mail.to] },
    messageId: messageIdOf(mail),
    date: new Date(mail.date),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: mail.headers,
  }
}

/** RFC 5321 section 4.2.1: 5yz is for good, but only where the mail itself was refused, and not our login or our name. */
function notTaken(error: unknown): MailNotTaken {
  const { code, command, responseCode, permanent } = error as {
    readonly code?: string
    readonly command?: string
    readonly responseCode?: number
    readonly permanent?: boolean
  }
  const isOfThisMail = command === 'RCPT TO' || command === 'DATA'
  return new MailNotTaken(
    [code ?? 'unknown', command, responseCode].filter((part) => part !== undefined).join(' '),
    permanent === true && isOfThisMail,
  )
}

function withoutAddresses(reply: string | undefined): string | null {
  return reply === undefined ? null : reply.replaceAll(/\S+@\S+/g, '…').slice(0, 200)
}
