import type { DataRequestAction } from '../domain/data-request.ts'
import type { Service } from '../service.ts'
import type { StoredDataRequest } from '../store/data-requests.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import { carryOut } from './carry-out.ts'
import { findSubject } from './find-subjects.ts'
import { changeStoredRequest } from './keep-data-request.ts'
import { openPersonal } from './personal-data.ts'

/**
 * Somebody who reads the mailbox pressed the button: now, and not before, it is looked up who that is, and the person
 * is told that their request has come in (11 CCR § 7021(a)).
 */
export async function proveMailbox(
  service: Service,
  environment: EnvironmentSettings,
  stored: StoredDataRequest,
): Promise<void> {
  const named = openPersonal(service.masterKey, stored) ?? { ref: null, email: null }
  const alter = await findSubject(service, environment, named)
  const verify: DataRequestAction = { kind: 'verify', by: 'mailbox' }
  await changeStoredRequest(service, environment, stored, { action: verify, by: 'person', alter })
  await carryOut(service, environment, stored, { action: { kind: 'acknowledge' }, by: 'clock' })
}

export async function withdrawByPerson(
  service: Service,
  environment: EnvironmentSettings,
  stored: StoredDataRequest,
): Promise<void> {
  await changeStoredRequest(service, environment, stored, { action: { kind: 'withdraw' }, by: 'person' })
}
