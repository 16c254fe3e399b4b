import type { RecordedConfirmation } from '@assent/evidence'
import type { PreferenceAnswer } from '../domain/preference-answer.ts'
import {
  findTopic,
  type PreferenceTemplate,
  type PreferenceValue,
  type Topic,
  templateOf,
} from '../domain/preference-template.ts'
import { recordPublicId } from '../domain/public-id.ts'
import { type Ref, refInTheClear } from '../domain/ref.ts'
import { findPending } from '../domain/standing-preference.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { RandomSource, RouteKey, Uuid } from '../kernel/id.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import { findSubjectState, type SubjectReads } from '../store/subjects.ts'
import { fillRefs, type Outcome } from './draft.ts'
import type { Ledger } from './ledger.ts'
import { preferenceDraft } from './preference-draft.ts'

/** What a link in an e-mail is to confirm: kept with the link, so that exactly what was asked for is confirmed. */
export interface PendingPreference {
  readonly key: string
  readonly channel: string | null
  readonly value: PreferenceValue
  /** Of the words that the person was shown. */
  readonly template_version: number
  /** Of the sign-up; null where the link itself is all that was asked for. */
  readonly record: string | null
}

/** The round trip: what the receipt says of it, and what is kept beside the evidence and can be erased. */
export interface Confirmation {
  /** `cft_…` */
  readonly id: string
  /** Unix ms. */
  readonly requestedAt: number
  readonly sentAt: number | null
  readonly confirmedAt: number
  /** What the person was shown, in the mail and on the page, by hash (`store/shown-texts.ts`). */
  readonly messageHash: string | null
  readonly pageHash: string
  /** What the mail server said when it took the mail. */
  readonly reply: string | null
  /** Which network and which browser asked and confirmed, as far as the project keeps that, and the mail's id. */
  readonly circumstances: Readonly<Record<string, string | null>>
}

interface Parts {
  readonly ledger: Pick<Ledger, 'append'>
  readonly subjectReads: SubjectReads
  readonly random: RandomSource
  readonly newUuid: (now: number) => Uuid
  issuer(): string
}

/**
 * What the person behind a ref would confirm, of the topics named: what waits for it, or else the topic switched on.
 * Topics that nobody has to confirm are left out. The same work whether or not there is such a person.
 */
export async function findPendingPreferences(
  { subjectReads }: Pick<Parts, 'subjectReads'>,
  environment: EnvironmentSettings,
  ref: Ref,
  keys: readonly string[],
): Promise<readonly PendingPreference[]> {
  const template = templateOf(environment)
  const places = await Promise.all(
    placesOf(environment, ref).map((key) => findSubjectState(subjectReads, environment.scope, key)),
  )
  const waiting = (key: string, channel: string | null) =>
    places
      .flatMap((place) => {
        const found = place && findPending(place.state, { key, channel })
        return place === undefined || found === undefined
          ? []
          : [{ ...found, routeKey: found.subjectKey ?? place.routeKey }]
      })
      .toSorted((one, other) => other.decidedAt - one.decidedAt)[0]
  return keys.flatMap((key) => {
    const topic = findTopic(template, key)
    if (topic === undefined) return []
    const channels = topic.channels.length === 0 ? [null] : topic.channels
    return channels.flatMap((channel): PendingPreference[] => {
      const found = waiting(key, channel)
      if (found !== undefined)
        return [
          {
            key,
            channel,
            value: found.value,
            template_version: found.templateVersion,
            record: recordPublicId('prf', found),
          },
        ]
      if (!topic.double_opt_in) return []
      return [{ key, channel, value: switchedOn(topic), template_version: template.version, record: null }]
    })
  })
}

/**
 * Appends the record that puts confirmed preferences in force, proved by the mailbox. The same confirmation again is
 * a replay: call this first, and mark the link as used afterwards.
 */
export async function confirmPreferences(
  parts: Parts,
  environment: EnvironmentSettings,
  said: {
    readonly ref: Ref
    readonly preferences: readonly PendingPreference[]
    readonly language: string | null
    readonly confirmation: Confirmation
  },
): Promise<{ readonly kind: Outcome['kind']; readonly answer: PreferenceAnswer }> {
  const { catalogue, routing, scope } = environment
  const { ref, preferences, confirmation } = said
  const { confirmedAt } = confirmation
  const route = 'confirmation'
  const draft = preferenceDraft(
    {
      environment: scope.environment,
      issuer: parts.issuer(),
      catalogue,
      template: templateShown(environment, preferences),
      preferences: preferences.map(({ key, channel, value }) => ({
        key,
        channel,
        value,
        status: 'active',
        confirmedAt,
      })),
      language: said.language,
      source: 'preference_center',
      provedBy: 'confirmation',
      confirmation: recorded(confirmation),
      context: { sign_ups: preferences.flatMap(({ record }) => record ?? []), ...confirmation.circumstances },
      recordId: parts.newUuid(confirmedAt),
      nonce: parts.random.bytes(16).toString('base64url'),
      contextNonce: parts.random.bytes(16).toString('base64url'),
      occurredAt: confirmedAt,
      recordedAt: confirmedAt,
    },
    {
      scope,
      subjectKey: routing.subject(ref),
      storedRef: refInTheClear(ref),
      claim: {
        routeKey: routing.idempotency({ keyType: route, owner: '', route, key: confirmation.id }),
        fingerprint: routing.fingerprint(`${route}\n${confirmation.id}`),
      },
    },
  )
  const { kind, answer } = await parts.ledger.append(draft)
  return { kind, answer: JSON.parse(fillRefs(answer, [ref.text])) as PreferenceAnswer }
}

/** Where something may wait: with the person, and for an e-mail address where those ask whom nobody has proved. */
export function placesOf({ routing }: EnvironmentSettings, ref: Ref): readonly RouteKey[] {
  const own = routing.subject(ref)
  return ref.kind === 'identifier' && ref.type === 'email' ? [own, routing.unproved(ref.value)] : [own]
}

/** One record speaks of one template: the newest of those whose words were shown. */
function templateShown(
  { catalogue }: EnvironmentSettings,
  preferences: readonly PendingPreference[],
): PreferenceTemplate {
  const version = Math.max(...preferences.map(({ template_version }) => template_version))
  const template = catalogue.preferenceTemplates.get(version)
  if (template === undefined) throw new Error(`version ${version} of the preference template is missing`)
  return template
}

function switchedOn({ type, options }: Topic): PreferenceValue {
  return type === 'boolean' ? true : options.map(({ key }) => key)
}

function recorded(confirmation: Confirmation): RecordedConfirmation {
  const { id, requestedAt, sentAt, confirmedAt, messageHash, reply, pageHash } = confirmation
  return {
    id,
    channel: 'email',
    requested_at: toTimestamp(requestedAt),
    sent_at: sentAt === null ? null : toTimestamp(sentAt),
    confirmed_at: toTimestamp(confirmedAt),
    message_sha256: messageHash,
    reply,
    page_sha256: pageHash,
  }
}
