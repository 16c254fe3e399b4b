import { type ConfirmationKind, makeConfirmationToken } from '../domain/confirmation.ts'
import type { EmailAddress } from '../domain/email-address.ts'
import { recordPublicId } from '../domain/public-id.ts'
import type { MasterKey } from '../kernel/master-key.ts'
import type { Service } from '../service.ts'
import { insertConfirmation, type MailLimits } from '../store/confirmations.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import type { MailKind, MailValues } from './mail-templates.ts'
import { mailRow, startMail } from './queue-mail.ts'

/** Something that a person is to confirm from their mailbox. */
export interface ConfirmationToAsk<Kind extends MailKind> {
  readonly kind: ConfirmationKind
  readonly to: EmailAddress
  /** BCP 47. */
  readonly language: string
  /** What it is about, without the address: a newer one of the same matter makes the older link worthless. */
  readonly matter: string
  /** What the page shows, and what confirming needs: kept sealed. */
  readonly content: ConfirmationContent
  readonly lifetimeSeconds: number
  readonly mail: (links: ConfirmationLinks) => { readonly kind: Kind; readonly values: MailValues[Kind] }
}

export interface ConfirmationContent {
  readonly email: EmailAddress
  readonly language: string
  /** Names of what is confirmed, in the person's language. */
  readonly items: readonly string[]
  readonly redirectUrl: string | null
  /** For whatever is done with it, and for nobody else. */
  readonly detail: unknown
}

export interface ConfirmationLinks {
  /** Opens a page whose button confirms. */
  readonly confirmUrl: string
  /** "This was not me". */
  readonly rejectUrl: string
}

const label = 'confirmation'
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * Sends a link that proves the mailbox, unless it got too many. The token is random, stands in the mail alone, and is
 * stored as a hash; the answer is the same whoever reads that mailbox.
 */
export async function askConfirmation<Kind extends MailKind>(
  service: Service,
  environment: EnvironmentSettings,
  asked: ConfirmationToAsk<Kind>,
): Promise<{ readonly id: string; readonly expiresAt: number }> {
  const { clock, random, masterKey, config, pool } = service
  const { routing } = environment
  const now = clock.now()
  const address = { routeKey: routing.mailbox(asked.to), recordId: service.newUuid(now) }
  const token = makeConfirmationToken(address, random)
  const link = (page: string) =>
    `${service.issuer()}/p/${page}/${token.text}?language=${encodeURIComponent(asked.language)}`
  const mail = mailRow(service, environment, {
    id: address.recordId,
    to: asked.to,
    language: asked.language,
    giveUpAt: now + asked.lifetimeSeconds * 1000,
    ...asked.mail({ confirmUrl: link('confirm'), rejectUrl: link('not-me') }),
  })
  await insertConfirmation(
    pool,
    {
      kind: asked.kind,
      matter: routing.fingerprint(`confirmation\0${asked.kind}\0${asked.to}\0${asked.matter}`),
      tokenHash: token.hash,
      sealed: masterKey.seal(Buffer.from(JSON.stringify(asked.content)), label),
      lifetimeSeconds: asked.lifetimeSeconds,
      mail,
    },
    limitsOf(config.limits),
  )
  // Not waited for: a withheld mail has no job, and the time of the answer must not tell.
  void startMail(service, mail)
  return { id: recordPublicId('cft', address), expiresAt: now + asked.lifetimeSeconds * 1000 }
}

/** Ten a month beside what is configured: sign-ups come in days, and whoever goes on for weeks is not signing up. */
function limitsOf({ mailsPerMinute, mailsPerDay }: Service['config']['limits']): MailLimits {
  return [
    { withinMs: minuteMs, mails: mailsPerMinute },
    { withinMs: dayMs, mails: mailsPerDay },
    { withinMs: 30 * dayMs, mails: Math.max(10, mailsPerDay) },
  ]
}

export function openConfirmationContent(masterKey: MasterKey, sealed: Buffer): ConfirmationContent {
  return JSON.parse(masterKey.open(sealed, label).toString()) as ConfirmationContent
}
