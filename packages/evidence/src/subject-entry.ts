import { encodeCanonicalJson, parseCanonicalJson } from './canonical-json.ts'
import { Malformed } from './malformed.ts'
import { flag, word } from './payload-shapes.ts'
import { type ReceiptHead, receiptHead } from './receipt-payload.ts'
import { form, list, nullable, object, oneOf, type Shape } from './shape.ts'

/** What names a person, as far as evidence may tell: never the value. */
export interface NamedBy {
  /** `email`, `phone`, …; null: a ref of the caller's own. */
  readonly type: string | null
  readonly verified: boolean
}

/** Two subjects turned out to be one person, or turned out not to be. */
export interface MergeBody {
  readonly event: 'merged' | 'undone'
  /** The merge, `mrg_…`: this entry itself, or the one that it undoes. */
  readonly merge: string
  readonly source: string
  readonly strategy: string
  readonly conflicts: readonly {
    readonly purpose: string
    readonly source: string
    readonly target: string
    readonly resolution: string
  }[]
}

export interface SubjectBodies {
  readonly subject_created: { readonly identifiers: readonly NamedBy[] }
  readonly subject_identified: { readonly identifiers: readonly NamedBy[] }
  readonly subject_merge: { readonly merge: MergeBody }
}

export type SubjectEntryKind = keyof SubjectBodies

/**
 * The payload of an entry about a person that is no record of a decision. It has the head of a receipt, so that it is
 * counted among the person's records, but no receipt of it is given out.
 */
export type SubjectEntry = {
  readonly [K in SubjectEntryKind]: ReceiptHead<K> & SubjectBodies[K]
}[SubjectEntryKind]

const identifiers = list(object<NamedBy>({ type: nullable(word), verified: flag }))
const mergeId = form('an id mrg_…', /^mrg_[0-9A-Za-z]{43}$/)
const subjectId = form('an id sub_…', /^sub_[0-9A-Za-z]{22}$/)

const merge = object<MergeBody>({
  event: oneOf('merged', 'undone'),
  merge: mergeId,
  source: subjectId,
  strategy: word,
  conflicts: list(object({ purpose: word, source: word, target: word, resolution: word })),
})

const entries: { readonly [K in SubjectEntryKind]: Shape<ReceiptHead<K> & SubjectBodies[K]> } = {
  subject_created: object({ ...receiptHead(oneOf('subject_created'), 'evt'), identifiers }),
  subject_identified: object({ ...receiptHead(oneOf('subject_identified'), 'evt'), identifiers }),
  subject_merge: object({ ...receiptHead(oneOf('subject_merge'), 'mrg'), merge }),
}

const anyEntry: Shape<SubjectEntry> = {
  read(value) {
    const kind = (value as SubjectEntry | null)?.record?.kind
    if (typeof kind !== 'string' || !Object.hasOwn(entries, kind))
      throw new Malformed('record: kind: not one that tells of a subject')
    return entries[kind].read(value)
  },
}

/** The payload's bytes as text; its SHA-256 is the commitment of the entry. @throws Malformed */
export function encodeSubjectEntry(entry: SubjectEntry): string {
  return encodeCanonicalJson(anyEntry, entry)
}

/** @throws Malformed */
export function parseSubjectEntry(payload: Uint8Array): SubjectEntry {
  return parseCanonicalJson(anyEntry, payload)
}
