export type { AuditFinding, AuditFindingName } from './audit-findings.ts'
export { type AuditReport, auditLog, type ExportedLog } from './audit-log.ts'
export type { ExportedRecord } from './audit-records.ts'
export { auditSubject, type SubjectFinding, type SubjectReport } from './audit-subject.ts'
export { decodeBase64, decodeBase64Url, encodeBase64, encodeBase64Url } from './base64.ts'
export type { Finding } from './checklist.ts'
export {
  type Checkpoint,
  type Cosignature,
  formatCheckpoint,
  type OpenedCheckpoint,
  openCheckpoint,
  parseCheckpoint,
  signCheckpoint,
} from './checkpoint.ts'
export type { ConsentBody, RecordedDecision } from './consent-body.ts'
export { type ConsistencyClaim, proveConsistency, verifyConsistency } from './consistency-proof.ts'
export { type SignBytes, signWith } from './ed25519.ts'
export { decodeEntryBundle, encodeEntryBundle } from './entry-bundle.ts'
export { type Erasure, encodeErasure, parseErasure } from './erasure.ts'
export type { HashFunction } from './hash-function.ts'
export { type InclusionClaim, proveInclusion, verifyInclusion } from './inclusion-proof.ts'
export { encodeKeyEvent, type KeyEvent, type LoggedKeyEvent, parseKeyEvent } from './key-event.ts'
export { keyThumbprint, parseKeySet, type ReceiptKey } from './key-set.ts'
export { encodeLeafEntry, type LeafEntry, type LeafKind, leafKinds, parseLeafEntry } from './leaf-entry.ts'
export { type LogPolicy, type PolicyWitness, parseLogPolicy, trustOf } from './log-policy.ts'
export type { LogProof } from './log-proof.ts'
export type { Stream } from './lookahead.ts'
export { Malformed } from './malformed.ts'
export { appendLeaf, emptyFrontier, type Frontier, hashChildren, hashLeaf, rootOf } from './merkle-tree.ts'
export { formatVerifierKey, type NoteKey, noteKey, parseVerifierKey } from './note-key.ts'
export type { PreferenceBody, RecordedConfirmation, RecordedPreference } from './preference-body.ts'
export { parseReceiptJws, type ReceiptHeader, type ReceiptJws, receiptSigningInput } from './receipt-jws.ts'
export {
  encodeReceiptPayload,
  isReceiptKind,
  parseReceiptHead,
  parseReceiptPayload,
  type ReceiptBodies,
  type ReceiptHead,
  type ReceiptKind,
  type ReceiptPayload,
} from './receipt-payload.ts'
export {
  decodeRecordId,
  decodeSubjectId,
  encodeRecordId,
  encodeSubjectId,
  type RecordId,
  withPrefix,
} from './record-id.ts'
export { sha256 } from './sha256.ts'
export type { SignatureTypeName } from './signature-type.ts'
export {
  type Note,
  type NoteSignature,
  type NoteSigner,
  type NoteVerdict,
  parseNote,
  signNote,
  type VerifiedSignature,
  verifyNote,
} from './signed-note.ts'
export type { SigningAlgorithmName } from './signing-algorithm.ts'
export {
  encodeSubjectEntry,
  type MergeBody,
  type NamedBy,
  parseSubjectEntry,
  type SubjectBodies,
  type SubjectEntry,
  type SubjectEntryKind,
} from './subject-entry.ts'
export { parseTilePath, type Tile, tileAt, tilePath, tilesBetween, tileWidth } from './tile.ts'
export {
  edgeTiles,
  growTiles,
  nodesFromTiles,
  type ReadTiles,
  readFrontier,
  type TileHashes,
} from './tile-hashes.ts'
export type { ReadNodes, TreeNode } from './tree-node.ts'
export type { SeenCheckpoint, Trust, WitnessPolicy } from './trust.ts'
export { formatUuid, isUuidV7, parseUuid } from './uuid.ts'
export { type ReceiptCheck, type ReceiptVerdict, verifyReceipt } from './verify-receipt.ts'
