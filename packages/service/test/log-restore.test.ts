import assert from 'node:assert/strict'
import { cp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { auditLog } from '@assent/evidence'
import { keySetOf } from '../src/api/evidence/read-key-set.ts'
import { headKey } from '../src/domain/log-place.ts'
import { systemRandom, uuidSource } from '../src/kernel/id.ts'
import { type ExportLine, exportLog } from '../src/log/export-log.ts'
import { logNoteKey } from '../src/log/log-key.ts'
import { rotateReceiptKey } from '../src/log/receipt-keys.ts'
import { readCheckpoints } from '../src/store/log-checkpoints.ts'
import { readLogEvents } from '../src/store/log-events.ts'
import { readLogs } from '../src/store/logs.ts'
import { readSigningKeys } from '../src/store/signing-keys.ts'
import { checkLog, type LogStage, openLogStage, stageMasterKey } from './log-stage.ts'

const newUuid = uuidSource(systemRandom())
const logTables = [
  'log_heads',
  'log_tiles',
  'log_entry_bundles',
  'log_minutes',
  'log_checkpoints',
  'log_events',
  'leases',
]
const tables = [...logTables, 'pending_batches', 'logs', 'signing_keys']

/** Yesterday's backup: every table of the log as it is now, to be put back later. */
async function backUp(stage: LogStage): Promise<() => Promise<void>> {
  for (const table of tables) await stage.pool.query(`CREATE TABLE backup_${table} AS TABLE ${table}`)
  return async () => {
    for (const table of tables) {
      await stage.pool.query(`TRUNCATE ${table}`)
      await stage.pool.query(`INSERT INTO ${table} SELECT * FROM backup_${table}`)
    }
  }
}

async function sequence(stage: LogStage): Promise<void> {
  // A minute ahead each time: what was leased before has run out.
  minutes += 1
  const ahead = minutes * 60_000
  const sequencer = stage.open({ clock: { now: () => Date.now() + ahead } })
  await sequencer.flush()
  await sequencer.close()
}
let minutes = 0

async function rotationOf(stage: LogStage) {
  const events = await readLogEvents(stage.pool, stage.scope, stage.scope.routing.log('events'))
  return events
    .map(({ payload }) => JSON.parse(payload.toString()))
    .filter(({ ver }) => ver === 'assent-log-rotated/1')
}

test('a database restored to yesterday: the old log is never signed again, and a new one tells how it ended', async () => {
  await using stage = await openLogStage()
  await stage.commit(100)
  await sequence(stage)
  const restore = await backUp(stage)
  await stage.commit(100)
  await sequence(stage)
  const signed = await checkLog(stage.pool, stage.scope, 0)
  await restore()

  const after = await stage.commit(10)
  await sequence(stage)
  const logs = await readLogs(stage.pool, stage.scope)
  assert.deepEqual(
    logs.map(({ origin, privateSealed }) => [origin, privateSealed !== null]),
    [
      ['consent.example/log/test-0', false],
      ['consent.example/log/test-1', true],
    ],
  )
  const old = await checkLog(stage.pool, stage.scope, 0)
  assert.ok(old.length < signed.length)
  const fresh = await checkLog(stage.pool, stage.scope, 1)
  assert.deepEqual(
    after.filter((id) => !fresh.includes(id)),
    [],
  )
  const [rotated] = await rotationOf(stage)
  assert.equal(rotated.reason, 'database_older')
  assert.deepEqual(rotated.lost, { from: old.length, to: signed.length })
  assert.match(rotated.last_checkpoint, new RegExp(`^consent\\.example/log/test-0\n${signed.length}\n`))

  // Restored once more: the number 1 is taken, by a log that people hold checkpoints of.
  await restore()
  await stage.commit(3)
  await sequence(stage)
  const names = (await readLogs(stage.pool, stage.scope)).map(({ origin }) => origin)
  assert.deepEqual(names, ['consent.example/log/test-0', 'consent.example/log/test-2'])
})

test('the log that is opened after a restore knows the keys that are older than it, and an auditor of either log does', async () => {
  await using stage = await openLogStage()
  await stage.commit(3)
  await sequence(stage)
  const restore = await backUp(stage)
  await stage.commit(3)
  await sequence(stage)
  await restore()
  await sequence(stage)
  const parts = {
    pool: stage.pool,
    masterKey: stageMasterKey,
    clock: { now: () => Date.now() + 20 * 60_000 },
    newUuid,
  }
  await rotateReceiptKey(parts, [stage.scope])
  minutes += 20
  await sequence(stage)

  const keySet = keySetOf(await readSigningKeys(stage.pool))
  assert.equal(keySet.keys.length, 2)
  const logs = await readLogs(stage.pool, stage.scope)
  assert.equal(logs.length, 2)
  for (const log of logs) {
    const place = { ...stage.scope, generation: log.generation }
    const lines: string[] = []
    for await (const line of exportLog(stage.pool, place, log, keySet)) lines.push(line)
    const rows = lines.slice(1).map((line) => JSON.parse(line) as ExportLine)
    const report = await auditLog(
      {
        origin: log.origin,
        leafHashes: rows.map(([hash]) => Buffer.from(hash, 'base64')),
        records: rows.map(([, entry, payload]) => ({
          entry: Buffer.from(entry),
          payload: payload === null ? null : Buffer.from(payload),
        })),
        checkpoints: await readCheckpoints(stage.pool, place),
        keySet,
      },
      { logKeys: [logNoteKey(log)] },
    )
    // The leaves of this stage have no records; all else is in order. Seen to fail without the keys in the opening.
    const named = [...report.counts.keys()].filter((name) => name !== 'removed_record')
    assert.deepEqual(named, [], log.origin)
  }
})

test('a guard that is gone: a new log; a guard that is broken, or a tree that was changed: nothing is signed', async () => {
  await using stage = await openLogStage()
  await stage.commit(20)
  await sequence(stage)
  const [folder = ''] = await readdir(stage.guardDir)
  const kept = join(stage.guardDir, '..', 'kept')
  await cp(stage.guardDir, kept, { recursive: true })

  const [file = ''] = await readdir(join(stage.guardDir, folder))
  await writeFile(join(stage.guardDir, folder, file), 'not a note')
  const before = (await checkLog(stage.pool, stage.scope, 0)).length
  await stage.commit(5)
  await sequence(stage)
  assert.equal((await checkLog(stage.pool, stage.scope, 0)).length, before)
  assert.equal((await readLogs(stage.pool, stage.scope)).length, 1)
  assert.ok(stage.logged.some(({ message }) => message === 'the log cannot be sequenced'))

  // Back in order, and then a hash of the tree is changed by hand: signing stops.
  await cp(kept, stage.guardDir, { recursive: true })
  await stage.pool.query("UPDATE log_tiles SET hashes = '\\x00'::bytea || substr(hashes, 2) WHERE level = 0")
  const signedBefore = await readdir(join(stage.guardDir, folder))
  await sequence(stage)
  assert.deepEqual(await readdir(join(stage.guardDir, folder)), signedBefore)
  const checkpoints = await stage.pool.query(
    'SELECT max(size)::int AS size FROM log_checkpoints WHERE route_key = $1',
    [headKey({ ...stage.scope, generation: 0 })],
  )
  assert.equal(checkpoints.rows[0]?.size, before)

  await rm(stage.guardDir, { recursive: true })
  await sequence(stage)
  const [rotated] = await rotationOf(stage)
  assert.equal(rotated.reason, 'guard_missing')
  assert.equal((await readLogs(stage.pool, stage.scope)).length, 2)
  await checkLog(stage.pool, stage.scope, 1)
})
