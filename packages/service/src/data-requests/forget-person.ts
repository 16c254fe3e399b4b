import { forgetMails } from '../delivery/forget-mails.ts'
import { type EmailAddress, readEmailAddress } from '../domain/email-address.ts'
import type { Ref } from '../domain/ref.ts'
import type { RouteKey } from '../kernel/id.ts'
import {
  type ErasureOutcome,
  type ErasureWish,
  eraseSubject,
  eraseUnproved,
} from '../ledger/erase-subject.ts'
import { readSubject } from '../ledger/read-subject.ts'
import type { Service } from '../service.ts'
import { forgetDataRequestsFrom, forgetDataRequestsOf } from '../store/data-requests.ts'
import type { Queryable } from '../store/db.ts'
import { forgetMailbox } from '../store/mails.ts'
import type { EnvironmentSettings } from '../store/settings.ts'

/**
 * Erases a person, and with them what else names them: their data requests, the mails to their mailboxes and the links
 * in them, what was asked in the name of their addresses and never proved. One transaction; the files that mails are
 * written to in development follow it.
 *
 * @param named the ref that the erasure names them by: of somebody known by an address alone, it is kept nowhere
 */
export async function forgetPerson(
  service: Service,
  environment: EnvironmentSettings,
  wish: ErasureWish,
  named?: Ref,
): Promise<ErasureOutcome> {
  const { routing, scope } = environment
  let addresses: readonly EmailAddress[] = []
  let members: readonly RouteKey[] = []
  const outcome = await eraseSubject(service, environment, wish, {
    async findUnproved(db, key) {
      const person = await readSubject(db, service, environment, key)
      members = person.members
      addresses = addressesOf([...person.identifiers, ...(named?.kind === 'identifier' ? [named] : [])])
      return addresses.map((address) => routing.unproved(address))
    },
    async forget(db) {
      for (const address of addresses) await forgetWithin(db, environment, routing.mailbox(address))
      await forgetDataRequestsOf(db, scope, members)
    },
  })
  for (const address of addresses) await forgetMails(service, scope, routing.mailbox(address))
  return outcome
}

/** The same for a mailbox alone, whoever had it. */
export async function forgetMailboxOf(
  service: Service,
  environment: EnvironmentSettings,
  address: EmailAddress,
  reason: string,
): Promise<void> {
  const mailbox = environment.routing.mailbox(address)
  await eraseUnproved(service, environment, environment.routing.unproved(address), reason)
  await forgetWithin(service.pool, environment, mailbox)
  await forgetMails(service, environment.scope, mailbox)
}

function addressesOf(
  identifiers: readonly { readonly type: string; readonly value: string }[],
): EmailAddress[] {
  const addresses = identifiers
    .filter(({ type }) => type === 'email')
    .map(({ value }) => readEmailAddress(value))
    .filter((address): address is EmailAddress => typeof address === 'string')
  return [...new Set(addresses)]
}

async function forgetWithin(
  db: Queryable,
  { scope }: Pick<EnvironmentSettings, 'scope'>,
  mailbox: RouteKey,
): Promise<void> {
  await forgetMailbox(db, scope, mailbox)
  await forgetDataRequestsFrom(db, scope, mailbox)
}
