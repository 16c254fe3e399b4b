import {
  appendLeaf,
  type ExportedLog,
  type ExportedRecord,
  emptyFrontier,
  encodeBase64,
  encodeErasure,
  encodeKeyEvent,
  encodeLeafEntry,
  encodeReceiptPayload,
  type Frontier,
  hashLeaf,
  type KeyEvent,
  type LeafKind,
  type LoggedKeyEvent,
  type LogProof,
  type NoteSigner,
  proveConsistency,
  proveInclusion,
  type ReadNodes,
  rootOf,
  signCheckpoint,
} from '../src/index.ts'
import { aPayload, aUuid, morningMs, type PayloadWishes, sha256, utf8 } from './builders.ts'
import { someSigner } from './note-keys.ts'

/** A log kept in memory, as honest as one can be. */
export class TestLog {
  readonly origin: string
  readonly signer: NoteSigner
  readonly records: ExportedRecord[] = []
  readonly leafHashes: Uint8Array[] = []
  readonly checkpoints: string[] = []
  readonly #frontiers: Frontier[] = [emptyFrontier]
  #others = 0

  constructor(origin = 'consent.example/log/live-0') {
    this.origin = origin
    this.signer = someSigner(origin, 1)
  }

  get size(): number {
    return this.leafHashes.length
  }

  append(kind: LeafKind, id: string, recordedAtMs: number, payload: Uint8Array): number {
    const entry = encodeLeafEntry({ id, kind, recordedAtMs, commitment: sha256(payload) })
    return this.appendEntry(entry, payload)
  }

  appendEntry(entry: Uint8Array, payload: Uint8Array | null): number {
    const leafHash = hashLeaf(entry, sha256)
    this.#frontiers.push(appendLeaf(this.frontier(this.size), leafHash, sha256))
    this.leafHashes.push(leafHash)
    return this.records.push({ entry, payload }) - 1
  }

  /** A consent record; by default number n is recorded n seconds into the morning. */
  consent(wishes: PayloadWishes): number {
    const recordedAtMs = wishes.recordedAtMs ?? morningMs + wishes.number * 1000
    const payload = utf8(encodeReceiptPayload(aPayload({ ...wishes, recordedAtMs })))
    return this.append('consent', aUuid(recordedAtMs, wishes.number), recordedAtMs, payload)
  }

  keyEvent(event: KeyEvent['event'], kid: string, recordedAtMs: number): number {
    const payload = encodeKeyEvent({
      ver: 'assent-key-event/1',
      event,
      purpose: 'receipt',
      kid,
      reason: null,
    })
    return this.#other('key_event', recordedAtMs, payload)
  }

  /** Blanks the payloads and says so in the log. */
  erase(indexes: readonly number[], recordedAtMs: number): number {
    const ids = indexes.map((index) => {
      const { entry } = this.records[index] as ExportedRecord
      this.records[index] = { entry, payload: null }
      return new TextDecoder().decode(entry).split('\n')[1] as string
    })
    const erasure = encodeErasure({ ver: 'assent-erasure/1', records: ids, reason: 'gdpr:17-1-b' })
    return this.#other('erasure', recordedAtMs, erasure)
  }

  async checkpoint(size = this.size, signers: readonly NoteSigner[] = []): Promise<string> {
    const root = rootOf(this.frontier(size), sha256)
    const note = await signCheckpoint({ origin: this.origin, size, root }, [this.signer, ...signers])
    this.checkpoints.push(note)
    return note
  }

  async proof(index: number, checkpoint: string): Promise<LogProof> {
    const size = Number(checkpoint.split('\n')[1])
    const proof = await proveInclusion(index, size, this.readNodes, sha256)
    return {
      origin: this.origin,
      index,
      tree_size: size,
      leaf_entry: new TextDecoder().decode(this.records[index]?.entry),
      inclusion_proof: proof.map(encodeBase64),
      checkpoint,
    }
  }

  async loggedKeyEvent(index: number, checkpoint: string): Promise<LoggedKeyEvent> {
    const payload_b64 = encodeBase64(this.records[index]?.payload ?? new Uint8Array())
    return { payload_b64, log: await this.proof(index, checkpoint) }
  }

  async consistency(first: number, second: number): Promise<string[]> {
    return (await proveConsistency(first, second, this.readNodes, sha256)).map(encodeBase64)
  }

  /** Everything that an export holds, copied, for a test to spoil. */
  export(): Spoilable {
    const { origin, records, leafHashes, checkpoints } = this
    return { origin, records: [...records], leafHashes: [...leafHashes], checkpoints: [...checkpoints] }
  }

  frontier(size: number): Frontier {
    return this.#frontiers[size] as Frontier
  }

  readonly readNodes: ReadNodes = async (nodes) =>
    nodes.map(({ level, index }) => {
      const width = 2 ** level
      let frontier = emptyFrontier
      for (const leaf of this.leafHashes.slice(index * width, (index + 1) * width))
        frontier = appendLeaf(frontier, leaf, sha256)
      return rootOf(frontier, sha256)
    })

  #other(kind: LeafKind, recordedAtMs: number, payload: string): number {
    return this.append(kind, aUuid(recordedAtMs, 1_000_000 + this.#others++), recordedAtMs, utf8(payload))
  }
}

export type Spoilable = ExportedLog & {
  readonly records: ExportedRecord[]
  readonly leafHashes: Uint8Array[]
  readonly checkpoints: string[]
}
