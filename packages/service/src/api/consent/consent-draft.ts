import type { Catalogue } from '../../domain/catalogue.ts'
import { type ConsentContext, decideConsent, type RecordConsent } from '../../domain/consent-record.ts'
import { refInTheClear } from '../../domain/ref.ts'
import type { NoticeBasis } from '../../domain/vendor-choice.ts'
import { agentFamily } from '../../http/circumstances.ts'
import { claimedTime } from '../../http/claimed-time.ts'
import type { Call } from '../../http/endpoint.ts'
import { networkPrefix } from '../../http/network.ts'
import { placeOf } from '../../http/place.ts'
import type { SubjectAccess } from '../../http/subject-access.ts'
import type { Validation } from '../../http/validate.ts'
import { type Draft, refPlaceholder } from '../../ledger/draft.ts'
import type { Place } from '../../regimes/place.ts'
import type { Service } from '../../service.ts'
import type { RecordConsentBody } from './record-consent-body.ts'

/** What a record is made from beside its body: the same for all records of a batch. */
export type Circumstances = Pick<
  Call<unknown, unknown, unknown>,
  'caller' | 'environment' | 'headers' | 'address' | 'isProxied'
>

export interface ConsentDraft extends Draft {
  /** What the caller is told of it, with a placeholder for the ref of this number in the request. */
  answer(subjectKey: Draft['subjectKey'], refIndex?: number): string
}

const nowhere: Place = { country: null, region: null }

/**
 * One body of endpoint 1 to a draft; undefined when something is wrong with it, which `validation` then holds. Who
 * may touch the subject is settled before: `access` is undefined when that was refused.
 */
export function draftConsent(
  service: Service,
  circumstances: Circumstances,
  body: RecordConsentBody,
  {
    now,
    access,
    validation,
  }: {
    readonly now: number
    readonly access: SubjectAccess | undefined
    readonly validation: Validation
  },
): ConsentDraft | undefined {
  const { caller, environment } = circumstances
  const occurredAt =
    validation.attempt(() =>
      claimedTime(body.occurred_at, { now, isPublic: caller.keyType === 'public', path: 'occurred_at' }),
    ) ?? now
  const place = validation.attempt(() => placeOf(service.config, circumstances, body, '')) ?? nowhere
  const recordId = service.newUuid(now)
  const decided = validation.attempt(() =>
    decideConsent(commandOf(service, circumstances, body, occurredAt), {
      environment: caller.environment,
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
  if (body.tcf_notice != null && body.vendors?.tcf === undefined)
    validation.add({ path: 'tcf_notice', message: 'This says nothing without vendors.tcf.' })
  if (access === undefined || decided === undefined || validation.hasFaults) return undefined
  return {
    scope: environment.scope,
    kind: 'consent',
    subjectKey: environment.routing.subject(access.ref),
    storedRef: refInTheClear(access.ref),
    recordId,
    occurredAt,
    recordedAt: now,
    purposes: decided.decisions.map((decision) => decision.purpose),
    statePatch: decided.statePatch,
    context: decided.context,
    payload: decided.payload,
    answer: (key, refIndex) => decided.answer(key, refPlaceholder(refIndex)),
  }
}

function commandOf(
  service: Service,
  circumstances: Circumstances,
  body: RecordConsentBody,
  occurredAt: number,
): RecordConsent {
  return {
    decisions: Object.entries(body.purposes),
    language: body.language ?? null,
    source: body.source,
    action: body.action ?? null,
    notice: body.notice ?? null,
    gpc: body.gpc || circumstances.headers['sec-gpc'] === '1',
    occurredAt,
    context: contextOf(service, circumstances, body),
  }
}

function contextOf(
  service: Service,
  { environment, address, headers }: Circumstances,
  body: RecordConsentBody,
): ConsentContext {
  const { keep } = environment.catalogue
  return {
    vendors: body.vendors ?? null,
    ...(body.vendors == null ? {} : { notice_basis: noticeBasisOf(service, environment.catalogue, body) }),
    tc_string: body.tc_string ?? null,
    metadata: body.metadata ?? {},
    network_prefix: keep.networkPrefix ? networkPrefix(address) : null,
    agent_family: keep.agentFamily ? agentFamily(headers['user-agent']) : null,
  }
}

/** What a string about these vendors has to be written with, on whatever day. */
function noticeBasisOf(
  { lists }: Service,
  { signals, version }: Catalogue,
  { tcf_notice }: RecordConsentBody,
): NoticeBasis {
  const { vendor_list_version, screen } = tcf_notice ?? {}
  return {
    catalogue: version,
    vendor_list_version: vendor_list_version ?? lists.latestVendorList(signals.lists)?.version ?? null,
    provider_list_version: lists.latestProviderList(signals.lists)?.version ?? null,
    screen: screen ?? 1,
  }
}
