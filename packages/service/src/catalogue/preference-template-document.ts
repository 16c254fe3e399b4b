import type { PreferenceTemplate, PreferenceValue, Topic } from '../domain/preference-template.ts'
import { contentHash } from '../kernel/id.ts'
import { canonicalDocument, isSameDocument } from './canonical-document.ts'
import type { PreferenceTemplateEntry, TopicEntry } from './preference-template-entry.ts'

/** The template of a file: the version that says the same, else the next one. */
export function publishPreferenceTemplate(
  entry: PreferenceTemplateEntry,
  published: ReadonlyMap<number, PreferenceTemplate>,
): PreferenceTemplate {
  const sections = sectionsOf(entry)
  const latest = published.get(published.size)
  if (latest !== undefined && isSameDocument(latest.sections, sections)) return latest
  const template = { version: published.size + 1, sections, sha256: '' }
  return { ...template, sha256: contentHash(preferenceTemplateDocument(template)) }
}

/** What a receipt names by its hash: what could be set, as people were told. Lists, since people see them in order. */
export function preferenceTemplateDocument({ version, sections }: PreferenceTemplate): string {
  return canonicalDocument({ version, sections })
}

export function readPreferenceTemplate(document: string, sha256: string): PreferenceTemplate {
  if (contentHash(document) !== sha256) throw new Error('a preference template is not what was published')
  // Our own bytes, as the hash has shown.
  return { ...(JSON.parse(document) as Omit<PreferenceTemplate, 'sha256'>), sha256 }
}

function sectionsOf({ sections }: PreferenceTemplateEntry): PreferenceTemplate['sections'] {
  return Object.entries(sections).map(([key, { texts, topics }]) => ({
    key,
    texts,
    topics: Object.entries(topics).map(([name, topic]) => topicOf(name, topic)),
  }))
}

function topicOf(key: string, { type, channels, options, double_opt_in, texts, ...rest }: TopicEntry): Topic {
  const choices = Object.entries(options).map(([option, names]) => ({ key: option, texts: names }))
  return {
    key,
    type,
    channels,
    options: choices,
    default: rest.default ?? off(type, choices[0]?.key ?? ''),
    double_opt_in,
    texts,
  }
}

function off(type: Topic['type'], first: string): PreferenceValue {
  return type === 'boolean' ? false : type === 'select' ? first : []
}
