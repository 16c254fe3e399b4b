import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { untilTrue } from '../../../test/until.ts'
import { openEmbeddedPostgres } from './open-embedded-postgres.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { aDataDir, openInAnotherProcess, query } from './test-data-dir.ts'

async function queryWhenBack<Row extends Record<string, unknown>>(url: string, text: string): Promise<Row[]> {
  for (;;) {
    try {
      return await query<Row>(url, text)
    } catch {
      await delay(10)
    }
  }
}

async function killPostmaster(dataDir: string): Promise<void> {
  const file = await readPostmasterFile(join(dataDir, 'postgres'))
  assert.ok(file)
  process.kill(file.pid, 'SIGKILL')
  await delay(20)
}

describe('a server that is killed', () => {
  let dataDir: Awaited<ReturnType<typeof aDataDir>>
  before(async () => {
    dataDir = await aDataDir()
  })
  after(() => dataDir[Symbol.asyncDispose]())

  function open(note: (message: string) => void = () => {}) {
    return openEmbeddedPostgres({ dataDir: dataDir.path, purpose: 'serve', note })
  }

  test('comes back, time and again, with every acknowledged row', async () => {
    const notes: string[] = []
    await using server = await open((message) => notes.push(message))
    await query(server.url, 'CREATE TABLE kept (round int)')
    for (let round = 0; round < 5; round++) {
      await query(server.url, `INSERT INTO kept VALUES (${round})`)
      await killPostmaster(dataDir.path)
      const rows = await queryWhenBack(server.url, 'SELECT round FROM kept ORDER BY round')
      assert.equal(rows.length, round + 1)
    }
    // A newcomer may be let in before the supervisor has looked again itself.
    await untilTrue(() => notes.filter((message) => message === 'PostgreSQL is back').length === 5)
  })

  test('waits for a busy process of the old server, and can be stopped meanwhile', async () => {
    await using server = await open()
    const busy = query(
      server.url,
      `DO $$ DECLARE n bigint := 0; BEGIN FOR i IN 1..15000000 LOOP n := n + i; END LOOP; END $$`,
    ).catch(() => [])
    await delay(200)
    await killPostmaster(dataDir.path)
    await server.stop()
    await using again = await open()
    assert.equal((await query(again.url, 'SELECT 1')).length, 1)
    await busy
  })
})

describe('a server whose Node is killed', () => {
  let dataDir: Awaited<ReturnType<typeof aDataDir>>
  before(async () => {
    dataDir = await aDataDir()
  })
  after(() => dataDir[Symbol.asyncDispose]())

  test('is replaced at once, twenty times, and no row is lost', async () => {
    for (let round = 0; round < 20; round++) {
      await using owner = openInAnotherProcess(dataDir.path)
      const url = await owner.url
      assert.ok(url !== undefined)
      if (round === 0) await query(url, 'CREATE TABLE kept (round int)')
      assert.equal((await query(url, 'SELECT round FROM kept')).length, round)
      await query(url, `INSERT INTO kept VALUES (${round})`)
    }
  })

  test('is not reached by Ctrl-C in the terminal, which goes to Node alone', async () => {
    await using owner = openInAnotherProcess(dataDir.path)
    const url = await owner.url
    assert.ok(url !== undefined && owner.child.pid !== undefined)
    process.kill(-owner.child.pid, 'SIGINT')
    await delay(300)
    assert.equal((await query(url, 'SELECT 1')).length, 1)
  })
})
