import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { type Harness, openHarness } from '../../test/harness.ts'
import { untilLockIsAwaited } from '../../test/until.ts'
import { isEmptyPlan } from '../catalogue/plan-catalogue.ts'
import { RefusedPlan } from '../catalogue/refused-plan.ts'
import { aCatalogueFile, aPurposeEntry } from '../catalogue/test-catalogue-file.ts'
import type { Scope } from '../domain/scope.ts'
import { applyCatalogue, CatalogueMoved, readCatalogue, readPublishedCatalogue } from './catalogues.ts'
import type { Pool } from './db.ts'
import { readSettingsVersion } from './settings-version.ts'

const now = Date.parse('2026-11-21T10:00:00.000Z')

const file = aCatalogueFile({
  purposes: { constructor: aPurposeEntry(), post: aPurposeEntry({ category: 'email_marketing' }) },
  policies: {
    overrides: [
      { country: 'US', region: 'MD', renew_after: null },
      { country: 'DE', renew_after: 'P6M' },
    ],
  },
})
const edited = aCatalogueFile({ purposes: { constructor: aPurposeEntry({ recipients: ['New Ltd'] }) } })

const silence = () => Promise.resolve()
const apply: (...given: [Pool, Scope, typeof file, number]) => ReturnType<typeof applyCatalogue> = (
  ...given
) => applyCatalogue(...given, silence)

let nextEnvironment = 1000

/** Of an environment that nothing was applied to. */
function aScope(): Scope {
  nextEnvironment += 1
  return { project: 'other', environment: 'test', environmentId: nextEnvironment }
}

async function storedRows(pool: Pool, scope: Scope): Promise<string[]> {
  const tables = ['catalogues', 'purpose_versions', 'controller_versions']
  const rows = await Promise.all(
    tables.map((table) =>
      pool.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t WHERE env_id = $1 ORDER BY 1`, [
        scope.environmentId,
      ]),
    ),
  )
  return rows.flatMap((result) => result.rows.map(({ row }) => row))
}

describe('the catalogue in the store', () => {
  let t: Harness
  let pool: Pool
  before(async () => {
    t = await openHarness()
    pool = t.service.pool
  })
  after(() => t[Symbol.asyncDispose]())

  test('is absent before the first apply', async () => {
    assert.equal(await readCatalogue(pool, aScope()), undefined)
  })

  test('is read back as it was planned, purposes in the order of the file', async () => {
    const scope = aScope()
    const first = await apply(pool, scope, file, now)
    assert.deepEqual(await readPublishedCatalogue(pool, scope), first.next)
    const second = await apply(pool, scope, edited, now + 1)
    assert.deepEqual(await readPublishedCatalogue(pool, scope), second.next)
    assert.deepEqual([...second.next.retired.keys()], ['post'])
    const third = await apply(pool, scope, file, now + 2)
    assert.deepEqual(await readPublishedCatalogue(pool, scope), third.next)
    assert.deepEqual(third.next.catalogue.purposes.get('constructor')?.versions.length, 3)
  })

  test('the same file twice writes nothing, and servers need not look', async () => {
    const scope = aScope()
    await apply(pool, scope, file, now)
    const [stored, version] = [await storedRows(pool, scope), await readSettingsVersion(pool)]
    assert.equal(isEmptyPlan(await apply(pool, scope, file, now + 1)), true)
    assert.deepEqual(await storedRows(pool, scope), stored)
    assert.equal(await readSettingsVersion(pool), version)
  })

  test('a change leaves every row that was there, and tells the servers', async () => {
    const scope = aScope()
    await apply(pool, scope, file, now)
    const [stored, version] = [await storedRows(pool, scope), await readSettingsVersion(pool)]
    await apply(pool, scope, edited, now + 1)
    const kept = new Set(await storedRows(pool, scope))
    assert.deepEqual(
      stored.filter((row) => !kept.has(row)),
      [],
    )
    // Other tests of this file may have raised it too.
    assert.ok((await readSettingsVersion(pool)) > version)
  })

  test('environments do not see each other', async () => {
    const [one, other] = [aScope(), aScope()]
    await apply(pool, one, file, now)
    assert.equal(await readCatalogue(pool, other), undefined)
    await apply(pool, other, edited, now)
    assert.equal((await readCatalogue(pool, one))?.purposes.size, 2)
  })

  test('of two applies in the same moment one wins, and the other changes nothing', async () => {
    for (let round = 0; round < 10; round += 1) {
      const scope = aScope()
      await apply(pool, scope, aCatalogueFile(), now)
      const results = await Promise.allSettled([
        apply(pool, scope, file, now + 1),
        apply(pool, scope, edited, now + 1),
      ])
      const moved = results.filter(({ status }) => status === 'rejected')
      for (const { reason } of moved as PromiseRejectedResult[])
        assert.ok(reason instanceof CatalogueMoved, reason)
      // One after the other is as good; a mixture never is.
      const published = await readPublishedCatalogue(pool, scope)
      assert.equal(published?.catalogue.version, 3 - moved.length)
      const last = results.flatMap((result) =>
        result.status === 'fulfilled' && result.value.next.catalogue.version === published?.catalogue.version
          ? [result.value.next]
          : [],
      )
      assert.deepEqual([published], last)
    }
  })

  test('the one that comes second in the same moment is told to plan again', async () => {
    const scope = aScope()
    await apply(pool, scope, aCatalogueFile(), now)
    const rival = await pool.connect()
    try {
      // Somebody else's apply, between its first statement and its end.
      await rival.query('BEGIN')
      await rival.query(
        `INSERT INTO catalogues (env_id, version, document, sha256, applied_at)
         VALUES ($1, 2, '\\x00'::bytea, '', '2026-11-21T10:00:00Z'::timestamptz)`,
        [scope.environmentId],
      )
      const beaten = assert.rejects(apply(pool, scope, file, now + 1), CatalogueMoved)
      await untilLockIsAwaited(t.databaseUrl)
      await rival.query('COMMIT')
      await beaten
    } finally {
      rival.release()
    }
    const { rows } = await pool.query('SELECT 1 FROM purpose_versions WHERE env_id = $1', [
      scope.environmentId,
    ])
    assert.equal(rows.length, 1)
  })

  test('a file that would rewrite what was published changes nothing', async () => {
    const scope = aScope()
    await apply(pool, scope, file, now)
    const stored = await storedRows(pool, scope)
    const history = [{ effective_from: '2024-01-01', ...aPurposeEntry({ recipients: [] }) }]
    const rewriting = aCatalogueFile({ purposes: { constructor: aPurposeEntry({ history }) } })
    await assert.rejects(apply(pool, scope, rewriting, now + 1), RefusedPlan)
    assert.deepEqual(await storedRows(pool, scope), stored)
  })

  test('a document that was tampered with is not served as published', async () => {
    const scope = aScope()
    await apply(pool, scope, file, now)
    const owner = new pg.Client({ connectionString: t.databaseUrl })
    await owner.connect()
    await owner.query(
      `UPDATE purpose_versions SET document = convert_to(replace(convert_from(document, 'UTF8'), 'count', 'sell'), 'UTF8')
       WHERE env_id = $1`,
      [scope.environmentId],
    )
    await owner.end()
    await assert.rejects(readCatalogue(pool, scope), /not what was published/)
  })
})
