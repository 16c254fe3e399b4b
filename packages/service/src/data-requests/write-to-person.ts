import type { DataRequestNews } from '../delivery/data-request-mails.ts'
import { mailRow } from '../delivery/queue-mail.ts'
import { isClosed } from '../domain/data-request.ts'
import { writeLink } from '../domain/data-request-link.ts'
import { readEmailAddress } from '../domain/email-address.ts'
import type { Service } from '../service.ts'
import type { StoredDataRequest } from '../store/data-requests.ts'
import { countMailsSince, type NewMail } from '../store/mails.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import { clockOf } from './keep-data-request.ts'
import { openPersonal } from './personal-data.ts'

const dayMs = 86_400_000
const minuteMs = 60_000

/**
 * The mail with the link that proves the mailbox; none where it had as many as forms can have sent to it. Whoever
 * asked cannot tell; and any link that came before leads to all that waits for the mailbox, so nothing depends on this.
 */
export async function proofMail(
  service: Service,
  environment: EnvironmentSettings,
  stored: StoredDataRequest,
): Promise<NewMail | undefined> {
  const to = recipientOf(service, stored)
  if (to === undefined) return undefined
  const { config, pool } = service
  const { scope, routing, catalogue } = environment
  const now = service.clock.now()
  const sentSince = (since: number) => countMailsSince(pool, scope, routing.mailbox(to.email), since)
  if ((await sentSince(now - minuteMs)) >= config.limits.mailsPerMinute) return undefined
  if ((await sentSince(now - dayMs)) >= config.limits.mailsPerDay) return undefined
  return mailRow(service, environment, {
    id: service.newUuid(now),
    kind: 'prove-mailbox',
    to: to.email,
    language: to.language,
    values: {
      controller: catalogue.controller.name,
      type: stored.request.type,
      url: requestUrl(service, environment, stored),
      days: Math.max(1, Math.round(((stored.request.proveBy ?? now) - now) / dayMs)),
    },
  })
}

/** The mail that tells what has become of a request; undefined: there is no address to write to. */
export function newsMail(
  service: Service,
  environment: EnvironmentSettings,
  stored: StoredDataRequest,
  news: DataRequestNews,
): NewMail | undefined {
  const to = recipientOf(service, stored)
  if (to === undefined) return undefined
  const { catalogue } = environment
  const { dueAt } = clockOf(environment, stored.request).deadlinesOf(stored.request)
  return mailRow(service, environment, {
    id: service.newUuid(service.clock.now()),
    kind: 'data-request-news',
    to: to.email,
    language: to.language,
    values: {
      controller: catalogue.controller.name,
      contact: catalogue.controller.contact,
      type: stored.request.type,
      news,
      dueAt: isClosed(stored.request) ? null : dueAt,
      timeZone: catalogue.timeZone,
      statusUrl: requestUrl(service, environment, stored),
    },
  })
}

/** The page of whoever has the mailbox: to prove it, and to see how their requests stand. */
function requestUrl(service: Service, { routing }: EnvironmentSettings, stored: StoredDataRequest): string {
  return `${service.issuer()}/p/data-requests/${writeLink(routing, 'mailbox', stored)}`
}

function recipientOf({ masterKey }: Service, stored: StoredDataRequest) {
  const personal = openPersonal(masterKey, stored)
  const email = personal?.email == null ? undefined : readEmailAddress(personal.email)
  return personal === null || typeof email !== 'string' ? undefined : { email, language: personal.language }
}
