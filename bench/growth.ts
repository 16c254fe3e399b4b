// npm run bench:growth: the same load on ten thousand stored records and on two million, in turn; then a million
// records through one process, and its memory.
import pg from 'pg'
import { type Candidate, median, openStage, print, residentMegabytes } from './stage.ts'

const stored = Number(process.env['BENCH_STORED'] ?? 2_000_000)
const throughOneProcess = Number(process.env['BENCH_RECORDS'] ?? 1_000_000)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const seconds = 3
const load = { connections: 64, kind: 'record', path: '/v1/consent', known: 0 } as const

await using stage = await openStage()

const few = await startWith('few', 10_000)
const many = await startWith('many', stored)
const rates: Record<string, number[]> = { few: [], many: [] }
for (let round = 0; round <= rounds; round++)
  for (const candidate of round % 2 === 0 ? [few, many] : [many, few]) {
    const result = await stage.measure(candidate, { ...load, seconds, series: `g${round}`, first: 0 })
    if (round > 0) rates[candidate.name]?.push(result.answered / result.seconds)
  }
const [small, large] = [median(rates['few'] ?? []), median(rates['many'] ?? [])]
print(
  `records a second with 10,000 stored ${small.toFixed(0)}, with ${stored} stored ${large.toFixed(0)}: ${(large / small).toFixed(2)}`,
)

let recorded = 0
while (recorded < throughOneProcess)
  recorded += (await stage.measure(few, { ...load, seconds: 10, series: 'million', first: recorded }))
    .answered
print(`memory of a server process after ${recorded} records: ${await residentMegabytes(few.process)} MB`)

async function startWith(name: string, count: number): Promise<Candidate> {
  const url = await stage.makeDatabase(`bench_${name}`)
  const candidate = await stage.start(name, 'assent.ts', [url])
  await fill(url, count)
  return candidate
}

/** Rows as the service writes them, in size and in the spread of their keys; straight into the tables. */
async function fill(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const from = Date.now() - count
  await client.query(
    `INSERT INTO subjects (route_key, env_id, ref, acts, state, first_at, last_at)
     SELECT md5('s' || i)::uuid, 1, 'anon_' || md5('r' || i), 1,
       jsonb_build_object('analytics', 'g2.mfz0000.mg00000.' || md5(i::text), 'marketing', 'd1.mfz0000..' || md5(i::text),
         '@place', 'DE//0.mfz0000'), to_timestamp(($2::bigint + i) / 1000.0), to_timestamp(($2::bigint + i) / 1000.0)
     FROM generate_series(1, $1::int) i`,
    [count, from],
  )
  await client.query(
    `INSERT INTO consent_records (route_key, record_id, env_id, kind, seq, occurred_at, purposes, payload, commitment, context)
     SELECT md5('s' || i)::uuid, (lpad(to_hex($2::bigint + i), 12, '0') || '70008000' || substr(md5(i::text), 1, 12))::uuid,
       1, 1, 1, to_timestamp(($2::bigint + i) / 1000.0), 'analytics marketing',
       decode(repeat(md5('p' || i), 75), 'hex'), decode(md5('c' || i) || md5('d' || i), 'hex'), decode(repeat(md5('x' || i), 10), 'hex')
     FROM generate_series(1, $1::int) i`,
    [count, from],
  )
  await client.query(
    `INSERT INTO idempotency_keys (route_key, env_id, fingerprint, status, answer, created_at)
     SELECT md5('k' || i)::uuid, 1, decode(md5('f' || i) || md5('g' || i), 'hex'), 201,
       decode(repeat(md5('a' || i), 50), 'hex'), to_timestamp(($2::bigint + i) / 1000.0)
     FROM generate_series(1, $1::int) i`,
    [count, from],
  )
  await client.query('VACUUM ANALYZE')
  await client.query('CHECKPOINT')
  await client.end()
}
