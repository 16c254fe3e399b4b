import { decidePreferences, mayNeedConfirmation } from '../../domain/decide-preferences.ts'
import type { PreferenceAnswer } from '../../domain/preference-answer.ts'
import { recordPreferencesAnswer, recordPreferencesExample } from '../../domain/preference-schema.ts'
import { templateOf } from '../../domain/preference-template.ts'
import { refInTheClear } from '../../domain/ref.ts'
import type { StandingState } from '../../domain/standing-decision.ts'
import { claimedTime } from '../../http/claimed-time.ts'
import type { Call, Recipe } from '../../http/endpoint.ts'
import { claimOf, recordingAnswer } from '../../http/idempotency.ts'
import { introduceSubject } from '../../http/introduce-subject.ts'
import {
  accessSubjectOrMailbox,
  type SubjectAccess,
  subjectTokenRefusals,
  type UnprovedMailbox,
} from '../../http/subject-access.ts'
import { Validation } from '../../http/validate.ts'
import type { Outcome, SingleDraft } from '../../ledger/draft.ts'
import { preferenceDraft } from '../../ledger/preference-draft.ts'
import { orReturning } from '../../ledger/return-subject.ts'
import type { Service } from '../../service.ts'
import { findSubjectState } from '../../store/subjects.ts'
import { type RecordPreferencesBody, recordPreferencesBody } from './record-preferences-body.ts'

type RecordCall = Call<undefined, undefined, RecordPreferencesBody>

const route = 'POST /v1/preferences'

export const recordPreferences: Recipe<undefined, undefined, RecordPreferencesBody> = {
  operationId: 'recordPreferences',
  tag: 'Preferences',
  summary: 'Record preferences',
  description:
    'Records what a person set, as evidence like consent. A topic with double opt-in that is switched on is pending until the person confirms it from their mailbox; until then what held before holds. A public key may name an e-mail address without proof: then all of it is pending, and nothing is told or changed of the person.',
  body: recordPreferencesBody,
  answers: {
    201: { description: 'Recorded.', schema: recordPreferencesAnswer, example: recordPreferencesExample },
  },
  refuses: [
    'not_configured',
    'subject_not_found',
    'subject_erased',
    'merge_conflict',
    ...subjectTokenRefusals,
  ],
  async run(service, call) {
    const now = service.clock.now()
    const validation = new Validation()
    const access = await accessSubjectOrMailbox(call, service.realClock.now(), {
      ref: call.body.subject.ref,
      path: 'subject.ref',
      scope: 'preferences:write',
    }).catch((error: unknown) => validation.keep(error))
    const outcome = await record(service, call, { now, access, validation })
    const isProved = access === undefined || 'provedBy' in access
    const answer = recordingAnswer(outcome, [isProved && access ? access.ref.text : call.body.subject.ref])
    return isProved ? answer : { ...answer, body: withoutPerson(String(answer.body)) }
  },
}

interface Asking {
  readonly now: number
  readonly access: SubjectAccess | UnprovedMailbox | undefined
  readonly validation: Validation
}

/** All that can be wrong with what the body says is told at once; who may say it comes first. */
async function record(service: Service, call: RecordCall, asking: Asking): Promise<Outcome> {
  const { environment, body } = call
  const { access, validation } = asking
  const whose = access && whoseOf(call, access)
  const claim = whose && claimOf(call, route, whose.subjectKey)
  const draft = await draftPreferences(service, call, asking, whose && { ...whose, claim })
  // A repeat is answered as it was once, though a topic may have left the template.
  const kept =
    validation.hasFaults && claim
      ? await service.ledger.findKept(environment.scope, claim, asking.now)
      : undefined
  if (kept !== undefined) return kept
  validation.finish()
  if (access === undefined || draft === undefined) throw new Error('a fault that was not gathered')
  // Nobody is told of what a stranger asks for before the mailbox has confirmed it.
  if ('mailbox' in access) return await service.ledger.append({ ...draft, isSilent: true })
  await introduceSubject(service, call, access)
  return await orReturning(service, environment, body.source, () => service.ledger.append(draft))
}

/** Undefined when something is wrong with it, which `validation` then holds. */
async function draftPreferences(
  service: Service,
  call: RecordCall,
  { now, access, validation }: Asking,
  whose: Parameters<typeof preferenceDraft>[1] | undefined,
): Promise<SingleDraft | undefined> {
  const { caller, environment, body } = call
  const template = templateOf(environment)
  const standing = access && (await standingFor(service, call, access))
  const occurredAt =
    validation.attempt(() =>
      claimedTime(body.occurred_at, { now, isPublic: caller.keyType === 'public', path: 'occurred_at' }),
    ) ?? now
  const preferences = validation.attempt(() => decidePreferences(body.preferences, template, standing))
  if (access === undefined || whose === undefined || preferences === undefined) return undefined
  return preferenceDraft(
    {
      environment: caller.environment,
      issuer: service.issuer(),
      catalogue: environment.catalogue,
      template,
      preferences,
      language: body.language ?? null,
      source: body.source,
      provedBy: 'provedBy' in access ? access.provedBy : 'nobody',
      confirmation: null,
      context: null,
      recordId: service.newUuid(now),
      nonce: service.random.bytes(16).toString('base64url'),
      contextNonce: service.random.bytes(16).toString('base64url'),
      occurredAt,
      recordedAt: now,
    },
    whose,
  )
}

function whoseOf({ environment }: RecordCall, access: SubjectAccess | UnprovedMailbox) {
  const { routing, scope } = environment
  if ('mailbox' in access) return { scope, subjectKey: routing.unproved(access.mailbox), storedRef: null }
  return { scope, subjectKey: routing.subject(access.ref), storedRef: refInTheClear(access.ref) }
}

/** What the person has confirmed before, where that matters; undefined where nobody has proved to be them: nothing is looked up. */
async function standingFor(
  service: Service,
  { caller, environment, body }: RecordCall,
  access: SubjectAccess | UnprovedMailbox,
): Promise<StandingState | undefined> {
  if ('mailbox' in access) return undefined
  if (!mayNeedConfirmation(body.preferences, templateOf(environment))) return {}
  const key = environment.routing.subject(access.ref)
  return (await findSubjectState(service.subjectReads, caller, key))?.state ?? {}
}

/** Whether there is such a person, and who, is for their mailbox to say. */
function withoutPerson(body: string): string {
  const answer = JSON.parse(body) as PreferenceAnswer
  return JSON.stringify({ ...answer, subject: { ...answer.subject, id: null }, receipt: null })
}
