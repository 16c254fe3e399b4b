import { createHash } from 'node:crypto'
import pg from 'pg'
import { kindNumber } from '../../src/domain/leaf.ts'
import { recordPublicId } from '../../src/domain/public-id.ts'
import type { RouteKey, Uuid } from '../../src/kernel/id.ts'
import { fillRefs } from '../../src/ledger/draft.ts'
import { type AcknowledgedCall, type Promises, sha256 } from './acknowledgements.ts'
import { callOf } from './crash-request.ts'

/** What a round left behind, as the tables themselves say it. */
export interface Findings {
  /** Acknowledged, and not there. */
  readonly lost: readonly string[]
  /** Idempotency keys with more than one record. */
  readonly doubled: readonly string[]
  /** Whatever else contradicts itself. */
  readonly broken: readonly string[]
}

export interface RoundTraces {
  readonly series: string
  /** Unix ms around everything that was written. */
  readonly from: number
  readonly to: number
  readonly promises: Promises
}

interface Row {
  readonly route_key: string
  readonly record_id: string
  readonly seq: string
  readonly kind: number
  readonly payload: Buffer
  readonly commitment: Buffer
  readonly context: Buffer
}

const leafBytes = 57

export async function auditDatabase(databaseUrl: string, round: RoundTraces): Promise<Findings> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const records = await readRecords(client, round)
    const byKey = Map.groupBy(records, (record) => record.key)
    const byId = new Map(records.map((record) => [record.id, record]))
    const { records: acknowledged, calls } = round.promises
    const isAcknowledged = new Set(acknowledged.map(({ key }) => key))
    const broken = [
      ...(await auditSubjects(client, round, records)),
      ...(await auditLeaves(client, round, records)),
      ...(await auditAnswers(client, round)),
      ...calls.flatMap((call) => tornApart(call, byKey)),
      ...records
        .filter(({ key }) => !isAcknowledged.has(key))
        .map(({ id }) => `${id} was recorded and acknowledged to nobody`),
      ...records
        .filter(({ row }) => !digest(row.payload).equals(row.commitment))
        .map(({ id }) => `${id} does not bear the commitment of its payload`),
    ]
    return {
      lost: acknowledged.filter(({ id, key }) => byId.get(id)?.key !== key).map(({ id }) => id),
      doubled: [...byKey].filter(([, same]) => same.length > 1).map(([key]) => key),
      broken,
    }
  } finally {
    await client.end()
  }
}

/** What one transaction wrote is there or is not: also where the acknowledged may be lost, never some of it. */
function tornApart({ key }: AcknowledgedCall, byKey: ReadonlyMap<string, unknown>): string[] {
  const sound = callOf(key).records.filter(({ isSound }) => isSound)
  const there = sound.filter((record) => byKey.has(record.key)).length
  return there === 0 || there === sound.length
    ? []
    : [`${key}: ${there} of ${sound.length} records are there`]
}

interface FoundRecord {
  readonly id: string
  readonly key: string
  readonly uuid: string
  readonly row: Row
}

async function readRecords(client: pg.Client, { series }: RoundTraces): Promise<FoundRecord[]> {
  const { rows } = await client.query<Row>(
    `SELECT r.route_key, r.record_id, r.seq, r.kind, r.payload, r.commitment, r.context
     FROM subjects s JOIN consent_records r ON r.route_key = s.route_key WHERE starts_with(s.ref, $1)`,
    [series],
  )
  return rows.map((row) => {
    const uuid = row.record_id.replaceAll('-', '')
    const address = { routeKey: row.route_key.replaceAll('-', '') as RouteKey, recordId: uuid as Uuid }
    const { metadata } = JSON.parse(row.context.toString()) as { metadata: { key: string } }
    return { id: recordPublicId('cns', address), key: metadata.key, uuid, row }
  })
}

