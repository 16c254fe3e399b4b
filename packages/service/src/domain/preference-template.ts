import { Refusal } from '../kernel/refusal.ts'

/** `boolean`: on or off. `select`: one of the options. `multi_select`: any of them. */
export const topicTypes = ['boolean', 'select', 'multi_select'] as const
export type TopicType = (typeof topicTypes)[number]

export const channels = ['email', 'sms', 'push', 'post', 'phone', 'messenger'] as const
export type Channel = (typeof channels)[number]

/** On or off, the key of an option, or those of several. */
export type PreferenceValue = boolean | string | readonly string[]

export interface TopicOption {
  readonly key: string
  /** Its name, by BCP 47 language. */
  readonly texts: Readonly<Record<string, string>>
}

/** One thing that people can set. */
export interface Topic {
  readonly key: string
  readonly type: TopicType
  /** Set for each by itself; empty: the topic has one value. */
  readonly channels: readonly Channel[]
  readonly options: readonly TopicOption[]
  /** What holds for who never said anything. */
  readonly default: PreferenceValue
  /** Switched on, it holds only once the person has confirmed it from their mailbox. */
  readonly double_opt_in: boolean
  readonly texts: Readonly<Record<string, { readonly name: string; readonly description: string }>>
}

export interface PreferenceSection {
  readonly key: string
  readonly texts: Readonly<Record<string, { readonly title: string; readonly description: string }>>
  readonly topics: readonly Topic[]
}

/** One published version of what people can set, in the exact words they were shown. */
export interface PreferenceTemplate {
  readonly version: number
  /** SHA-256 of the canonical document (all languages), base64url: what a receipt names. */
  readonly sha256: string
  readonly sections: readonly PreferenceSection[]
}

/** The template in force. Refuses where the project has none. */
export function templateOf({
  catalogue,
}: {
  readonly catalogue: { readonly preferenceTemplate: PreferenceTemplate | undefined }
}): PreferenceTemplate {
  if (catalogue.preferenceTemplate === undefined)
    throw new Refusal('not_configured', 'The catalogue has no preference template.')
  return catalogue.preferenceTemplate
}

export function findTopic(template: PreferenceTemplate, key: string): Topic | undefined {
  for (const { topics } of template.sections) {
    const topic = topics.find((candidate) => candidate.key === key)
    if (topic !== undefined) return topic
  }
  return undefined
}

/** What is wrong with a value of a topic; undefined when it is one. */
export function valueFault(
  topic: Pick<Topic, 'type' | 'options'>,
  value: PreferenceValue,
): string | undefined {
  const isOption = (key: string) => topic.options.some((option) => option.key === key)
  const known = topic.options.map(({ key }) => key).join(', ')
  switch (topic.type) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'This topic is switched on or off: true or false.'
    case 'select':
      return typeof value === 'string' && isOption(value) ? undefined : `This topic takes one of: ${known}.`
    case 'multi_select':
      if (!Array.isArray(value) || !value.every(isOption)) return `This topic takes a list out of: ${known}.`
      return new Set(value).size === value.length ? undefined : 'This list names an option twice.'
  }
}

/** Whether a value lets anything happen. Refusing is `false` or no option; a `select` has no such value. */
export function isOn(value: PreferenceValue): boolean {
  return typeof value === 'boolean' ? value : value.length > 0
}

/** Options are a set: the order of the template, so that the same choice is the same bytes. */
export function orderedValue(topic: Topic, value: PreferenceValue): PreferenceValue {
  return Array.isArray(value)
    ? topic.options.map(({ key }) => key).filter((key) => value.includes(key))
    : value
}
