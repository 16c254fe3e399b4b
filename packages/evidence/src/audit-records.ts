import type { AuditFindings } from './audit-findings.ts'
import { parseErasure } from './erasure.ts'
import type { HashFunction } from './hash-function.ts'
import { type DatedKeyEvent, parseKeyEvent } from './key-event.ts'
import { type LeafEntry, type LeafKind, parseLeafEntry } from './leaf-entry.ts'
import { Malformed, unlessMalformed } from './malformed.ts'
import { isSameHash } from './merkle-tree.ts'
import { parseReceiptHead } from './receipt-payload.ts'
import { decodeRecordId } from './record-id.ts'
import { formatUuid } from './uuid.ts'
import { UuidSet } from './uuid-set.ts'

/** One record of an exported log. */
export interface ExportedRecord {
  /** The bytes that were hashed as a leaf. */
  readonly entry: Uint8Array
  /** The bytes that the entry commits to; null once erased. */
  readonly payload: Uint8Array | null
}

type PayloadReader = (index: number, entry: LeafEntry, payload: Uint8Array) => void

/** Kinds that tell of a person, whose payloads alone may be erased. */
const erasableKinds: ReadonlySet<LeafKind> = new Set([
  'consent',
  'preference',
  'subject_merge',
  'data_request',
  'subject_created',
  'subject_identified',
])

/** What the records say by themselves and of each other, whatever the tree says of them. */
export class AuditRecords {
  readonly keyEvents: DatedKeyEvent[] = []
  erasedCount = 0
  readonly #findings: AuditFindings
  readonly #hash: HashFunction
  readonly #ids: UuidSet = new UuidSet()
  readonly #erased: UuidSet = new UuidSet()
  readonly #erasedElsewhere: UuidSet = new UuidSet()
  /** A log that follows another tells of erasures of the other's records, too. */
  #followsAnother = false
  /** Records without payload, by id, until an erasure names them. */
  readonly #unexplained: Map<string, number> = new Map()

  /** What is read of the payloads of each kind, once their hash is the one committed to. */
  readonly #readers: Readonly<Partial<Record<LeafKind, PayloadReader>>> = {
    consent: (_index, entry, payload) => checkHead(payload, entry),
    preference: (_index, entry, payload) => checkHead(payload, entry),
    subject_merge: (_index, entry, payload) => checkHead(payload, entry),
    subject_created: (_index, entry, payload) => checkHead(payload, entry),
    subject_identified: (_index, entry, payload) => checkHead(payload, entry),
    erasure: (index, _entry, payload) => this.#readErasure(index, payload),
    key_event: (_index, { recordedAtMs }, payload) =>
      this.keyEvents.push({ ...parseKeyEvent(payload), recordedAtMs }),
  }

  constructor(findings: AuditFindings, hash: HashFunction, erasedElsewhere: Iterable<string> = []) {
    this.#findings = findings
    this.#hash = hash
    for (const id of erasedElsewhere) this.#erasedElsewhere.add(id)
  }

  /**
   * Looks at one record.
   *
   * @param index of the leaf where it stands
   * @returns its entry, or that there is none to be read, or that it repeats an earlier record
   */
  read(index: number, { entry: bytes, payload }: ExportedRecord): LeafEntry | 'unreadable' | 'replayed' {
    const entry = unlessMalformed(() => parseLeafEntry(bytes))
    if (entry instanceof Malformed) return 'unreadable'
    if (!this.#ids.add(entry.id)) {
      this.#findings.add('replayed_record', index, `${entry.id} was recorded before`)
      return 'replayed'
    }
    if (index === 0) this.#followsAnother = entry.kind === 'log_rotated'
    if (payload === null) this.#noteErased(index, entry)
    else if (!isSameHash(this.#hash(payload), entry.commitment)) {
      this.#findings.add('altered_payload', index, `the payload of ${entry.id} is not the one committed to`)
    } else {
      const fault = unlessMalformed(() => this.#readers[entry.kind]?.(index, entry, payload))
      if (fault instanceof Malformed) this.#findings.add('mismatched_payload', index, fault.message)
    }
    return entry
  }

  /** What is still open when all records went by. */
  end(): void {
    for (const [id, index] of this.#unexplained) {
      this.#findings.add('removed_record', index, `the payload of ${id} is gone, and no erasure names it`)
    }
  }

  #noteErased(index: number, { id, kind }: LeafEntry): void {
    if (this.#erasedElsewhere.has(id)) this.erasedCount++
    else if (erasableKinds.has(kind)) this.#unexplained.set(id, index)
    else
      this.#findings.add(
        'removed_record',
        index,
        `the payload of ${id} is gone, and is of a kind never erased`,
      )
  }

  #isOfThisLog(id: string): boolean {
    return !this.#followsAnother || this.#ids.has(id)
  }

  #readErasure(index: number, payload: Uint8Array): void {
    for (const id of parseErasure(payload).records) {
      if (this.#unexplained.delete(id)) {
        this.#erased.add(id)
        this.erasedCount++
      } else if (this.#isOfThisLog(id) && this.#erased.add(id)) {
        this.#findings.add('erasure_not_done', index, `the payload of ${id} is still there, or never was`)
      }
    }
  }
}

/** @throws Malformed unless the payload speaks of the record that its entry names */
function checkHead(payload: Uint8Array, entry: LeafEntry): void {
  const { record } = parseReceiptHead(payload)
  const uuid = decodeRecordId(record.id)?.uuid
  if (uuid === undefined || formatUuid(uuid) !== entry.id)
    throw new Malformed('the payload is of another record')
  if (record.kind !== entry.kind || Date.parse(record.recorded_at) !== entry.recordedAtMs) {
    throw new Malformed('the payload says another kind or time than its entry')
  }
}