/** A person's records are numbered without a gap, in the row and in the evidence, and their number is the row's. */
async function auditSubjects(
  client: pg.Client,
  { series }: RoundTraces,
  records: readonly FoundRecord[],
): Promise<string[]> {
  const { rows } = await client.query<{ route_key: string; ref: string; acts: string }>(
    'SELECT route_key, ref, acts FROM subjects WHERE starts_with(ref, $1)',
    [series],
  )
  const bySubject = Map.groupBy(records, ({ row }) => row.route_key)
  return rows.flatMap(({ route_key, ref, acts }) => {
    const own = bySubject.get(route_key) ?? []
    const numbers = own.map(({ row }) => Number(row.seq)).sort((a, b) => a - b)
    const evident = own.map(({ row }) => (JSON.parse(row.payload.toString()) as Evidence).record.seq)
    const faults: string[] = []
    if (numbers.some((number, index) => number !== index + 1)) faults.push(`${ref}: numbers ${numbers}`)
    if (own.some(({ row }, index) => Number(row.seq) !== evident[index]))
      faults.push(`${ref}: evidence numbered otherwise than its row`)
    if (Number(acts) !== own.length) faults.push(`${ref}: ${acts} acts, ${own.length} records`)
    return faults
  })
}

interface Evidence {
  readonly record: { readonly seq: number; readonly recorded_at: string }
}

/** Each record is in the log or waits for it, exactly once, as the leaf it must be. */
async function auditLeaves(
  client: pg.Client,
  { from, to }: RoundTraces,
  records: readonly FoundRecord[],
): Promise<string[]> {
  // One statement, one snapshot: the sequencer moves leaves from one table to the other while we look.
  const { rows } = await client.query<{ leaves: Buffer }>(
    'SELECT leaves FROM pending_batches UNION ALL SELECT leaves FROM log_entry_bundles',
  )
  const [first, end] = [smallestUuid(from), smallestUuid(to)].map((uuid) => uuid.replaceAll('-', ''))
  const isOfRound = (uuid: string, kind: number) =>
    kind === kindNumber('consent') && uuid >= (first ?? '') && uuid < (end ?? '')
  const faults: string[] = []
  const found = new Map<string, Buffer>()
  for (const { leaves } of rows) {
    if (leaves.length % leafBytes !== 0) faults.push(`a row of leaves has ${leaves.length} bytes`)
    for (let at = 0; at < leaves.length; at += leafBytes) {
      const leaf = leaves.subarray(at, at + leafBytes)
      const uuid = leaf.toString('hex', 0, 16)
      if (!isOfRound(uuid, leaf.readUInt8(16))) continue
      if (found.has(uuid)) faults.push(`${uuid} is a leaf twice`)
      found.set(uuid, leaf)
    }
  }
  for (const record of records) {
    const leaf = found.get(record.uuid)
    if (leaf === undefined) faults.push(`${record.id} is no leaf`)
    else if (!leaf.equals(leafOf(record))) faults.push(`${record.id} is a leaf of something else`)
    found.delete(record.uuid)
  }
  return [...faults, ...[...found.keys()].map((uuid) => `${uuid} is a leaf and no record`)]
}

function leafOf({ uuid, row }: FoundRecord): Buffer {
  const { recorded_at: recordedAt } = (JSON.parse(row.payload.toString()) as Evidence).record
  const head = Buffer.alloc(25)
  head.write(uuid, 'hex')
  head.writeUInt8(row.kind, 16)
  head.writeBigUInt64BE(BigInt(Date.parse(recordedAt)), 17)
  return Buffer.concat([head, row.commitment])
}

/** The kept answer of every acknowledged key is, with its ref filled in, what was acknowledged, byte for byte. */
async function auditAnswers(client: pg.Client, { from, to, promises }: RoundTraces): Promise<string[]> {
  const { rows } = await client.query<{ answer: Buffer }>(
    'SELECT answer FROM idempotency_keys WHERE created_at >= $1::timestamptz AND created_at <= $2::timestamptz',
    [new Date(from).toISOString(), new Date(to).toISOString()],
  )
  const kept = Map.groupBy(
    rows.map((row) => row.answer.toString()),
    firstIdOf,
  )
  return promises.calls.flatMap(({ id, key, sha256: promised }) => {
    const answers = kept.get(id) ?? []
    const [answer] = answers
    if (answer === undefined || answers.length > 1) return [`${id} has ${answers.length} kept answers`]
    const refs = callOf(key).records.map(({ ref }) => ref)
    return sha256(fillRefs(answer, refs)) === promised ? [] : [`${id} is kept with another answer`]
  })
}

function firstIdOf(answer: string): string | undefined {
  const { id, results } = JSON.parse(answer) as { id?: string; results?: { record?: { id: string } }[] }
  return id ?? results?.find(({ record }) => record !== undefined)?.record?.id
}

function digest(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function smallestUuid(ms: number): string {
  return ms.toString(16).padStart(12, '0').padEnd(32, '0')
}
