import type { PreferenceTemplate, Topic } from '../domain/preference-template.ts'
import { type Change, changeOf, listChangeOf } from './change.ts'
import { diffMembers } from './diff-members.ts'

/** What a new version of the template changes, topic by topic. */
export function diffPreferenceTemplate(
  was: PreferenceTemplate | undefined,
  becomes: PreferenceTemplate | undefined,
): Change[] {
  if (was === undefined || becomes === undefined || was.version === becomes.version) return []
  const [before, after] = [topicsOf(was), topicsOf(becomes)]
  return [
    ...diffMembers('sections', sectionTexts(was), sectionTexts(becomes)),
    ...[...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
      const [one, other] = [before.get(key), after.get(key)]
      if (one === undefined || other === undefined)
        return changeOf(`topics.${key}`, summaryOf(one), summaryOf(other))
      return diffMembers(`topics.${key}`, one, other)
    }),
    listChangeOf('order', orderOf(was), orderOf(becomes)),
  ].filter((change) => change !== undefined)
}

function sectionTexts({ sections }: PreferenceTemplate) {
  return Object.fromEntries(sections.map(({ key, texts }) => [key, texts]))
}

function topicsOf({ sections }: PreferenceTemplate) {
  return new Map(sections.flatMap(({ topics }) => topics.map((topic) => [topic.key, keyed(topic)] as const)))
}

/** Options by key, so that one name is one change. */
function keyed({ options, ...topic }: Topic) {
  return { ...topic, options: Object.fromEntries(options.map(({ key, texts }) => [key, texts])) }
}

function orderOf({ sections }: PreferenceTemplate): string[] {
  return sections.flatMap(({ key, topics }) => topics.map((topic) => `${key}.${topic.key}`))
}

function summaryOf(topic: Omit<Topic, 'options'> | undefined): string | null {
  if (topic === undefined) return null
  return `${topic.type}${topic.channels.length === 0 ? '' : ` over ${topic.channels.join(', ')}`}`
}
