import { parseRef } from '../domain/ref.ts'
import type { RouteKey } from '../kernel/id.ts'
import type { Service } from '../service.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import { findSubjectState, type SubjectState } from '../store/subjects.ts'

/** How a data request names its person: by a ref, by their mailbox, or by both. */
export interface NamedPerson {
  readonly ref: string | null
  readonly email: string | null
}

/** Everybody the two names lead to, each once; nobody where neither is known here. */
export async function findSubjects(
  { subjectReads }: Pick<Service, 'subjectReads'>,
  { scope, routing, catalogue }: EnvironmentSettings,
  { ref, email }: NamedPerson,
): Promise<SubjectState[]> {
  const names = [ref, email === null ? null : `email:${email}`].filter((name) => name !== null)
  const found = new Map<RouteKey, SubjectState>()
  for (const name of names) {
    const parsed = parseRef(name, catalogue.identifierTypes)
    // A type that has left the catalogue, or an address that cannot be a ref: nobody can be known by it.
    if ('fault' in parsed) continue
    const subject = await findSubjectState(subjectReads, scope, routing.subject(parsed))
    if (subject !== undefined && !subject.isErased) found.set(subject.routeKey, subject)
  }
  return [...found.values()]
}

/** The first of them, as a row keeps it. */
export async function findSubject(
  service: Pick<Service, 'subjectReads'>,
  environment: EnvironmentSettings,
  named: NamedPerson,
): Promise<{ readonly subjectKey: RouteKey | null }> {
  const [first] = await findSubjects(service, environment, named)
  return { subjectKey: first?.routeKey ?? null }
}
