import { type Issue, refuseInvalid } from '../kernel/refusal.ts'
import type { SetPreference } from './preference-record.ts'
import {
  findTopic,
  isOn,
  orderedValue,
  type PreferenceTemplate,
  type PreferenceValue,
  type Topic,
  valueFault,
} from './preference-template.ts'
import type { StandingState } from './standing-decision.ts'
import { findActive } from './standing-preference.ts'

/** One line of what a caller asks for. */
export interface AskedPreference {
  readonly key: string
  /** Undefined: the only one that the topic has. */
  readonly channel?: string | null | undefined
  readonly value: PreferenceValue
}

/** Whether what is asked for can need a confirmation, so that what was confirmed before matters. */
export function mayNeedConfirmation(
  asked: readonly AskedPreference[],
  template: PreferenceTemplate,
): boolean {
  return asked.some(({ key, value }) => findTopic(template, key)?.double_opt_in === true && isOn(value))
}

/**
 * What is set by what was asked for; refuses with all faults at once. `standing`: the person's state, for what they
 * have confirmed before. Undefined: nobody has proved to be them, so all of it waits for a confirmation.
 */
export function decidePreferences(
  asked: readonly AskedPreference[],
  template: PreferenceTemplate,
  standing: StandingState | undefined,
): SetPreference[] {
  const issues: Issue[] = []
  const named = new Set<string>()
  const set = asked.flatMap((one, index) => {
    const report = (member: string, message: string) => {
      issues.push({ path: `preferences.${index}${member}`, message })
      return []
    }
    const topic = findTopic(template, one.key)
    if (topic === undefined) return report('.key', 'The preference template has no topic of this name.')
    const channel = channelOf(topic, one.channel)
    if (typeof channel === 'object' && channel !== null) return report('.channel', channel.fault)
    const fault = valueFault(topic, one.value)
    if (fault !== undefined) return report('.value', fault)
    const name = `${topic.key}/${channel ?? ''}`
    if (named.has(name)) return report('', 'This topic is set twice; which of the two counts?')
    named.add(name)
    return [settle(topic, channel, orderedValue(topic, one.value), standing)]
  })
  if (issues.length > 0)
    throw refuseInvalid(issues, 'GET /v1/preference-template lists the topics, their channels and options.')
  return set
}

function channelOf(
  topic: Topic,
  asked: string | null | undefined,
): string | null | { readonly fault: string } {
  const [first, ...others] = topic.channels
  if (asked == null) {
    if (first === undefined) return null
    return others.length === 0
      ? first
      : { fault: `This topic is set for each channel: name one of ${topic.channels.join(', ')}.` }
  }
  if (first === undefined) return { fault: 'This topic has no channels: leave it out.' }
  return topic.channels.some((known) => known === asked)
    ? asked
    : { fault: `This topic has the channels ${topic.channels.join(', ')}.` }
}

function settle(
  topic: Topic,
  channel: string | null,
  value: PreferenceValue,
  standing: StandingState | undefined,
): SetPreference {
  const name = { key: topic.key, channel, value }
  if (standing === undefined) return { ...name, status: 'pending', confirmedAt: null }
  if (!topic.double_opt_in || !isOn(value)) return { ...name, status: 'active', confirmedAt: null }
  const active = findActive(standing, name)
  return active !== undefined && active.confirmedAt !== null && covers(active.value, value)
    ? { ...name, status: 'active', confirmedAt: active.confirmedAt }
    : { ...name, status: 'pending', confirmedAt: null }
}

/** Whether who confirmed the one has confirmed the other. */
function covers(confirmed: PreferenceValue, value: PreferenceValue): boolean {
  if (Array.isArray(confirmed) && Array.isArray(value)) return value.every((key) => confirmed.includes(key))
  return confirmed === value
}
