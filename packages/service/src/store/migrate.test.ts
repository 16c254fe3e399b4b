import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { query } from './embedded/test-data-dir.ts'
import { aServer } from './embedded/test-server.ts'
import { migrate } from './migrate.ts'

const first = { '000001-people.sql': '-- people\nCREATE TABLE people (id int);' }
const second = { '000002-pets.sql': 'CREATE TABLE pets (id int); -- {braces} and "quotes"' }
const engineStep = { '000001-people.citus.sql': 'CREATE TABLE only_on_citus (id int);' }

async function aFolderOf(files: Record<string, string>): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'assent-migrations-'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

describe('migrate', () => {
  let server: Awaited<ReturnType<typeof aServer>>
  before(async () => {
    server = await aServer()
  })
  after(() => server[Symbol.asyncDispose]())

  const tableNames = async (url: string) => {
    const rows = await query<{ tablename: string }>(
      url,
      `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename !~ '^schema_' ORDER BY 1`,
    )
    return rows.map((row) => row.tablename)
  }

  test('applies what is missing, in order, and tells what', async () => {
    const url = await server.anEmptyDatabase()
    await using old = await aFolderOf(first)
    assert.deepEqual(await migrate({ url, folder: old.path }), ['000001-people'])
    assert.deepEqual(await migrate({ url, folder: old.path }), [])
    await using grown = await aFolderOf({ ...first, ...second })
    assert.deepEqual(await migrate({ url, folder: grown.path }), ['000002-pets'])
    assert.deepEqual(await tableNames(url), ['people', 'pets'])
  })

  test('of eight at once one applies, and all succeed', async () => {
    const url = await server.anEmptyDatabase()
    await using folder = await aFolderOf({ ...first, ...second })
    const results = await Promise.all(Array.from({ length: 8 }, () => migrate({ url, folder: folder.path })))
    assert.deepEqual(
      results.filter((applied) => applied.length > 0),
      [['000001-people', '000002-pets']],
    )
  })

  test('a failing file leaves nothing behind, and may be mended', async () => {
    const url = await server.anEmptyDatabase()
    await using broken = await aFolderOf({ ...first, '000002-pets.sql': 'CREATE TABLE pets (id nonsense);' })
    await assert.rejects(
      migrate({ url, folder: broken.path }),
      /000002-pets failed, and nothing was changed.*nonsense/,
    )
    assert.deepEqual(await tableNames(url), [])
    await using mended = await aFolderOf({ ...first, ...second })
    assert.equal((await migrate({ url, folder: mended.path })).length, 2)
  })

  test('a database of a newer program is refused', async () => {
    const url = await server.anEmptyDatabase()
    await using newer = await aFolderOf({ ...first, ...second })
    await migrate({ url, folder: newer.path })
    await using older = await aFolderOf(first)
    await assert.rejects(migrate({ url, folder: older.path }), /newer than this program.*000002-pets/)
  })

  test('an applied file may not change, but for its line endings', async () => {
    const url = await server.anEmptyDatabase()
    await using folder = await aFolderOf(first)
    await migrate({ url, folder: folder.path })
    await using windows = await aFolderOf({
      '000001-people.sql': first['000001-people.sql'].replace('\n', '\r\n'),
    })
    assert.deepEqual(await migrate({ url, folder: windows.path }), [])
    await using changed = await aFolderOf({ '000001-people.sql': 'CREATE TABLE people (id bigint);' })
    await assert.rejects(
      migrate({ url, folder: changed.path }),
      /000001-people was applied with another content/,
    )
  })

  test('a file may not be slipped in before applied ones', async () => {
    const url = await server.anEmptyDatabase()
    await using folder = await aFolderOf(second)
    await migrate({ url, folder: folder.path })
    await using slipped = await aFolderOf({ ...first, ...second })
    await assert.rejects(migrate({ url, folder: slipped.path }), /000001-people is preceding/)
  })

  test('the file of an engine runs on that engine alone, after the portable one', async () => {
    await using folder = await aFolderOf({ ...first, ...engineStep, ...second })
    const plain = await server.anEmptyDatabase()
    await migrate({ url: plain, folder: folder.path })
    assert.deepEqual(await tableNames(plain), ['people', 'pets'])
    const citus = await server.anEmptyDatabase()
    await migrate({ url: citus, folder: folder.path, engine: 'citus' })
    assert.deepEqual(await tableNames(citus), ['only_on_citus', 'people', 'pets'])
    await assert.rejects(
      migrate({ url: plain, folder: folder.path, engine: 'citus' }),
      /Another database engine/,
    )
  })

  for (const [fault, files] of Object.entries({
    'is no name of a migration': { '1-people.sql': '' },
    '000001-people.citus.sql is no name': engineStep,
    'the number 000001': { ...first, '000001-pets.sql': '' },
  })) {
    test(`a folder is refused if in it ${fault}`, async () => {
      await using folder = await aFolderOf(files)
      await assert.rejects(
        migrate({ url: await server.anEmptyDatabase(), folder: folder.path }),
        new RegExp(fault),
      )
    })
  }
})
