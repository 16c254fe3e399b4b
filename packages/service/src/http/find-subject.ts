import type { Ref } from '../domain/ref.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Service } from '../service.ts'
import { findSubjectState, type SubjectState } from '../store/subjects.ts'
import type { Call } from './endpoint.ts'

type Asked = Pick<Call<unknown, unknown, unknown>, 'caller' | 'environment'>

/**
 * The person a ref leads to, whoever they were merged into. A secret key is told that there is none, or none any more;
 * to a public key the unknown, the erased and the undecided look alike: it must not learn who exists.
 */
export async function findSubject(
  service: Pick<Service, 'subjectReads'>,
  call: Asked,
  ref: Ref,
): Promise<SubjectState | undefined> {
  if (call.caller.keyType === 'secret') return await requireSubject(service, call, ref)
  const found = await findSubjectState(
    service.subjectReads,
    call.caller,
    call.environment.routing.subject(ref),
  )
  return found?.isErased === true ? undefined : found
}

export async function requireSubject(
  service: Pick<Service, 'subjectReads'>,
  { caller, environment }: Asked,
  ref: Ref,
): Promise<SubjectState> {
  const found = await findSubjectState(service.subjectReads, caller, environment.routing.subject(ref))
  if (found === undefined)
    throw new Refusal('subject_not_found', 'Nothing was recorded for this ref in this environment.')
  if (found.isErased) throw new Refusal('subject_erased', 'This subject was erased.')
  return found
}
