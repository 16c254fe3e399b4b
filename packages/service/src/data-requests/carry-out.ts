import type { DataRequestNews } from '../delivery/data-request-mails.ts'
import { changeDataRequest, type DataRequestAction } from '../domain/data-request.ts'
import type { ChangedBy } from '../domain/data-request-entry.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { Service } from '../service.ts'
import type { DataRequestAddress, StoredDataRequest } from '../store/data-requests.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import { fulfil } from './fulfil.ts'
import { changeStoredRequest, clockOf, type MailOf, requireDataRequest } from './keep-data-request.ts'
import { archiveHours } from './make-archive.ts'
import { newsMail } from './write-to-person.ts'

/** What came of an action. */
export interface CarriedOut {
  readonly stored: StoredDataRequest
  /** For the caller to hand on, where nobody could be written to. */
  readonly archive: { readonly url: string; readonly expires_at: string } | null
}

interface Change {
  readonly action: DataRequestAction
  readonly by: ChangedBy
}

/**
 * Does what an action asks for, then says so. Fulfilling comes in this order and not the other: a crash in between
 * leaves the request open, and what was done is safe to do again; a request never says that it was fulfilled when it
 * was not.
 */
export async function carryOut(
  service: Service,
  environment: EnvironmentSettings,
  address: DataRequestAddress,
  change: Change,
): Promise<CarriedOut> {
  if (change.action.kind === 'fulfil') return await fulfilAndSay(service, environment, address, change)
  // A repeat that got no answer the first time must not write to the person twice.
  if (change.action.kind === 'acknowledge') {
    const found = await requireDataRequest(service, environment, address)
    if (found.request.acknowledgedAt !== null) return { stored: found, archive: null }
  }
  const news = newsOf(change.action)
  const mailOf: MailOf = (stored) =>
    news === undefined ? undefined : newsMail(service, environment, stored, news)
  const stored = await changeStoredRequest(service, environment, address, { ...change, mailOf })
  return { stored, archive: null }
}

async function fulfilAndSay(
  service: Service,
  environment: EnvironmentSettings,
  address: DataRequestAddress,
  change: Change,
): Promise<CarriedOut> {
  const found = await requireDataRequest(service, environment, address)
  // Whether it may be fulfilled at all is settled before anything is done.
  changeDataRequest(found.request, change.action, {
    clock: clockOf(environment, found.request),
    now: service.clock.now(),
  })
  const { archive, alter } = await fulfil(service, environment, found)
  const news = { kind: 'fulfilled', archiveUrl: archive?.url ?? null, hours: archiveHours } as const
  let isTold = false
  const mailOf: MailOf = (stored) => {
    const mail = newsMail(service, environment, stored, news)
    isTold = mail !== undefined
    return mail
  }
  const stored = await changeStoredRequest(service, environment, address, { ...change, alter, mailOf })
  // One link, for one who fetches it: the person, or where there is no address, the operator in their stead.
  return {
    stored,
    archive:
      archive === null || isTold ? null : { url: archive.url, expires_at: toTimestamp(archive.expiresAt) },
  }
}

/** What the person is written of; the rest is between the operator and the clock. */
function newsOf(action: DataRequestAction): DataRequestNews | undefined {
  switch (action.kind) {
    case 'acknowledge':
      return { kind: 'acknowledged' }
    case 'extend':
      return { kind: 'extended', reason: action.reason }
    case 'deny':
      return { kind: 'denied', reason: action.reason }
    default:
      return undefined
  }
}
