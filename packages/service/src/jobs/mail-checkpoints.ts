import { parseCheckpoint, parseNote } from '@assent/evidence'
import { mailRow, startMail } from '../delivery/queue-mail.ts'
import { readAddresses } from '../delivery/read-addresses.ts'
import type { EmailAddress } from '../domain/email-address.ts'
import { checkpointLine } from '../log/checkpoint-file.ts'
import type { Service } from '../service.ts'
import { transaction } from '../store/db.ts'
import { findLastAttestation, keepAttestation } from '../store/log-attestations.ts'
import { findLatestCheckpoint } from '../store/log-checkpoints.ts'
import { readLogs } from '../store/logs.ts'
import { insertMail } from '../store/mails.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import type { JobContext } from './job-context.ts'

const source = 'mail'

/** The latest state of the live logs to the mailboxes that the operator named, unless nothing was added since. */
export async function mailCheckpoints({ service }: JobContext): Promise<void> {
  const recipients = readAddresses('ASSENT_LOG_MAIL_TO', service.config.logMailTo)
  if (recipients.length === 0) return
  for (const environment of service.settings.current.environments.values())
    if (environment.scope.environment === 'live') await mailLatest(service, environment, recipients)
}

async function mailLatest(
  service: Service,
  environment: EnvironmentSettings,
  recipients: readonly EmailAddress[],
): Promise<void> {
  const { pool, clock, newUuid } = service
  const { scope, routing, catalogue } = environment
  const newest = (await readLogs(pool, scope)).at(-1)
  if (newest === undefined) return
  const place = { ...scope, routing, generation: newest.generation }
  const latest = await findLatestCheckpoint(pool, place)
  const last = await findLastAttestation(pool, place, source)
  if (latest === undefined || (last !== undefined && last.size >= latest.size)) return
  const now = clock.now()
  const { origin, size } = parseCheckpoint(parseNote(latest.note).text)
  const values = { origin, size, line: checkpointLine(latest.note, now) }
  const language = catalogue.defaultLanguage
  const mails = recipients.map((to) =>
    mailRow(service, environment, { id: newUuid(now), kind: 'log-checkpoint', to, language, values }),
  )
  // That it was written down and that it is to go out are one fact: nothing is mailed twice, or never.
  await transaction(pool, async (db) => {
    for (const mail of mails) await insertMail(db, mail)
    const proof = Buffer.from(mails.map(({ id }) => id).join(' '))
    await keepAttestation(db, place, { source, size, note: latest.note, proof, attestedAt: now })
  })
  for (const mail of mails) await startMail(service, mail)
}
