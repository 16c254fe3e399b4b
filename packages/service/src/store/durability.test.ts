import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Queryable } from './db.ts'
import { requireDurability } from './durability.ts'
import { query } from './embedded/test-data-dir.ts'
import { aServer } from './embedded/test-server.ts'

const strict = { allowUnsafe: false }

function aDatabaseWith(settings: Record<string, string>): Queryable {
  const row = { version: '180004', fsync: 'on', full_page_writes: 'on', commit: 'on', ...settings }
  const answer = { rows: [row], rowCount: 1 }
  return { query: () => Promise.resolve(answer) } as unknown as Queryable
}

test('the embedded database passes', async () => {
  await using server = await aServer()
  const url = await server.anEmptyDatabase()
  const db = { query: async (text: string) => ({ rows: await query(url, text), rowCount: 1 }) } as Queryable
  await requireDurability(db, strict)
  await query(url, `ALTER ROLE postgres SET synchronous_commit = off`)
  await assert.rejects(requireDurability(db, strict), /Set synchronous_commit = on/)
})

for (const commit of ['on', 'local', 'remote_write', 'remote_apply']) {
  test(`synchronous_commit = ${commit} waits for the disk`, async () => {
    await requireDurability(aDatabaseWith({ commit }), strict)
  })
}

test('every fault is named, with what to set', async () => {
  const db = aDatabaseWith({ fsync: 'off', full_page_writes: 'off', commit: 'off' })
  await assert.rejects(
    requireDurability(db, strict),
    /fsync = on.*full_page_writes = on.*synchronous_commit = on/,
  )
  await requireDurability(db, { allowUnsafe: true })
})

test('PostgreSQL before 15 is refused, unsafe or not', async () => {
  await assert.rejects(
    requireDurability(aDatabaseWith({ version: '140012' }), { allowUnsafe: true }),
    /PostgreSQL 14/,
  )
})
