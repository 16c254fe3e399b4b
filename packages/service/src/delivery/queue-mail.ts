import type { EmailAddress } from '../domain/email-address.ts'
import type { RowAddress } from '../domain/job.ts'
import type { Uuid } from '../kernel/id.ts'
import type { MasterKey } from '../kernel/master-key.ts'
import type { Service } from '../service.ts'
import { addJob } from '../store/job-queue.ts'
import type { NewMail } from '../store/mails.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import type { MailKind, MailValues } from './mail-templates.ts'

/** A mail that somebody is to get. */
export interface MailToQueue<Kind extends MailKind> {
  /** Its Message-ID is made of it: one mail, one id, however often it is tried. */
  readonly id: Uuid
  readonly kind: Kind
  readonly to: EmailAddress
  /** BCP 47. */
  readonly language: string
  readonly values: MailValues[Kind]
  /** Unix ms: when nobody needs it any more; left out: two days from now. */
  readonly giveUpAt?: number
}

/** What only the mail's own job may read. */
export interface MailContent {
  readonly to: EmailAddress
  readonly language: string
  readonly values: unknown
}

const label = 'mail'
const tryForMs = 48 * 3_600_000

/** The mail as a row, for a transaction of which it is one part; `startMail` belongs behind the commit. */
export function mailRow<Kind extends MailKind>(
  { clock, masterKey }: Pick<Service, 'clock' | 'masterKey'>,
  { scope, routing }: EnvironmentSettings,
  mail: MailToQueue<Kind>,
): NewMail {
  const now = clock.now()
  const { to, language, values } = mail
  const content: MailContent = { to, language, values }
  return {
    environmentId: scope.environmentId,
    routeKey: routing.mailbox(to),
    id: mail.id,
    kind: mail.kind,
    state: 'due',
    sealed: masterKey.seal(Buffer.from(JSON.stringify(content)), label),
    createdAt: now,
    giveUpAt: mail.giveUpAt ?? now + tryForMs,
  }
}

/** Sees to it that the mail goes out now; should this get lost, `find-due-mails` finds it within a minute. */
export async function startMail(
  { pool, log }: Pick<Service, 'pool' | 'log'>,
  mail: RowAddress,
): Promise<void> {
  const { environmentId, routeKey, id } = mail
  await addJob(pool, 'send-mail', { environmentId, routeKey, id }, { key: mailJobKey(mail) }).catch(
    (error: unknown) => log.warn('a mail waits for the next look', { error }),
  )
}

export function mailJobKey({ id }: RowAddress): string {
  return `mail:${id}`
}

export function openMailContent(masterKey: MasterKey, sealed: Buffer): MailContent {
  return JSON.parse(masterKey.open(sealed, label).toString()) as MailContent
}
