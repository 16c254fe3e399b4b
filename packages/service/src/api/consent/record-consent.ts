import { recordConsentAnswer, recordConsentExample } from '../../domain/consent-schema.ts'
import type { Call, Recipe } from '../../http/endpoint.ts'
import { claimOf, recordingAnswer } from '../../http/idempotency.ts'
import { introduceSubject } from '../../http/introduce-subject.ts'
import { subjectNames } from '../../http/read-names.ts'
import { accessSubject, subjectTokenRefusals } from '../../http/subject-access.ts'
import { Validation } from '../../http/validate.ts'
import type { Outcome } from '../../ledger/draft.ts'
import { orReturning } from '../../ledger/return-subject.ts'
import type { Service } from '../../service.ts'
import { draftConsent } from './consent-draft.ts'
import { type RecordConsentBody, recordConsentBody } from './record-consent-body.ts'

type RecordCall = Call<undefined, undefined, RecordConsentBody>

const route = 'POST /v1/consent'

export const recordConsent: Recipe<undefined, undefined, RecordConsentBody> = {
  operationId: 'recordConsent',
  tag: 'Consent',
  summary: 'Record consent',
  description:
    'Records what a person granted, denied, withdrew or objected to, as evidence: the answer goes out after it is committed to disk. Refusals are recorded like grants. Nothing that was recorded is ever changed.',
  body: recordConsentBody,
  answers: { 201: { description: 'Recorded.', schema: recordConsentAnswer, example: recordConsentExample } },
  refuses: [
    'subject_not_found',
    'subject_erased',
    'secret_key_required',
    'identifier_conflict',
    'merge_conflict',
    ...subjectTokenRefusals,
  ],
  async run(service, call) {
    const outcome = await record(service, call)
    return recordingAnswer(outcome, [outcome.ref])
  },
}

/** All that can be wrong with what the body says is told at once; who may say it comes first. */
async function record(service: Service, call: RecordCall): Promise<Outcome & { readonly ref: string }> {
  const { environment, body } = call
  const now = service.clock.now()
  const validation = new Validation()
  const access = await accessSubject(call, service.realClock.now(), {
    ref: body.subject.ref,
    path: 'subject.ref',
    scope: 'consent:write',
  }).catch((error: unknown) => validation.keep(error))
  const names = validation.attempt(() => subjectNames(call, body.subject.identifiers)) ?? []
  const draft = draftConsent(service, call, body, { now, access, validation })
  const ref = access?.ref.text ?? body.subject.ref
  const claim = access && claimOf(call, route, environment.routing.subject(access.ref))
  // A repeat is answered as it was once, though time has gone on and a purpose may have left the catalogue.
  const mayBeKept = validation.hasFaults || access?.visitor !== undefined || names.length > 0
  const kept = mayBeKept && claim ? await service.ledger.findKept(environment.scope, claim, now) : undefined
  if (kept !== undefined) return { ...kept, ref }
  validation.finish()
  if (access === undefined || draft === undefined) throw new Error('a fault that was not gathered')
  await introduceSubject(service, call, access, names)
  const append = () => service.ledger.append({ ...draft, claim })
  return { ...(await orReturning(service, environment, body.source, append)), ref }
}
