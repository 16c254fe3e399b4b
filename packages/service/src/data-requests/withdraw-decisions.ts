import type { Catalogue } from '../domain/catalogue.ts'
import { decideConsent } from '../domain/consent-record.ts'
import type { DataRequestType } from '../domain/data-request.ts'
import type { DecisionValue } from '../domain/decision.ts'
import { recordPublicId } from '../domain/public-id.ts'
import type { PurposeCategory } from '../domain/purpose.ts'
import { decodeStanding, type StandingState } from '../domain/standing-decision.ts'
import type { SingleDraft } from '../ledger/draft.ts'
import { orReturning } from '../ledger/return-subject.ts'
import type { Service } from '../service.ts'
import type { StoredDataRequest } from '../store/data-requests.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import type { SubjectState } from '../store/subjects.ts'

/** Which purposes a request is against, by the class that laws know them by; undefined: all. */
const against: Partial<Record<DataRequestType, readonly PurposeCategory[]>> = {
  opt_out_sale: ['sale_or_sharing', 'advertising'],
  limit_sensitive: ['sensitive'],
}

/**
 * What a request means for each purpose: a grant is withdrawn, an opt-out without one is a denial, and legitimate
 * interest is objected to. What already stands so is left alone.
 */
function decisionsFor(
  type: DataRequestType,
  catalogue: Catalogue,
  state: StandingState,
): [purpose: string, value: DecisionValue][] {
  const categories = against[type]
  const decisions: [string, DecisionValue][] = []
  for (const [key, { current }] of catalogue.purposes) {
    if (categories !== undefined && !categories.includes(current.category)) continue
    const text = Object.hasOwn(state, key) ? state[key] : undefined
    const standing = text === undefined ? undefined : decodeStanding(text).value
    if (current.legal_basis === 'legitimate_interest') {
      if (type !== 'withdraw_consent' && standing !== 'objected') decisions.push([key, 'objected'])
    } else if (current.legal_basis === 'consent' && type !== 'objection') {
      if (standing === 'granted') decisions.push([key, 'withdrawn'])
      else if (categories !== undefined && standing === undefined) decisions.push([key, 'denied'])
    }
  }
  return decisions
}

/** Records it on the ledger, as the person's own decision. Done twice, the second time finds nothing left to decide. */
export async function withdrawDecisions(
  service: Service,
  environment: EnvironmentSettings,
  { routeKey, requestId, request }: StoredDataRequest,
  subject: SubjectState & { readonly storedRef: string | null },
): Promise<void> {
  const { catalogue, scope, policies } = environment
  const decisions = decisionsFor(request.type, catalogue, subject.state)
  if (decisions.length === 0) return
  const now = service.clock.now()
  const recordId = service.newUuid(now)
  const nonce = () => service.random.bytes(16).toString('base64url')
  const id = recordPublicId('dsr', { routeKey, recordId: requestId })
  const source = 'api'
  const context = { vendors: null, tc_string: null, metadata: { data_request: id } }
  const decided = decideConsent(
    {
      decisions,
      language: null,
      source,
      action: 'data_request',
      notice: null,
      gpc: false,
      occurredAt: now,
      context: { ...context, network_prefix: null, agent_family: null },
    },
    {
      environment: scope.environment,
      issuer: service.issuer(),
      catalogue,
      policy: policies.resolve({ country: request.country, region: request.region, at: now }),
      provedBy: request.channel === 'portal' ? 'confirmation' : 'secret_key',
      recordId,
      nonce: nonce(),
      contextNonce: nonce(),
      recordedAt: now,
    },
  )
  const draft: SingleDraft = {
    scope,
    kind: 'consent',
    subjectKey: subject.routeKey,
    storedRef: subject.storedRef,
    recordId,
    occurredAt: now,
    recordedAt: now,
    purposes: decisions.map(([purpose]) => purpose),
    statePatch: decided.statePatch,
    context: decided.context,
    claim: undefined,
    payload: decided.payload,
    answer: () => '',
  }
  await orReturning(service, environment, source, () => service.ledger.append(draft))
}
