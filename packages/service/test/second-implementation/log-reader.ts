// A second reader of receipts' log proofs and of exported logs, written from the specifications alone (RFC 9162, 2.1;
// C2SP signed-note, tlog-checkpoint; the table of formats in packages/evidence/README.md). It shares no code with the
// first, so what both accept is what the formats say, and not what one program thinks of them.
import { createHash, verify } from 'node:crypto'

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hashing = createHash('sha256')
  for (const part of parts) hashing.update(part)
  return hashing.digest()
}
const leafHash = (entry: string) => sha256(Buffer.from([0]), Buffer.from(entry))
const nodeHash = (left: Buffer, right: Buffer) => sha256(Buffer.from([1]), left, right)

/** What a receipt's answer holds under `log`. */
export interface Proof {
  readonly origin: string
  readonly index: number
  readonly tree_size: number
  readonly leaf_entry: string
  readonly inclusion_proof: readonly string[]
  readonly checkpoint: string
}

/** Size and root of a checkpoint whose signature by this `name+id+key` holds. */
export function openNote(
  note: string,
  verifierKey: string,
): { readonly size: number; readonly root: Buffer } {
  const plus = [verifierKey.indexOf('+'), verifierKey.indexOf('+', verifierKey.indexOf('+') + 1)] as const
  const name = verifierKey.slice(0, plus[0])
  const typed = Buffer.from(verifierKey.slice(plus[1] + 1), 'base64')
  const id = sha256(Buffer.from(`${name}\n`), typed).subarray(0, 4)
  if (id.toString('hex') !== verifierKey.slice(plus[0] + 1, plus[1]) || typed[0] !== 1)
    throw new Error('the key is no log key')
  const split = note.lastIndexOf('\n\n')
  const text = note.slice(0, split + 1)
  const signatures = note
    .slice(split + 2)
    .split('\n')
    .filter((line) => line.startsWith(`— ${name} `))
    .map((line) => Buffer.from(line.slice(name.length + 3), 'base64'))
    .filter((bytes) => bytes.subarray(0, 4).equals(id))
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), typed.subarray(1)])
  const key = { key: spki, format: 'der', type: 'spki' } as const
  if (
    signatures.length !== 1 ||
    !verify(null, Buffer.from(text), key, signatures[0]?.subarray(4) ?? Buffer.alloc(0))
  )
    throw new Error('the note is not signed by this key')
  const [origin, size = '', root = ''] = text.split('\n')
  if (origin !== name || !/^\d+$/.test(size)) throw new Error('the note is no checkpoint of this log')
  return { size: Number(size), root: Buffer.from(root, 'base64') }
}

/** RFC 9162, 2.1.3.2, in its own words. */
export function rootFromProof(index: number, size: number, leaf: Buffer, proof: readonly Buffer[]): Buffer {
  if (index >= size) throw new Error('the leaf lies outside the tree')
  let fn = index
  let sn = size - 1
  let r = leaf
  for (const p of proof) {
    if (sn === 0) throw new Error('the proof is too long')
    if (fn % 2 === 1 || fn === sn) {
      r = nodeHash(p, r)
      while (fn % 2 === 0 && fn !== 0) {
        fn = Math.floor(fn / 2)
        sn = Math.floor(sn / 2)
      }
    } else r = nodeHash(r, p)
    fn = Math.floor(fn / 2)
    sn = Math.floor(sn / 2)
  }
  if (sn !== 0) throw new Error('the proof is too short')
  return r
}

/** That the log committed to the payload of a JWS, at the time and under the id that the payload says. */
export function checkReceiptInLog(jws: string, log: Proof, verifierKey: string): void {
  const payload = Buffer.from(jws.split('.')[1] ?? '', 'base64url')
  const { record } = JSON.parse(payload.toString()) as {
    record: { id: string; kind: string; recorded_at: string }
  }
  const [form, uuid = '', kind, time, commitment, end] = log.leaf_entry.split('\n')
  if (form !== 'assent-entry/v1' || end !== '') throw new Error('the entry is none')
  if (commitment !== sha256(payload).toString('base64'))
    throw new Error('the log committed to something else')
  if (kind !== record.kind || time !== String(Date.parse(record.recorded_at)))
    throw new Error('another record')
  if (uuid.replaceAll('-', '') !== uuidOf(record.id)) throw new Error('another record')
  const checkpoint = openNote(log.checkpoint, verifierKey)
  if (checkpoint.size !== log.tree_size) throw new Error('the proof is of another tree')
  const proof = log.inclusion_proof.map((hash) => Buffer.from(hash, 'base64'))
  if (!rootFromProof(log.index, log.tree_size, leafHash(log.leaf_entry), proof).equals(checkpoint.root))
    throw new Error('the entry is not in the tree')
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The last 16 of the 32 bytes that a record's id is, in base 62. */
function uuidOf(id: string): string {
  const number = [...id.slice(id.indexOf('_') + 1)].reduce(
    (sum, digit) => sum * 62n + BigInt(digits.indexOf(digit)),
    0n,
  )
  return number.toString(16).padStart(64, '0').slice(32)
}

/** RFC 9162, 2.1.1: MTH(D[n]) by its definition. */
function treeHash(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha256()
  if (leaves.length === 1) return leaves[0] ?? Buffer.alloc(0)
  let k = 1
  while (k * 2 < leaves.length) k *= 2
  return nodeHash(treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k)))
}

/** That an export is what its checkpoints say, leaf by leaf, and each payload what its entry commits to. */
export function checkExport(lines: readonly string[], verifierKey: string): { readonly checkpoints: number } {
  const [header = '', ...rows] = lines
  const { checkpoints, size } = JSON.parse(header) as { checkpoints: string[]; size: number }
  const leaves = rows.map((row) => {
    const [hash, entry, payload] = JSON.parse(row) as [string, string, string | null]
    if (leafHash(entry).toString('base64') !== hash) throw new Error('an entry is not its leaf')
    if (payload !== null && sha256(Buffer.from(payload)).toString('base64') !== entry.split('\n')[4])
      throw new Error('a payload is not what was committed to')
    return leafHash(entry)
  })
  if (leaves.length !== size) throw new Error('leaves are missing')
  for (const note of checkpoints) {
    const checkpoint = openNote(note, verifierKey)
    if (!treeHash(leaves.slice(0, checkpoint.size)).equals(checkpoint.root))
      throw new Error(`another tree was signed at ${checkpoint.size}`)
  }
  return { checkpoints: checkpoints.length }
}
