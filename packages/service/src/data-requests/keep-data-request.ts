import { startMail } from '../delivery/queue-mail.ts'
import {
  changeDataRequest,
  type DataRequest,
  type DataRequestAction,
  isClosed,
  nextTick,
  type RequestClock,
} from '../domain/data-request.ts'
import { type ChangedBy, dataRequestPayload } from '../domain/data-request-entry.ts'
import type { RouteKey } from '../kernel/id.ts'
import { Refusal } from '../kernel/refusal.ts'
import { appendEntry } from '../ledger/append-entry.ts'
import { unavailable } from '../ledger/unavailable.ts'
import { requestClockOf } from '../regimes/request-clock.ts'
import type { Service } from '../service.ts'
import {
  type DataRequestAddress,
  findDataRequest,
  insertDataRequest,
  type StoredDataRequest,
  updateDataRequest,
  type WriteEntry,
} from '../store/data-requests.ts'
import { insertMail, type NewMail } from '../store/mails.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import { type PersonalData, sealPersonal } from './personal-data.ts'

/** What keeping data requests needs of the service. */
export type Keeping = Pick<Service, 'pool' | 'clock' | 'random' | 'newUuid' | 'masterKey' | 'log'>

/** A data request that comes in. */
export interface Intake {
  readonly routeKey: RouteKey
  readonly subjectKey: RouteKey | null
  readonly request: Pick<DataRequest, 'type' | 'country' | 'region' | 'channel' | 'requester' | 'receivedAt'>
  readonly personal: PersonalData
  /** Unix ms until when the mailbox can be proved; null: the caller knows who asks. */
  readonly proveBy: number | null
  readonly by: ChangedBy
  readonly mailOf?: MailOf
}

/** The mail that belongs to a change: put down in one transaction with it, so that neither is without the other. */
export type MailOf = (stored: StoredDataRequest) => NewMail | undefined | Promise<NewMail | undefined>

/** The law's clock for a data request: that of its place, as it stood when the request came. */
export function clockOf(
  { policies, catalogue }: Pick<EnvironmentSettings, 'policies' | 'catalogue'>,
  { country, region, receivedAt }: Pick<DataRequest, 'country' | 'region' | 'receivedAt'>,
): RequestClock {
  return requestClockOf(policies.resolve({ country, region, at: receivedAt }), catalogue.timeZone)
}

export async function openDataRequest(
  service: Keeping,
  environment: EnvironmentSettings,
  intake: Intake,
): Promise<StoredDataRequest> {
  const now = service.clock.now()
  const requestId = service.newUuid(now)
  const isProved = intake.proveBy === null
  const request: DataRequest = {
    ...intake.request,
    status: isProved ? 'received' : 'awaiting_verification',
    createdAt: now,
    verification: isProved ? 'verified' : 'pending',
    verifiedAt: isProved ? intake.request.receivedAt : null,
    proveBy: intake.proveBy,
    pauses: [],
    extension: null,
    acknowledgedAt: null,
    closedAt: null,
    denial: null,
    told: { dueSoon: null, overdue: null },
    changes: 1,
  }
  const stored: StoredDataRequest = {
    routeKey: intake.routeKey,
    requestId,
    subjectKey: intake.subjectKey,
    request,
    personal: sealPersonal(service.masterKey, requestId, intake.personal),
  }
  const mail = await intake.mailOf?.(stored)
  const { row, writeEntry } = compose(service, environment, { stored, mail }, null, intake.by)
  await insertDataRequest(service.pool, environment.scope, row, writeEntry)
  if (mail !== undefined) await startMail(service, mail)
  return stored
}

const triesMax = 3

/** What a change may alter beside the request itself. */
type Alteration = Partial<Pick<StoredDataRequest, 'subjectKey' | 'personal'>>

/**
 * Changes a data request, and says so in the ledger, in one transaction. Whoever changed it first wins; the other
 * decides again on what it has become, and is refused where that is no longer possible.
 */
export async function changeStoredRequest(
  service: Keeping,
  environment: EnvironmentSettings,
  address: DataRequestAddress,
  change: {
    readonly action: DataRequestAction
    readonly by: ChangedBy
    readonly alter?: Alteration
    readonly mailOf?: MailOf
  },
): Promise<StoredDataRequest> {
  for (let tries = 0; tries < triesMax; tries++) {
    const found = await requireDataRequest(service, environment, address)
    const request = changeDataRequest(found.request, change.action, {
      clock: clockOf(environment, found.request),
      now: service.clock.now(),
    })
    const stored = { ...found, ...change.alter, request }
    const mail = await change.mailOf?.(stored)
    const { row, writeEntry } = compose(service, environment, { stored, mail }, change.action, change.by)
    if (!(await updateDataRequest(service.pool, environment.scope, row, writeEntry))) continue
    if (mail !== undefined) await startMail(service, mail)
    return stored
  }
  throw unavailable('This data request is being changed by others again and again.')
}

export async function requireDataRequest(
  { pool }: Pick<Service, 'pool'>,
  { scope }: EnvironmentSettings,
  address: DataRequestAddress,
): Promise<StoredDataRequest> {
  const found = await findDataRequest(pool, scope, address)
  if (found === undefined) throw unknownDataRequest()
  return found
}

export function unknownDataRequest(): Refusal {
  return new Refusal('data_request_not_found', 'There is no data request with this id in this environment.')
}

function compose(
  { clock, random, newUuid }: Keeping,
  environment: EnvironmentSettings,
  { stored, mail }: { readonly stored: StoredDataRequest; readonly mail: NewMail | undefined },
  action: DataRequestAction | null,
  by: ChangedBy,
) {
  const { scope } = environment
  const { routeKey, requestId, subjectKey, request } = stored
  const now = clock.now()
  const law = clockOf(environment, request)
  const deadlines = law.deadlinesOf(request)
  const recordId = newUuid(now)
  const payload = dataRequestPayload({
    environment: scope.environment,
    routeKey,
    requestId,
    recordId,
    nonce: random.bytes(16).toString('base64url'),
    recordedAt: now,
    action,
    by,
    request,
    subjectKey,
    deadlines,
  })
  const entry = {
    kind: 'data_request',
    routeKey,
    recordId,
    seq: request.changes,
    recordedAt: now,
    payload: JSON.stringify(payload),
  } as const
  const writeEntry: WriteEntry = async (db) => {
    await appendEntry(db, scope, entry, newUuid)
    if (mail !== undefined) await insertMail(db, mail)
  }
  const row = {
    ...stored,
    dueAt: isClosed(request) ? null : deadlines.dueAt,
    tickAt: nextTick(request, law)?.at ?? null,
  }
  return { row, writeEntry }
}
