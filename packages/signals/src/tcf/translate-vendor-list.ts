import { SignalError } from '../signal-error.ts'
import type { PublishedJson } from './narrow-vendor-list.ts'

/** What a translation file translates (TCF, "Translations for Purposes, ..."; standardTexts since TCF 2.4). */
const TRANSLATED = [
  'purposes',
  'specialPurposes',
  'features',
  'specialFeatures',
  'stacks',
  'dataCategories',
  'standardTexts',
] as const

/**
 * A list in another language, from the translation file held for it. Entry by entry: what the translation lacks, of an
 * older version perhaps, stays English; its own version and date are not taken over.
 *
 * @throws SignalError `malformed` for a translation that is not of the published shape
 *
 * @example translateVendorList({ purposes: { 1: { id: 1, name: 'One' } } }, { purposes: { 1: { name: 'Eins' } } })
 * // { purposes: { 1: { id: 1, name: 'Eins' } } }
 */
export function translateVendorList(list: PublishedJson, translation: PublishedJson): PublishedJson {
  const translated = TRANSLATED.filter((name) => list[name] !== undefined && translation[name] !== undefined)
  const entries = translated.map((name) => [name, mergeEntries(name, list[name], translation[name])])
  return { ...list, ...Object.fromEntries(entries) }
}

function mergeEntries(name: string, english: unknown, foreign: unknown): PublishedJson {
  const texts = asObject(foreign, name)
  const merged = Object.entries(asObject(english, name)).map(([id, entry]) => {
    const text = texts[id]
    if (text === undefined) return [id, entry]
    return [id, typeof text === 'string' ? text : { ...asObject(entry, name), ...asObject(text, name) }]
  })
  return Object.fromEntries(merged)
}

function asObject(value: unknown, name: string): PublishedJson {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new SignalError('malformed', `${name} is not as a vendor list or its translation has it`)
}
