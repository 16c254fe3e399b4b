/** What an audit may find, each of them the trace of one thing done to a log or its export. */
export type AuditFindingName =
  /** A payload that is not the one committed to. */
  | 'altered_payload'
  /** A payload that is committed to, but says another record, kind or time than its entry, or is ill-formed. */
  | 'mismatched_payload'
  /** An entry that is not the one hashed into the tree. */
  | 'altered_entry'
  /** A leaf whose entry is gone, or an entry whose payload is gone without an erasure. */
  | 'removed_record'
  /** An entry that is not in the tree. */
  | 'inserted_record'
  /** An entry at another place than in the tree. */
  | 'swapped_order'
  /** The id of an earlier entry once more. */
  | 'replayed_record'
  /** Fewer leaves or entries than a checkpoint counts. */
  | 'cut_tail'
  /** Leaves that do not give the root which the log signed. */
  | 'altered_tree'
  /** The log's key signed two histories that exclude each other. */
  | 're_signed'
  /** A checkpoint that the log's key did not sign. */
  | 'forged_checkpoint'
  /** Recorded, as it says, before somebody saw the log without it. */
  | 'back_dated'
  /** Recorded, as it says, after somebody saw the log with it. */
  | 'post_dated'
  /** A key in the key set that the log never saw made, or that was valid before the log saw it made. */
  | 'forged_key'
  /** A key that the log saw made, and that the key set no longer has. */
  | 'missing_key'
  /** An erasure of a payload that is still there, or of a record that never was. */
  | 'erasure_not_done'

export interface AuditFinding {
  readonly name: AuditFindingName
  /** Of the leaf; null where the finding is not about one. */
  readonly index: number | null
  /** In plain words. */
  readonly detail: string
}

/** One cut cable can spoil a million entries: the first of each name are told, all are counted. */
const toldPerName = 100

/** Findings as they come, some told and all counted. */
export class AuditFindings {
  readonly told: AuditFinding[] = []
  readonly counts: Map<AuditFindingName, number> = new Map()

  add(name: AuditFindingName, index: number | null, detail: string): void {
    const count = (this.counts.get(name) ?? 0) + 1
    this.counts.set(name, count)
    if (count <= toldPerName) this.told.push({ name, index, detail })
  }
}
