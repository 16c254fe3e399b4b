import type { Controller } from '../domain/catalogue.ts'
import { readEmailAddress } from '../domain/email-address.ts'
import type { RowAddress } from '../domain/job.ts'
import { contentHash } from '../kernel/id.ts'
import { inTimeOf, type Service } from '../service.ts'
import { addJob } from '../store/job-queue.ts'
import { type ClaimedMail, claimMail, endMail, type MailEnd, postponeMail } from '../store/mails.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import { keepShownText } from '../store/shown-texts.ts'
import { linksOf, sealCapture } from './captured-mail.ts'
import { renderMail } from './mail-document.ts'
import { type MailKind, mailTemplates } from './mail-templates.ts'
import { type Mailers, MailNotTaken, type OutgoingMail } from './mailer.ts'
import { mailJobKey, openMailContent } from './queue-mail.ts'

interface MailWork {
  readonly service: Service
  readonly mailers: Mailers
  readonly signal: AbortSignal
}

/** While one server is at a mail, no other is: longer than the longest conversation with a mail server. */
const atItMs = 5 * 60_000
const conversationMaxMs = 2 * 60_000
const firstPauseMs = 15_000
const pauseMaxMs = 15 * 60_000

/**
 * Sends one mail. A crash before the mail server took it leaves it due; a crash between that and our noting it sends it
 * a second time, under the same Message-ID, which is as much as SMTP allows (RFC 5321 section 6.1).
 */
export async function sendMail(everywhere: MailWork, address: RowAddress): Promise<void> {
  const environment = everywhere.service.settings.current.environments.get(address.environmentId)
  if (environment === undefined) throw new Error('a mail of an environment that is not there')
  const work = { ...everywhere, service: inTimeOf(everywhere.service, environment) }
  const { pool, clock } = work.service
  const now = clock.now()
  const mail = await claimMail(pool, address, { now, until: now + atItMs })
  if (mail === undefined) return
  try {
    const end = await handOver(work, environment, address, mail)
    await endMail(pool, address, { ...end, endedAt: clock.now() })
  } catch (error) {
    await giveBack(work.service, address, mail, error)
  }
}

async function handOver(
  { service, mailers, signal }: MailWork,
  environment: EnvironmentSettings,
  address: RowAddress,
  mail: ClaimedMail,
): Promise<Omit<MailEnd, 'endedAt'>> {
  const { pool, clock, config, masterKey } = service
  const { scope, catalogue, routing } = environment
  const { to, language, values } = openMailContent(masterKey, mail.sealed)
  const template = mailTemplates[mail.kind as MailKind]
  const document = template.compose(values as never, language)
  const shown = Buffer.from(
    JSON.stringify(renderMail(template.compose(template.blank(values as never) as never, language))),
  )
  const textHash = contentHash(shown)
  const routeKey = routing.shownText(textHash)
  await keepShownText(pool, scope, { routeKey, sha256: textHash, content: shown, now: clock.now() })
  const outgoing: OutgoingMail = {
    ...renderMail(document),
    id: address.id,
    to,
    from: {
      name: catalogue.controller.name,
      address: config.mailFrom ?? senderOf(catalogue.controller, service.issuer()),
    },
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...listHeaders(template.unsubscribeUrl?.(values as never)),
    },
    date: clock.now(),
  }
  const patience = AbortSignal.any([signal, AbortSignal.timeout(conversationMaxMs)])
  const smtpReply = await mailers[scope.environment].send(outgoing, patience)
  if (scope.environment === 'live') return { state: 'sent', textHash, smtpReply, sealed: null }
  const sealed = sealCapture(masterKey, { ...outgoing, language, links: linksOf(document) })
  return { state: 'captured', textHash, smtpReply, sealed }
}

/** Again after a while that doubles up to a quarter of an hour, until nobody needs it any more. */
async function giveBack(
  { pool, clock, realClock, log }: Service,
  address: RowAddress,
  mail: ClaimedMail,
  error: unknown,
): Promise<void> {
  const { code, isFinal } =
    error instanceof MailNotTaken ? error : { code: 'a fault of ours', isFinal: false }
  const about = { job: 'send-mail', code, count: mail.attempts }
  if (!(error instanceof MailNotTaken)) log.error('a mail could not be made or noted', { ...about, error })
  const pauseMs = Math.min(pauseMaxMs, firstPauseMs * 2 ** (mail.attempts - 1))
  const dueAt = clock.now() + pauseMs
  if (isFinal || dueAt >= mail.giveUpAt) {
    log.error('a mail was given up', about)
    const end = { state: 'given_up', textHash: null, smtpReply: code, sealed: null } as const
    return await endMail(pool, address, { ...end, endedAt: clock.now() })
  }
  log.warn('a mail was not taken, and is tried again', about)
  await postponeMail(pool, address, dueAt)
  await addJob(pool, 'send-mail', address, { key: mailJobKey(address), runAt: realClock.now() + pauseMs })
}

/** People know the controller, so what answers to them is the sender; its contact may be a page or a telephone. */
function senderOf(controller: Controller, issuer: string): string {
  const contact = readEmailAddress(controller.contact)
  return typeof contact === 'string' ? contact : `no-reply@${new URL(issuer).hostname}`
}

/** RFC 8058 takes one click over HTTPS alone. */
function listHeaders(url: string | undefined): Readonly<Record<string, string>> {
  if (url === undefined) return {}
  const oneClick = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  return { 'List-Unsubscribe': `<${url}>`, ...(url.startsWith('https:') ? oneClick : {}) }
}
