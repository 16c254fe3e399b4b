import type { RouteKey, Uuid } from '../kernel/id.ts'
import { isOn, type PreferenceValue } from './preference-template.ts'

/** What one topic, or one channel of it, was set to; as the subject's row keeps it. */
export interface StandingPreference {
  readonly value: PreferenceValue
  readonly templateVersion: number
  /** Unix ms: when it was set, but never later than it was recorded. */
  readonly decidedAt: number
  /** Unix ms: when the mailbox was proved; null where that was not asked for. */
  readonly confirmedAt: number | null
  readonly recordId: Uuid
  /** Where the record lies, if it came by a merge; undefined: with the person whose row this is. */
  readonly subjectKey?: RouteKey
}

/** Of a person's state, whatever else it holds. */
type Members = Readonly<Record<string, string>>

export interface PreferenceName {
  readonly key: string
  readonly channel: string | null
}

/** No purpose key can begin with these: in force, and asked for but not confirmed. */
const marks = { active: '~', pending: '?' } as const
export type PreferenceStatus = keyof typeof marks

/** `~newsletter/email`, `?newsletter/email`, `~frequency`. */
export function preferenceMember(status: PreferenceStatus, { key, channel }: PreferenceName): string {
  return `${marks[status]}${key}${channel === null ? '' : `/${channel}`}`
}

export function isPreferenceMember(member: string): boolean {
  return member.startsWith(marks.active) || member.startsWith(marks.pending)
}

/** `2.<decided>.<confirmed>.<record>.<value as JSON>`, numbers in base 36; a record of somebody merged is `<record>@<route key>`. */
export function encodePreference(standing: StandingPreference): string {
  const { value, templateVersion, decidedAt, confirmedAt, recordId, subjectKey } = standing
  const record = subjectKey === undefined ? recordId : `${recordId}@${subjectKey}`
  return `${templateVersion}.${decidedAt.toString(36)}.${confirmedAt?.toString(36) ?? ''}.${record}.${JSON.stringify(value)}`
}

const form = /^(\d+)\.([0-9a-z]+)\.([0-9a-z]*)\.([0-9a-f]{32})(?:@([0-9a-f]{32}))?\.(.+)$/

export function decodePreference(text: string): StandingPreference {
  const [, version = '', decided = '', confirmed = '', recordId = '', subjectKey, value = ''] =
    form.exec(text) ?? []
  if (value === '') throw new Error('a standing preference that this server cannot read')
  return {
    value: JSON.parse(value) as PreferenceValue,
    templateVersion: Number(version),
    decidedAt: Number.parseInt(decided, 36),
    confirmedAt: confirmed === '' ? null : Number.parseInt(confirmed, 36),
    recordId: recordId as Uuid,
    ...(subjectKey === undefined ? {} : { subjectKey: subjectKey as RouteKey }),
  }
}

/** As for decisions: the later one, then the refusal, then the later record, in whatever order they are looked at. */
export function supersedesPreference(next: StandingPreference, current: StandingPreference): boolean {
  if (next.decidedAt !== current.decidedAt) return next.decidedAt > current.decidedAt
  if (isOn(next.value) !== isOn(current.value)) return !isOn(next.value)
  return next.recordId > current.recordId
}

/** What is in force for a topic; undefined where nobody set it. */
export function findActive(state: Members, name: PreferenceName): StandingPreference | undefined {
  return find(state, preferenceMember('active', name))
}

/** What waits to be confirmed; undefined where nothing does, also because something was set since. */
export function findPending(
  state: Members,
  name: PreferenceName,
  active: StandingPreference | undefined = findActive(state, name),
): StandingPreference | undefined {
  const pending = find(state, preferenceMember('pending', name))
  return pending !== undefined && (active === undefined || pending.decidedAt > active.decidedAt)
    ? pending
    : undefined
}

/** What a person has set, topic by topic and channel by channel, and what of it waits to be confirmed. */
export function listPreferences(
  state: Members,
): (PreferenceName & { readonly status: PreferenceStatus; readonly value: PreferenceValue })[] {
  return Object.keys(state)
    .filter(isPreferenceMember)
    .flatMap((member) => {
      const [key = '', channel = null] = member.slice(1).split('/')
      const status = member.startsWith(marks.active) ? 'active' : 'pending'
      const name = { key, channel }
      const found = status === 'active' ? findActive(state, name) : findPending(state, name)
      return found === undefined ? [] : [{ ...name, status, value: found.value }]
    })
}

function find(state: Members, member: string): StandingPreference | undefined {
  const text = Object.hasOwn(state, member) ? state[member] : undefined
  return text === undefined ? undefined : decodePreference(text)
}
