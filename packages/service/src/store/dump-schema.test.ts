import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPool } from './db.ts'
import { dumpSchema } from './dump-schema.ts'
import { query } from './embedded/test-data-dir.ts'
import { aServer } from './embedded/test-server.ts'
import { migrate } from './migrate.ts'
import { ensurePartitions } from './partitions.ts'

const sample = `
  CREATE ROLE dump_reader;
  CREATE TABLE "Odd Name" (id int PRIMARY KEY, note text COLLATE "C" DEFAULT 'none', big int CHECK (big > 0));
  CREATE TABLE children (id int NOT NULL REFERENCES "Odd Name", at timestamptz(3), UNIQUE (id, at)) WITH (fillfactor = 80);
  CREATE INDEX children_recent ON children (at DESC) WHERE at IS NOT NULL;
  CREATE UNLOGGED TABLE scratch (id int);
  GRANT USAGE ON SCHEMA public TO dump_reader;
  GRANT SELECT, INSERT ON children TO dump_reader;
  GRANT UPDATE (note, big) ON "Odd Name" TO dump_reader WITH GRANT OPTION;
  GRANT SELECT ON scratch TO PUBLIC;`

test('a dump is SQL that makes the same schema again', async () => {
  await using server = await aServer()
  const from = await server.anEmptyDatabase()
  await migrate({ url: from })
  await query(from, sample)
  const dump = await dumpOf(from)
  const to = await server.anEmptyDatabase()
  await query(to, dump)
  assert.equal(await dumpOf(to), dump)
  for (const part of [
    /CREATE TABLE subjects \([^;]+\) WITH \(fillfactor=80\);/,
    /\) PARTITION BY RANGE \(record_id\);\n\nCREATE TABLE consent_records_default PARTITION OF consent_records DEFAULT;/,
    /GRANT UPDATE \(big, note\) ON "Odd Name" TO dump_reader WITH GRANT OPTION;/,
    /GRANT INSERT, SELECT ON children TO dump_reader;/,
    /CREATE UNLOGGED TABLE scratch/,
    /ALTER TABLE children ADD CONSTRAINT children_id_fkey FOREIGN KEY \(id\) REFERENCES "Odd Name"\(id\);/,
    /CREATE INDEX children_recent ON children USING btree \(at DESC\) WHERE \(at IS NOT NULL\);/,
  ]) {
    assert.match(dump, part)
  }
})

test('dated partitions and their indexes do not show, forbidden things do', async () => {
  await using server = await aServer()
  const url = await server.anEmptyDatabase()
  await migrate({ url })
  await query(url, 'CREATE INDEX records_by_env ON consent_records (env_id)')
  const before = await dumpOf(url)
  assert.equal(before.match(/records_by_env/g)?.length, 1)
  const pool = openPool(url, 1)
  await ensurePartitions(pool, Date.UTC(2026, 10))
  await pool.end()
  assert.equal(await dumpOf(url), before)
  await query(url, 'CREATE SEQUENCE numbers; CREATE VIEW looks AS SELECT 1 AS one')
  assert.match(await dumpOf(url), /-- relation of kind S: numbers\n\n-- relation of kind v: looks/)
})

async function dumpOf(url: string): Promise<string> {
  const pool = openPool(url, 1)
  try {
    return await dumpSchema(pool)
  } finally {
    await pool.end()
  }
}
