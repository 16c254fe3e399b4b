import { type EmailAddress, readEmailAddress } from '../../domain/email-address.ts'
import type { Ref } from '../../domain/ref.ts'
import { claimedTime } from '../../http/claimed-time.ts'
import type { Call } from '../../http/endpoint.ts'
import { placeOf } from '../../http/place.ts'
import { accessSubject } from '../../http/subject-access.ts'
import { Validation } from '../../http/validate.ts'
import { refuseInvalid } from '../../kernel/refusal.ts'
import type { Place } from '../../regimes/place.ts'
import type { Service } from '../../service.ts'
import type { DataRequestBody } from './data-request-body.ts'

/** What the body of endpoints 24 and 25 says, checked. */
export interface ReadIntake {
  readonly ref: Ref | undefined
  readonly email: EmailAddress | undefined
  readonly place: Place
  readonly receivedAt: number
}

/** All faults at once; whether the caller may speak for the ref it names comes first. */
export async function readIntake(
  service: Service,
  call: Call<undefined, unknown, DataRequestBody>,
): Promise<ReadIntake> {
  const { body } = call
  const now = service.clock.now()
  const validation = new Validation()
  const named = body.subject?.ref
  const access =
    named === undefined
      ? undefined
      : await accessSubject(call, service.realClock.now(), {
          ref: named,
          path: 'subject.ref',
          scope: 'requests:write',
        }).catch((error: unknown) => validation.keep(error))
  const email = body.email == null ? undefined : validation.attempt(() => readEmail(body.email ?? ''))
  const place = validation.attempt(() => placeOf(service.config, call, body, ''))
  // A term must not be moved into the past by anybody on the web, nor into the future by anybody at all.
  const receivedAt = validation.attempt(() =>
    claimedTime(body.received_at, { now, isPublic: call.caller.keyType === 'public', path: 'received_at' }),
  )
  if (named === undefined && body.email == null)
    validation.add({ path: 'subject.ref', message: 'Say whom it is about: subject.ref, email, or both.' })
  validation.finish()
  if (place === undefined || receivedAt === undefined) throw new Error('a fault that was not gathered')
  return { ref: access?.ref, email, place, receivedAt }
}

function readEmail(text: string): EmailAddress {
  const email = readEmailAddress(text)
  if (typeof email === 'string') return email
  throw refuseInvalid([{ path: 'email', message: email.fault }])
}
