import { type ConsentContext, decideConsent, type RecordConsent } from '../../domain/consent-record.ts'
import { recordConsentAnswer, recordConsentExample } from '../../domain/consent-schema.ts'
import { isPersonal, type Ref } from '../../domain/ref.ts'
import type { Call, Recipe } from '../../http/endpoint.ts'
import { claimOf } from '../../http/idempotency.ts'
import { placeOf } from '../../http/place.ts'
import { accessSubject } from '../../http/subject-access.ts'
import { Validation } from '../../http/validate.ts'
import { type Issue, Refusal, refuseInvalid } from '../../kernel/refusal.ts'
import { fillRefs, type Outcome, refPlaceholder } from '../../ledger/draft.ts'
import type { Place } from '../../regimes/place.ts'
import type { Service } from '../../service.ts'
import { findSubjectState } from '../../store/subjects.ts'
import { agentFamily, networkPrefix } from './circumstances.ts'
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
    'subject_token_required',
    'subject_token_invalid',
    'subject_token_expired',
    'subject_token_mismatch',
    'subject_token_scope',
    'idempotency_key_invalid',
    'idempotency_key_reused',
    'idempotency_in_progress',
  ],
  async run(service, call) {
    const outcome = await record(service, call)
    return {
      status: outcome.status,
      body: fillRefs(outcome.answer, [call.body.subject.ref]),
      headers: outcome.kind === 'replayed' ? { 'Idempotent-Replayed': 'true' } : {},
    }
  },
}

/**
 * A subject id carries its own route, whatever the environment: one that was not made in this one must not be written
 * to, and one that was never made must not come into being.
 */
async function requireKnown(service: Service, call: RecordCall, ref: Ref): Promise<void> {
  if (ref.kind !== 'subject_id') return
  const subject = await findSubjectState(service.subjectReads, call.caller, ref.routeKey)
  if (subject === undefined)
    throw new Refusal('subject_not_found', 'There is no subject with this id in this environment.')
}

const nowhere: Place = { country: null, region: null }

/** All that can be wrong with what the body says is told at once; who may say it comes first. */
async function record(service: Service, call: RecordCall): Promise<Outcome> {
  const { environment, body } = call
  const now = service.clock.now()
  const validation = new Validation()
  const access = await accessSubject(call, now, {
    ref: body.subject.ref,
    path: 'subject.ref',
    scope: 'consent:write',
  }).catch((error: unknown) => validation.keep(error))
  const occurredAt = validation.attempt(() => occurrence(call, now)) ?? now
  const place = validation.attempt(() => placeOf(service.config, call, body, '')) ?? nowhere
  const recordId = service.newUuid(now)
  const decided = validation.attempt(() =>
    decideConsent(commandOf(call, occurredAt), {
      environment: call.caller.environment,
      issuer: service.issuer(),
      catalogue: environment.catalogue,
      policy: environment.policies.resolve({ ...place, at: occurredAt }),
      provedBy: access?.provedBy ?? 'anonymous_ref',
      recordId,
      nonce: service.random.bytes(16).toString('base64url'),
      contextNonce: service.random.bytes(16).toString('base64url'),
      recordedAt: now,
    }),
  )
  const subjectKey = access && environment.routing.subject(access.ref)
  const claim = subjectKey && claimOf(call, route, subjectKey)
  // A repeat is answered as it was once, though time has gone on and a purpose may have left the catalogue.
  const kept =
    validation.hasFaults && claim ? await service.ledger.findKept(environment.scope, claim) : undefined
  if (kept !== undefined) return kept
  validation.finish()
  if (access === undefined || subjectKey === undefined || decided === undefined)
    throw new Error('a fault that was not gathered')
  await requireKnown(service, call, access.ref)

  return await service.ledger.append({
    scope: environment.scope,
    kind: 'consent',
    subjectKey,
    storedRef: storedRef(access.ref),
    recordId,
    occurredAt,
    recordedAt: now,
    purposes: decided.decisions.map((decision) => decision.purpose),
    statePatch: decided.statePatch,
    context: decided.context,
    claim,
    payload: decided.payload,
    answer: (key) => decided.answer(key, refPlaceholder()),
  })
}

function storedRef(ref: Ref): string | null {
  return ref.kind === 'subject_id' || isPersonal(ref) ? null : ref.text
}

function commandOf(call: RecordCall, occurredAt: number): RecordConsent {
  const { body } = call
  return {
    decisions: Object.entries(body.purposes),
    language: body.language ?? null,
    source: body.source,
    action: body.action ?? null,
    notice: body.notice ?? null,
    gpc: body.gpc || call.headers['sec-gpc'] === '1',
    occurredAt,
    context: contextOf(call),
  }
}

function contextOf({ body, environment, address, headers }: RecordCall): ConsentContext {
  const { keep } = environment.catalogue
  return {
    vendors: body.vendors ?? null,
    tc_string: body.tc_string ?? null,
    metadata: body.metadata ?? {},
    network_prefix: keep.networkPrefix ? networkPrefix(address) : null,
    agent_family: keep.agentFamily ? agentFamily(headers['user-agent']) : null,
  }
}

const futureMaxMs = 5 * 60_000
const publicPastMaxMs = 24 * 60 * 60_000

/** When it happened, as far as this caller may claim (contract section 1, "Time"). */
function occurrence({ body, caller }: RecordCall, now: number): number {
  if (body.occurred_at == null) return now
  const claimed = Date.parse(body.occurred_at)
  const issue = occurrenceFault(claimed, now, caller.keyType === 'public')
  if (issue !== undefined) throw refuseInvalid([{ path: 'occurred_at', message: issue }])
  return claimed
}

function occurrenceFault(claimed: number, now: number, isPublic: boolean): Issue['message'] | undefined {
  if (Number.isNaN(claimed) || claimed < 0) return 'This is not a time that can be kept.'
  if (claimed > now + futureMaxMs) return 'This lies more than 5 minutes in the future.'
  if (isPublic && claimed < now - publicPastMaxMs)
    return 'This lies more than 24 hours back; only a secret key may record what happened longer ago.'
  return undefined
}
