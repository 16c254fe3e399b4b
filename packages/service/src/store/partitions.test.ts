import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { untilLockIsAwaited } from '../../test/until.ts'
import { openPool, type Pool } from './db.ts'
import { aServer } from './embedded/test-server.ts'
import { migrate } from './migrate.ts'
import { ensurePartitions, listQuarters } from './partitions.ts'

const november = Date.UTC(2026, 10, 21, 12)
const quarters = ['2026q4', '2027q1', '2027q2', '2027q3']

test('quarters are bounded by the UUIDv7 of their first millisecond', () => {
  const [current, next] = listQuarters(november)
  assert.deepEqual(current, {
    name: '2026q4',
    from: `${hexTime('2026-10-01T00:00:00Z')}-0000-0000-000000000000`,
    to: `${hexTime('2027-01-01T00:00:00Z')}-0000-0000-000000000000`,
  })
  assert.equal(next?.from, current?.to)
  assert.deepEqual(
    listQuarters(november).map((quarter) => quarter.name),
    quarters,
  )
})

for (const [instant, name] of Object.entries({
  '2026-12-31T23:59:59.999Z': '2026q4',
  '2027-01-01T00:00:00.000Z': '2027q1',
  '2027-03-31T23:59:59.999Z': '2027q1',
  '2027-04-01T00:00:00.000Z': '2027q2',
})) {
  test(`${instant} lies in ${name}`, () => {
    assert.equal(listQuarters(Date.parse(instant))[0]?.name, name)
  })
}

function hexTime(instant: string): string {
  const hex = Date.parse(instant).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

describe('ensurePartitions', () => {
  let server: Awaited<ReturnType<typeof aServer>>
  before(async () => {
    server = await aServer()
  })
  after(() => server[Symbol.asyncDispose]())

  async function aLedger(): Promise<{ url: string; pool: Pool } & AsyncDisposable> {
    const url = await server.anEmptyDatabase()
    await migrate({ url })
    const pool = openPool(url, 12)
    return { url, pool, [Symbol.asyncDispose]: () => pool.end() }
  }

  function insertAt(pool: Pool, instant: string) {
    return pool.query(
      `INSERT INTO consent_records (route_key, record_id, env_id, kind, seq, occurred_at, purposes, commitment)
       VALUES ('00000000-0000-0000-0000-000000000001', $1, 1, 1, 1, $2, '', '')`,
      [`${hexTime(instant)}-7000-8000-000000000000`, instant],
    )
  }

  test('makes the current quarter and three ahead, once', async () => {
    await using ledger = await aLedger()
    const created = quarters.map((quarter) => `consent_records_${quarter}`)
    assert.deepEqual(await ensurePartitions(ledger.pool, november), { created, strayed: [] })
    assert.deepEqual(await ensurePartitions(ledger.pool, november), { created: [], strayed: [] })
    const later = await ensurePartitions(ledger.pool, Date.UTC(2027, 0, 1))
    assert.deepEqual(later.created, ['consent_records_2027q4'])
  })

  test('the first and the last instant of a quarter find their partition', async () => {
    await using ledger = await aLedger()
    await ensurePartitions(ledger.pool, november)
    await insertAt(ledger.pool, '2026-10-01T00:00:00.000Z')
    await insertAt(ledger.pool, '2026-12-31T23:59:59.999Z')
    await insertAt(ledger.pool, '2027-01-01T00:00:00.000Z')
    const { rows } = await ledger.pool.query(
      `SELECT tableoid::regclass::text AS partition, count(*)::int FROM consent_records GROUP BY 1 ORDER BY 1`,
    )
    assert.deepEqual(rows, [
      { partition: 'consent_records_2026q4', count: 2 },
      { partition: 'consent_records_2027q1', count: 1 },
    ])
  })

  test('many at once, under writers and a reader, meet without error', async () => {
    await using ledger = await aLedger()
    const reader = await ledger.pool.connect()
    await reader.query('BEGIN; SELECT count(*) FROM consent_records')
    const writing = insertAt(ledger.pool, '2025-01-01T00:00:00.000Z')
    const all = Promise.all(Array.from({ length: 8 }, () => ensurePartitions(ledger.pool, november)))
    await untilLockIsAwaited(ledger.url)
    await reader.query('COMMIT')
    reader.release()
    const [reports] = await Promise.all([all, writing])
    assert.equal(reports.flatMap((report) => report.created).length, 4)
    const { rows } = await ledger.pool.query(
      `SELECT count(*)::int FROM pg_inherits WHERE inhparent = 'consent_records'::regclass`,
    )
    assert.deepEqual(rows, [{ count: 5 }])
  })

  test('rows that strayed into the default partition are told, and the other quarters made', async () => {
    await using ledger = await aLedger()
    await insertAt(ledger.pool, '2027-02-01T00:00:00.000Z')
    const report = await ensurePartitions(ledger.pool, november)
    assert.deepEqual(report.strayed, ['consent_records_default'])
    assert.equal(report.created.includes('consent_records_2027q1'), false)
    assert.equal(report.created.length, 3)
  })
})
