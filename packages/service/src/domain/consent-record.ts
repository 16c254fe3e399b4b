import { withPrefix } from '@assent/evidence'
import { toTimestamp } from '../kernel/clock.ts'
import { contentHash, type RouteKey, type Uuid } from '../kernel/id.ts'
import { type Issue, refuseInvalid } from '../kernel/refusal.ts'
import type { Catalogue } from './catalogue.ts'
import { type ConsentPayload, consentAnswer, decisionTime } from './consent-answer.ts'
import { type Decision, type DecisionValue, misfit, type ProvedBy, type Source } from './decision.ts'
import { addDuration } from './duration.ts'
import type { Policy } from './policy.ts'
import { recordPublicId, subjectId } from './public-id.ts'
import { type PurposeVersion, versionAt } from './purpose.ts'
import type { Environment } from './scope.ts'
import { encodePlace, encodeStanding, placeMember, type StandingState } from './standing-decision.ts'
import { encodeVendorChoice, type NoticeBasis, vendorChoiceOf, vendorsMember } from './vendor-choice.ts'
import { withdrawalAddress } from './withdrawal.ts'

/** What a caller meant by `POST /v1/consent`, once it is known to be well formed. */
export interface RecordConsent {
  readonly decisions: readonly (readonly [purpose: string, value: DecisionValue])[]
  readonly language: string | null
  readonly source: Source
  readonly action: string | null
  readonly notice: string | null
  readonly gpc: boolean
  /** Unix ms. */
  readonly occurredAt: number
  /** What is kept beside the evidence, and can be erased without it. */
  readonly context: ConsentContext
}

export interface ConsentContext {
  readonly vendors: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> | null
  /** What the vendors were shown with; only where there are any. */
  readonly notice_basis?: NoticeBasis
  readonly tc_string: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly network_prefix: string | null
  readonly agent_family: string | null
}

/** What is known when the record is made. */
export interface ConsentFacts {
  readonly environment: Environment
  readonly issuer: string
  readonly catalogue: Catalogue
  readonly policy: Policy
  readonly provedBy: ProvedBy
  readonly recordId: Uuid
  /** 128 random bits, base64url: they make the payload's hash hide its content. */
  readonly nonce: string
  /** As many more for the context's: the payload's own is in every receipt, and would leave short metadata to be guessed. */
  readonly contextNonce: string
  readonly recordedAt: number
}

/** A consent record before the ledger gives it its number. */
export interface ConsentRecord {
  readonly decisions: readonly Decision[]
  readonly statePatch: StandingState
  readonly context: string | null
  payload(subjectKey: RouteKey, seq: number): string
  answer(subjectKey: RouteKey, ref: string): string
}

/** Pure: the same command and facts make the same record, byte for byte. Refuses with all faults at once. */
export function decideConsent(command: RecordConsent, facts: ConsentFacts): ConsentRecord {
  const decisions = readDecisions(command, facts)
  const context = encodeContext(command.context, facts.contextNonce)
  const unnumbered = lastOf((subjectKey: RouteKey) =>
    payloadOf({ command, facts, decisions, context, subjectKey }),
  )
  return {
    decisions,
    context,
    statePatch: patchOf(decisions, command, facts),
    payload: (subjectKey, seq) => numberPayload(JSON.stringify(unnumbered(subjectKey)), seq),
    answer: (subjectKey, ref) => JSON.stringify(consentAnswer(unnumbered(subjectKey), ref)),
  }
}

/** The subject changes only when it turns out to have been merged: the last result is nearly always the one. */
function lastOf<K, V>(compute: (key: K) => V): (key: K) => V {
  let last: { readonly key: K; readonly value: V } | undefined
  return (key) => {
    if (last?.key !== key) last = { key, value: compute(key) }
    return last.value
  }
}

function readDecisions(command: RecordConsent, { catalogue, policy }: ConsentFacts): Decision[] {
  const issues: Issue[] = []
  const decisions: Decision[] = []
  for (const [key, value] of command.decisions) {
    const purpose = catalogue.purposes.get(key)
    // A record may arrive days after it was made: what people saw then is what they answered.
    const version = purpose && (versionAt(purpose, command.occurredAt) ?? purpose.versions[0])
    if (version === undefined) {
      issues.push({ path: `purposes.${key}`, message: 'The catalogue has no purpose of this name.' })
      continue
    }
    const fault = misfit(version.legal_basis, value)
    if (fault !== undefined) issues.push({ path: `purposes.${key}`, message: fault })
    else decisions.push(decisionOn(version, value, command.occurredAt, policy))
  }
  if (issues.length > 0)
    throw refuseInvalid(issues, 'GET /v1/purposes lists the purposes, and which of them are asked about.')
  return decisions
}

