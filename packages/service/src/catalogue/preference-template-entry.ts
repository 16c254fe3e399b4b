import { z } from 'zod'
import { channels, topicTypes } from '../domain/preference-template.ts'
import { checkPreferenceRules } from './preference-rules.ts'
import { languageTag, purposeKey } from './purpose-entry.ts'
import { shownText } from './shown-text.ts'
import { uniqueList } from './unique-list.ts'

const topic = z.strictObject({
  type: z
    .enum(topicTypes)
    .default('boolean')
    .describe('boolean: on or off. select: one of the options. multi_select: any of them.'),
  channels: uniqueList(z.enum(channels))
    .default([])
    .describe('Over which it is set, each by itself; left out: the topic has one value.'),
  options: z
    .record(purposeKey, z.record(languageTag, shownText(100)))
    .default({})
    .describe('What can be chosen, by key, in the order in which people see it, with its name by language.'),
  default: z
    .union([z.boolean(), purposeKey, uniqueList(purposeKey)])
    .optional()
    .describe('What holds for who never said anything; left out: off, nothing, or the first option.'),
  double_opt_in: z
    .boolean()
    .default(false)
    .describe('Switched on, it holds only once the person has confirmed it by a link in an e-mail.'),
  texts: z
    .record(
      languageTag,
      z.strictObject({
        name: shownText(100).describe('What it is called beside its switch.'),
        description: shownText(1000).describe('What people get and how often, in plain words.'),
      }),
    )
    .describe('What people read, by language. Every language of this file must be here.'),
})
export type TopicEntry = z.output<typeof topic>

const section = z.strictObject({
  texts: z
    .record(
      languageTag,
      z.strictObject({
        title: shownText(100).describe('The heading.'),
        description: shownText(1000).describe('What the topics below have in common.'),
      }),
    )
    .describe('What people read above the topics, by language. Every language of this file must be here.'),
  topics: z
    .record(purposeKey, topic.superRefine(checkPreferenceRules, { when: () => true }))
    .describe('What can be set, by key, in order. A key is never used for something else.'),
})

export const preferenceTemplateEntry = z.strictObject({
  sections: z.record(purposeKey, section).describe('The parts of the page, by key, in order.'),
})
export type PreferenceTemplateEntry = z.output<typeof preferenceTemplateEntry>
