import { startMail } from '../delivery/queue-mail.ts'
import type { DataRequest } from '../domain/data-request.ts'
import type { EmailAddress } from '../domain/email-address.ts'
import type { Service } from '../service.ts'
import { listDataRequestsFrom, replacePersonal, type StoredDataRequest } from '../store/data-requests.ts'
import { insertMail } from '../store/mails.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import { type MailOf, openDataRequest } from './keep-data-request.ts'
import { type PersonalData, sealPersonal } from './personal-data.ts'
import { proofMail } from './write-to-person.ts'

/** A request from somebody who has proved nothing yet. */
export interface PortalIntake {
  readonly email: EmailAddress
  readonly request: Pick<DataRequest, 'type' | 'country' | 'region' | 'channel' | 'requester' | 'receivedAt'>
  readonly personal: PersonalData
}

const proveWithinMs = 7 * 86_400_000
/** Per mailbox and while nothing is proved: what others write in somebody's name must not fill the disk. */
const pendingMax = 20

/**
 * Opens a request that waits for its mailbox to be proved. Nobody is looked up: all that is asked is what else waits
 * for the same mailbox. A request like one that waits joins it, so that a flood in somebody's name stays one row, and
 * the person's own request is never refused for it; what was written last counts, when it first came stands.
 */
export async function openFromPortal(
  service: Service,
  environment: EnvironmentSettings,
  { email, request, personal }: PortalIntake,
): Promise<StoredDataRequest> {
  const { scope, routing } = environment
  const now = service.clock.now()
  const routeKey = routing.mailbox(email)
  const waiting = (await listDataRequestsFrom(service.pool, scope, routeKey)).filter((other) =>
    isWaiting(other, now),
  )
  const alike = waiting.filter((other) => other.request.type === request.type)
  const joined =
    alike.find(
      ({ request: { country, region } }) => country === request.country && region === request.region,
    ) ?? (waiting.length >= pendingMax ? alike[0] : undefined)
  if (joined === undefined) {
    const intake = { routeKey, subjectKey: null, request, personal, proveBy: now + proveWithinMs }
    const mailOf: MailOf = (stored) => proofMail(service, environment, stored)
    return await openDataRequest(service, environment, { ...intake, by: 'person', mailOf })
  }
  const sealed = sealPersonal(service.masterKey, joined.requestId, personal)
  await replacePersonal(service.pool, scope, joined, sealed)
  const mail = await proofMail(service, environment, { ...joined, personal: sealed })
  if (mail !== undefined) {
    await insertMail(service.pool, mail)
    await startMail(service, mail)
  }
  return { ...joined, personal: sealed }
}

function isWaiting({ request }: StoredDataRequest, now: number): boolean {
  return request.status === 'awaiting_verification' && request.proveBy !== null && request.proveBy > now
}