function decisionOn(
  version: PurposeVersion,
  value: DecisionValue,
  occurredAt: number,
  policy: Policy,
): Decision {
  return {
    purpose: version.key,
    version: version.version,
    documentHash: version.sha256,
    value,
    legalBasis: version.legal_basis,
    expiresAt: value === 'granted' ? expiryOf(version, occurredAt, policy) : null,
  }
}

/** The earlier of the purpose's own term and the policy's renewal. An objection taken back does not lapse. */
function expiryOf(version: PurposeVersion, occurredAt: number, policy: Policy): number | null {
  if (version.legal_basis !== 'consent') return null
  const terms = [version.valid_for, policy.renewAfter].filter((term) => term !== null)
  return terms.length === 0 ? null : Math.min(...terms.map((term) => addDuration(occurredAt, term)))
}

function patchOf(
  decisions: readonly Decision[],
  command: RecordConsent,
  { policy, recordId, recordedAt }: ConsentFacts,
): StandingState {
  const { gpc } = command
  const decidedAt = decisionTime(command.occurredAt, recordedAt)
  const patch: Record<string, string> = {
    [placeMember]: encodePlace({ country: policy.country, region: policy.region, gpc }, decidedAt),
  }
  const vendors = vendorChoiceOf(command.context, { decidedAt, recordId, language: command.language })
  if (vendors !== undefined) patch[vendorsMember] = encodeVendorChoice(vendors)
  for (const { purpose, value, version, expiresAt } of decisions)
    patch[purpose] = encodeStanding({ value, version, decidedAt, expiresAt, gpc, recordId })
  return patch
}

/** Short metadata must not be guessable from its hash, neither by the holder of the receipt nor once it is erased. */
function encodeContext(context: ConsentContext, nonce: string): string | null {
  const isEmpty =
    context.vendors === null &&
    context.tc_string === null &&
    context.network_prefix === null &&
    context.agent_family === null &&
    Object.keys(context.metadata).length === 0
  return isEmpty ? null : JSON.stringify({ nonce, ...context })
}

function payloadOf(parts: {
  readonly command: RecordConsent
  readonly facts: ConsentFacts
  readonly decisions: readonly Decision[]
  readonly context: string | null
  readonly subjectKey: RouteKey
}): ConsentPayload {
  const { command, facts, decisions, context, subjectKey } = parts
  const { catalogue, policy, issuer } = facts
  const id = recordPublicId('cns', { routeKey: subjectKey, recordId: facts.recordId })
  return {
    iss: issuer,
    jti: withPrefix('rcp', id),
    sub: subjectId(subjectKey),
    nonce: facts.nonce,
    ver: 'assent-receipt/1',
    env: facts.environment,
    record: {
      id,
      kind: 'consent',
      seq: 0,
      recorded_at: toTimestamp(facts.recordedAt),
      occurred_at: toTimestamp(command.occurredAt),
    },
    controller: {
      id: catalogue.controller.id,
      version: catalogue.controller.version,
      sha256: catalogue.controller.sha256,
    },
    notice: { id: command.notice, language: command.language },
    jurisdiction: { country: policy.country, region: policy.region },
    policy: {
      regime: policy.regime,
      version: policy.version,
      model: policy.model,
      matched_by: policy.matchedBy,
      fingerprint: policy.fingerprint,
    },
    decisions: decisions.map((decision) => ({
      purpose: { key: decision.purpose, version: decision.version, sha256: decision.documentHash },
      decision: decision.value,
      legal_basis: decision.legalBasis,
      expires_at: decision.expiresAt === null ? null : toTimestamp(decision.expiresAt),
    })),
    collection: {
      source: command.source,
      action: command.action,
      proved_by: facts.provedBy,
      gpc: command.gpc,
    },
    context_sha256: context === null ? null : contentHash(context),
    withdrawal: { uri: withdrawalAddress(catalogue.controller) },
  }
}

/** What `payloadOf` leaves open. Strings are escaped in JSON, so the first of these is the member itself. */
const openSeq = '"seq":0,'

/**
 * The evidence's bytes. Its members stand in the order in which `payloadOf` names them, which is the canonical one (a
 * test compares with the evidence package); only the number was not known when they were written.
 */
function numberPayload(text: string, seq: number): string {
  const at = text.indexOf(openSeq)
  return `${text.slice(0, at)}"seq":${seq},${text.slice(at + openSeq.length)}`
}
