import {
  type AnsweredRequest,
  answerDataRequest,
  type DataRequestAnswer,
  type DataRequestSummary,
  summarizeDataRequest,
} from '../domain/data-request-answer.ts'
import { readRecordAddress } from '../domain/public-id.ts'
import type { DataRequestAddress, StoredDataRequest } from '../store/data-requests.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import { clockOf, type Keeping, unknownDataRequest } from './keep-data-request.ts'
import { openPersonal } from './personal-data.ts'

/** What its operator is told of a data request. */
export function answerOf(
  service: Pick<Keeping, 'clock' | 'masterKey'>,
  environment: EnvironmentSettings,
  stored: StoredDataRequest,
): DataRequestAnswer {
  const personal = openPersonal(service.masterKey, stored)
  return answerDataRequest({
    ...partsOf(service, environment, stored),
    subjectKey: stored.subjectKey,
    personal,
  })
}

/** The same without what tells who asked, for lists. */
export function summaryOf(
  service: Pick<Keeping, 'clock'>,
  environment: EnvironmentSettings,
  stored: StoredDataRequest,
): DataRequestSummary {
  return summarizeDataRequest(partsOf(service, environment, stored))
}

function partsOf(
  { clock }: Pick<Keeping, 'clock'>,
  environment: EnvironmentSettings,
  { routeKey, requestId, request }: StoredDataRequest,
): AnsweredRequest {
  const law = clockOf(environment, request)
  return {
    environment: environment.scope.environment,
    routeKey,
    requestId,
    regime: law.regime,
    request,
    deadlines: law.deadlinesOf(request),
    now: clock.now(),
  }
}

/** Where the data request of a `dsr_…` id lies. */
export function addressOf(id: string): DataRequestAddress {
  const address = readRecordAddress('dsr', id)
  if (address === undefined) throw unknownDataRequest()
  return { routeKey: address.routeKey, requestId: address.recordId }
}
