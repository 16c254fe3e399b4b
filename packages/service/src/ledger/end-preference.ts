import { isOn, type PreferenceTemplate, type Topic } from '../domain/preference-template.ts'
import { findActive, findPending } from '../domain/standing-preference.ts'
import type { UnsubscribeLink } from '../domain/unsubscribe-link.ts'
import type { RandomSource, Uuid } from '../kernel/id.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import { findSubjectState, type SubjectReads } from '../store/subjects.ts'
import type { Ledger } from './ledger.ts'
import { preferenceDraft } from './preference-draft.ts'

interface Parts {
  readonly ledger: Pick<Ledger, 'append'>
  readonly subjectReads: SubjectReads
  readonly random: RandomSource
  readonly newUuid: (now: number) => Uuid
  issuer(): string
}

/** Switches one topic off, if it is on or waits to be: the same link again changes nothing. */
export async function endPreference(
  parts: Parts,
  environment: EnvironmentSettings,
  ended: { readonly link: UnsubscribeLink; readonly topic: Topic; readonly template: PreferenceTemplate },
  now: number,
): Promise<void> {
  const { scope, catalogue } = environment
  const { link, topic, template } = ended
  const person = await findSubjectState(parts.subjectReads, scope, link.subjectKey)
  if (person === undefined || person.isErased) return
  const standing = findActive(person.state, link)
  const waits = findPending(person.state, link, standing) !== undefined
  if (!waits && !isOn(standing?.value ?? topic.default)) return
  const { key, channel } = link
  const draft = preferenceDraft(
    {
      environment: scope.environment,
      issuer: parts.issuer(),
      catalogue,
      template,
      preferences: [
        { key, channel, value: topic.type === 'boolean' ? false : [], status: 'active', confirmedAt: null },
      ],
      language: null,
      source: 'preference_center',
      provedBy: 'unsubscribe_link',
      confirmation: null,
      context: null,
      recordId: parts.newUuid(now),
      nonce: parts.random.bytes(16).toString('base64url'),
      contextNonce: parts.random.bytes(16).toString('base64url'),
      occurredAt: now,
      recordedAt: now,
    },
    { scope, subjectKey: person.routeKey, storedRef: null, claim: undefined },
  )
  await parts.ledger.append(draft)
}
