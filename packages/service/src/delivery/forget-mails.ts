import { rm } from 'node:fs/promises'
import type { Scope } from '../domain/scope.ts'
import type { RouteKey } from '../kernel/id.ts'
import type { Service } from '../service.ts'
import { listMailIds } from '../store/mails.ts'
import { mailFileOf } from './mailer.ts'

/** Removes the files that the mails to a mailbox were written to; with a mail server there are none. */
export async function forgetMails(
  { pool, config }: Pick<Service, 'pool' | 'config'>,
  scope: Scope,
  mailbox: RouteKey,
): Promise<void> {
  for (const id of await listMailIds(pool, scope, mailbox))
    await rm(mailFileOf(config.dataDir, id), { force: true })
}
