import { isLinked, linkVisitor } from '../ledger/link-visitor.ts'
import { type Name, nameSubject } from '../ledger/name-subject.ts'
import type { Service } from '../service.ts'
import type { Call } from './endpoint.ts'
import { requireSubject } from './find-subject.ts'
import type { SubjectAccess } from './subject-access.ts'

/**
 * What a write says of people beside its record: that a visitor is a customer, or what names somebody. It is done before
 * the record is written, which then goes to whom they turn out to be; should the record fail, what was said of them
 * still holds, and a repeat finds it done.
 */
export async function introduceSubject(
  service: Service,
  call: Pick<Call<unknown, unknown, unknown>, 'caller' | 'environment'>,
  { ref, visitor }: SubjectAccess,
  names: readonly Name[] = [],
): Promise<void> {
  // An id carries its own route: one of another environment, or one that was never made, must bring nobody into being.
  if (ref.kind === 'subject_id') await requireSubject(service, call, ref)
  const { environment } = call
  if (visitor !== undefined && !(await isLinked(service.subjectReads, environment, visitor, ref)))
    await linkVisitor(service, environment, { visitor, customer: ref })
  if (names.length > 0)
    await nameSubject(service, environment, {
      names: [{ ref, verified: false, path: 'subject.ref' }, ...names],
      mustExist: false,
    })
}
