import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { record } from './a-consent.ts'
import { type Harness, openHarness } from './harness.ts'

// ASSENT_MERGE_TRIES=1000 and ASSENT_MERGE_RECORDS=10000 are the long form.
const tries = Number(process.env['ASSENT_MERGE_TRIES'] ?? 25)
const recordsEach = Number(process.env['ASSENT_MERGE_RECORDS'] ?? 500)

/** Which transaction wrote each record last. */
async function rowVersions(t: Harness): Promise<Map<string, string>> {
  const { rows } = await t.service.pool.query<{ id: string; version: string }>(
    'SELECT record_id AS id, xmin::text AS version FROM consent_records',
  )
  return new Map(rows.map(({ id, version }) => [id, version]))
}

describe('merges at once', () => {
  let t: Harness
  before(async () => {
    t = await openHarness({ settings: { ASSENT_LIMIT_BATCH_BYTES: '2000000' } })
  })
  after(() => t[Symbol.asyncDispose]())

  const merge = (source: string, target: string) =>
    t.call('POST', '/v1/subjects/merge', { body: { source, target } })

  async function fill(ref: string, count: number): Promise<void> {
    for (let done = 0; done < count; done += 500) {
      const records = Array.from({ length: Math.min(500, count - done) }, (_, index) => ({
        subject: { ref },
        purposes: { analytics: index % 2 === 0 ? 'granted' : 'denied' },
      }))
      const answer = await t.call('POST', '/v1/consent/batch', { body: { records } })
      assert.equal(answer.json['recorded'], records.length)
    }
  }

  test(`of two opposite merges one wins and the other is 409, ${tries} times, while both are recorded for`, async () => {
    for (let index = 0; index < tries; index++) {
      const [one, other] = [`opposite_a_${index}`, `opposite_b_${index}`]
      await Promise.all([record(t, one), record(t, other)])
      const [there, back, ...recorded] = await Promise.all([
        merge(one, other),
        merge(other, one),
        record(t, one),
        record(t, other),
      ])
      assert.deepEqual([there.status, back.status].sort(), [200, 409], `${there.text} ${back.text}`)
      const ids = await Promise.all(
        [one, other].map(
          async (ref) => (await t.call('GET', `/v1/subjects/${ref}/consent/history`)).json['data'],
        ),
      )
      assert.deepEqual(
        ids[0],
        (ids[1] as { subject: { ref: string } }[]).map((entry) => ({
          ...entry,
          subject: { ...entry.subject, ref: one },
        })),
      )
      assert.equal((ids[0] as unknown[]).length, 4)
      assert.ok(recorded.every(({ id }) => JSON.stringify(ids[0]).includes(id)))
    }
    const { rows } = await t.service.pool.query<{ deadlocks: number }>(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    )
    assert.equal(Number(rows[0]?.deadlocks), 0)
  })

  test(`two subjects with ${recordsEach} records each are merged while recording goes on, and none of them is written anew`, async () => {
    await fill('large_source', recordsEach)
    await fill('large_target', recordsEach)
    let isOver = false
    let recorded = 0
    const recording = (async () => {
      while (!isOver)
        await Promise.all(
          ['large_source', 'large_target', 'bystander'].map(async (ref) => {
            await record(t, ref)
            recorded += 1
          }),
        )
    })()
    const rowsThen = await rowVersions(t)
    const start = performance.now()
    const merged = await merge('large_source', 'large_target')
    const mergeMs = performance.now() - start
    const beforeUndo = performance.now()
    const undone = await t.call('POST', `/v1/subjects/merge/${merged.json['id']}/undo`)
    const undoMs = performance.now() - beforeUndo
    const again = await merge('large_source', 'large_target')
    isOver = true
    await recording
    assert.deepEqual([merged.status, undone.status, again.status], [200, 200, 200])
    console.log(`merge ${Math.round(mergeMs)} ms, undo ${Math.round(undoMs)} ms, ${recorded} recorded beside`)
    // Which is why it takes no longer for more: it touches two people, and no record of theirs.
    const rowsNow = await rowVersions(t)
    assert.ok(rowsThen.size >= 2 * recordsEach)
    assert.ok([...rowsThen].every(([id, version]) => rowsNow.get(id) === version))
    assert.ok(recorded > 0)
    const start2 = performance.now()
    const page = await t.call('GET', '/v1/subjects/large_source/consent/history?limit=200')
    assert.equal((page.json['data'] as unknown[]).length, 200)
    console.log(`a page of the history ${Math.round(performance.now() - start2)} ms`)
  })
})
