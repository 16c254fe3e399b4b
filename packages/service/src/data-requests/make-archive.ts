import { writeLink } from '../domain/data-request-link.ts'
import { recordPublicId } from '../domain/public-id.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { Uuid } from '../kernel/id.ts'
import type { MasterKey } from '../kernel/master-key.ts'
import type { Service } from '../service.ts'
import { keepArchive } from '../store/data-request-archives.ts'
import type { StoredDataRequest } from '../store/data-requests.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import type { SubjectState } from '../store/subjects.ts'
import { archivePage } from './archive-page.ts'
import { gatherPerson } from './gather-person.ts'
import { zip } from './zip.ts'

/** How long an archive waits. */
export const archiveHours = 72
const holdMs = archiveHours * 3_600_000

/** An archive that waits to be fetched. */
export interface MadeArchive {
  readonly url: string
  /** Unix ms. */
  readonly expiresAt: number
}

/** Gathers all that is kept about the people, and puts it where the link fetches it, once. */
export async function makeArchive(
  service: Service,
  environment: EnvironmentSettings,
  stored: StoredDataRequest,
  { subjects, language }: { readonly subjects: readonly SubjectState[]; readonly language: string },
): Promise<MadeArchive> {
  const now = service.clock.now()
  const { scope, routing } = environment
  const { routeKey, requestId, request } = stored
  const place = { country: request.country, region: request.region }
  const people = []
  for (const subject of subjects) people.push(await gatherPerson(service, environment, subject, place))
  const madeAt = toTimestamp(now)
  const data = {
    format: 'assent-archive/1',
    made_at: madeAt,
    data_request: recordPublicId('dsr', { routeKey, recordId: requestId }),
    controller: environment.catalogue.controller.name,
    people: people.map(({ receipts, ...person }) => ({
      ...person,
      receipts: receipts.map(({ id }) => `receipts/${id}.jws`),
    })),
  }
  const archive = zip(
    [
      { name: 'data.json', content: Buffer.from(`${JSON.stringify(data, null, 2)}\n`) },
      { name: 'index.html', content: Buffer.from(archivePage(environment, people, { language, madeAt })) },
      ...people
        .flatMap(({ receipts }) => receipts)
        .map(({ id, jws }) => ({ name: `receipts/${id}.jws`, content: Buffer.from(jws) })),
    ],
    now,
  )
  const expiresAt = now + holdMs
  const sealed = service.masterKey.seal(archive, label(requestId))
  await keepArchive(service.pool, scope, stored, { sealed, createdAt: now, expiresAt })
  return {
    url: `${service.issuer()}/p/data-requests/archives/${writeLink(routing, 'archive', stored)}`,
    expiresAt,
  }
}

export function openArchive(masterKey: MasterKey, requestId: Uuid, sealed: Buffer): Buffer {
  return masterKey.open(sealed, label(requestId))
}

function label(requestId: Uuid): string {
  return `data-request archive ${requestId}`
}
