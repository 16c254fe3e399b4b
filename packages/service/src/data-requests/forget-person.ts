import { forgetMails } from '../delivery/forget-mails.ts'
import { type EmailAddress, readEmailAddress } from '../domain/email-address.ts'
import type { RouteKey } from '../kernel/id.ts'
import { type ErasureOutcome, type ErasureWish, eraseSubject } from '../ledger/erase-subject.ts'
import { readSubject } from '../ledger/read-subject.ts'
import type { Service } from '../service.ts'
import { forgetDataRequestsFrom, forgetDataRequestsOf } from '../store/data-requests.ts'
import type { Queryable } from '../store/db.ts'
import { forgetMailbox } from '../store/mails.ts'
import type { EnvironmentSettings } from '../store/settings.ts'

/**
 * Erases a person, and with them what else names them: their data requests, the mails to their mailboxes and the links
 * in them. One transaction; the files that mails are written to in development follow it.
 */
export async function forgetPerson(
  service: Service,
  environment: EnvironmentSettings,
  wish: ErasureWish,
): Promise<ErasureOutcome> {
  let mailboxes: readonly RouteKey[] = []
  const forgetMore = async (db: Queryable) => {
    const { members, identifiers } = await readSubject(db, service, environment, wish.key)
    const addresses = identifiers
      .filter(({ type }) => type === 'email')
      .map(({ value }) => readEmailAddress(value))
    mailboxes = addresses
      .filter((address): address is EmailAddress => typeof address === 'string')
      .map((address) => environment.routing.mailbox(address))
    for (const mailbox of mailboxes) await forgetWithin(db, environment, mailbox)
    await forgetDataRequestsOf(db, environment.scope, members)
  }
  const outcome = await eraseSubject(service, environment, wish, forgetMore)
  for (const mailbox of mailboxes) await forgetMails(service, environment.scope, mailbox)
  return outcome
}

/** The same for a mailbox alone, whoever had it. */
export async function forgetMailboxOf(
  service: Service,
  environment: EnvironmentSettings,
  address: EmailAddress,
): Promise<void> {
  const mailbox = environment.routing.mailbox(address)
  await forgetWithin(service.pool, environment, mailbox)
  await forgetMails(service, environment.scope, mailbox)
}

async function forgetWithin(
  db: Queryable,
  { scope }: Pick<EnvironmentSettings, 'scope'>,
  mailbox: RouteKey,
): Promise<void> {
  await forgetMailbox(db, scope, mailbox)
  await forgetDataRequestsFrom(db, scope, mailbox)
}
