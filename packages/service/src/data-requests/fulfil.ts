import { readEmailAddress } from '../domain/email-address.ts'
import { parseRef, refInTheClear } from '../domain/ref.ts'
import type { RouteKey } from '../kernel/id.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Service } from '../service.ts'
import type { StoredDataRequest } from '../store/data-requests.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import type { SubjectState } from '../store/subjects.ts'
import { findSubjects } from './find-subjects.ts'
import { forgetMailboxOf, forgetPerson } from './forget-person.ts'
import { type MadeArchive, makeArchive } from './make-archive.ts'
import { openPersonal, type PersonalData } from './personal-data.ts'
import { withdrawDecisions } from './withdraw-decisions.ts'

/** What was done, and what it means for the row of the request. */
export interface Fulfilled {
  readonly archive: MadeArchive | null
  readonly alter: { readonly subjectKey?: RouteKey | null; readonly personal?: Buffer | null }
}

const nothingToDo: Fulfilled = { archive: null, alter: {} }

/** Does what the person asked for; safe to repeat. */
export async function fulfil(
  service: Service,
  environment: EnvironmentSettings,
  stored: StoredDataRequest,
): Promise<Fulfilled> {
  switch (stored.request.type) {
    case 'rectification':
    case 'restriction':
    case 'complaint':
      return nothingToDo
    case 'access':
    case 'portability': {
      const { personal, subjects } = await requireKnown(service, environment, stored)
      const { language } = personal
      const archive = await makeArchive(service, environment, stored, { subjects, language })
      return { archive, alter: { subjectKey: subjects[0]?.routeKey ?? null } }
    }
    case 'objection':
    case 'opt_out_sale':
    case 'limit_sensitive':
    case 'withdraw_consent': {
      const subjects = await findOrBegin(service, environment, stored)
      for (const subject of subjects) await withdrawDecisions(service, environment, stored, subject)
      return { archive: null, alter: { subjectKey: subjects[0]?.routeKey ?? null } }
    }
    case 'erasure':
      return await erase(service, environment, stored)
  }
}

interface KnownPerson {
  readonly personal: PersonalData
  readonly subjects: readonly SubjectState[]
}

async function requireKnown(
  service: Service,
  environment: EnvironmentSettings,
  stored: StoredDataRequest,
): Promise<KnownPerson> {
  const personal = requirePersonal(service, stored)
  const subjects = await findSubjects(service, environment, personal)
  if (subjects.length > 0) return { personal, subjects }
  throw new Refusal('not_applicable', 'Nobody is known here by what this data request names.', {
    hint: 'Deny it with the reason no_match, which is an answer too.',
  })
}

function requirePersonal(service: Pick<Service, 'masterKey'>, stored: StoredDataRequest): PersonalData {
  const personal = openPersonal(service.masterKey, stored)
  if (personal === null)
    throw new Refusal('not_applicable', 'Who asked was erased since: there is nobody left to do this for.')
  return personal
}

/** Whoever opts out is to be known by it from now on, also where nothing was recorded of them before. */
async function findOrBegin(
  service: Service,
  environment: EnvironmentSettings,
  stored: StoredDataRequest,
): Promise<readonly (SubjectState & { readonly storedRef: string | null })[]> {
  const { ref, email } = requirePersonal(service, stored)
  const subjects = await findSubjects(service, environment, { ref, email })
  if (subjects.length > 0) return subjects.map((subject) => ({ ...subject, storedRef: subject.ref }))
  const name = parseRef(ref ?? `email:${email}`, environment.catalogue.identifierTypes)
  if ('fault' in name || name.kind === 'subject_id')
    throw new Refusal('not_applicable', 'Nobody is known here by what this data request names.')
  const storedRef = refInTheClear(name)
  return [
    { routeKey: environment.routing.subject(name), ref: storedRef, storedRef, state: {}, isErased: false },
  ]
}

/**
 * Everybody the request names is erased, and the mailbox it came from is forgotten, whoever is known by it. What is
 * kept of the request itself is that it was made, and what became of it: its row tells nobody any more.
 */
async function erase(
  service: Service,
  environment: EnvironmentSettings,
  stored: StoredDataRequest,
): Promise<Fulfilled> {
  const alter = { personal: null }
  const named = openPersonal(service.masterKey, stored)
  // A crash came after the erasure and before the status.
  if (named === null) return { archive: null, alter }
  const subjects = await findSubjects(service, environment, named)
  const wish = { mode: 'retain_evidence', reason: 'gdpr:17-1' } as const
  for (const { routeKey } of subjects) await forgetPerson(service, environment, { ...wish, key: routeKey })
  const email = named.email === null ? undefined : readEmailAddress(named.email)
  if (typeof email === 'string') await forgetMailboxOf(service, environment, email, wish.reason)
  return { archive: null, alter: { ...alter, subjectKey: subjects[0]?.routeKey ?? stored.subjectKey } }
}
