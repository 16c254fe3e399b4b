import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { aConsent, issuePaths, type Recorded, record, refused } from './a-consent.ts'
import { anAnonymousRef, type Harness, openHarness } from './harness.ts'
import { publish, shopWith } from './publish-catalogue.ts'

type Entry = Recorded & { readonly seq: number; readonly [member: string]: unknown }

describe('a consent history', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
  })
  after(() => t[Symbol.asyncDispose]())

  async function page(ref: string, query = ''): Promise<{ data: Entry[]; next_cursor: string | null }> {
    const answer = await t.call('GET', `/v1/subjects/${ref}/consent/history${query}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.json as unknown as { data: Entry[]; next_cursor: string | null }
  }
  /** All pages, as a client walks them. */
  async function walk(
    ref: string,
    query: string,
    between: () => Promise<unknown> = async () => undefined,
  ): Promise<Entry[]> {
    const entries: Entry[] = []
    let cursor: string | null = null
    do {
      const { data, next_cursor }: Awaited<ReturnType<typeof page>> = await page(
        ref,
        `?${query}${cursor === null ? '' : `&cursor=${cursor}`}`,
      )
      entries.push(...data)
      assert.ok(entries.length <= 500, 'the pages do not end')
      cursor = next_cursor
      await between()
    } while (cursor !== null)
    return entries
  }

  test('each entry is the record as it was answered, and how it came about', async () => {
    const ref = anAnonymousRef()
    const changes = {
      country: 'US',
      region: 'CA',
      language: 'en-US',
      source: 'banner',
      action: 'custom',
      notice: 'bnr_3:en',
      vendors: { tcf: { '755': 'granted' }, google_atp: { '89': 'denied' } },
      tc_string: 'CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA',
      gpc: true,
      metadata: { page: '/signup', ä: 'ö' },
    }
    const one = await record(t, ref, changes, {
      key: t.keys.test.public,
      headers: { 'User-Agent': 'Mozilla/5.0 Firefox/140.0' },
    })
    const { data, next_cursor } = await page(ref)
    assert.equal(next_cursor, null)
    assert.deepEqual(data, [
      {
        ...one,
        action: 'custom',
        notice: 'bnr_3:en',
        vendors: changes.vendors,
        tcf_notice: { vendor_list_version: 12, screen: 1 },
        tc_string: changes.tc_string,
        metadata: changes.metadata,
        network_prefix: null,
        agent_family: 'firefox',
        proved_by: 'anonymous_ref',
        seq: 1,
        written_under: null,
      },
    ])
  })

  test('newest first, in pages without a gap or a repeat, however large', async () => {
    const ref = anAnonymousRef()
    const records: Recorded[] = []
    for (let count = 0; count < 11; count++) records.push(await record(t, ref))
    const expected = records.map(({ id }) => id).reverse()
    for (const limit of [1, 2, 5, 10, 11, 12, 200]) {
      const entries = await walk(ref, `limit=${limit}`)
      assert.deepEqual(
        entries.map(({ id }) => id),
        expected,
        `limit ${limit}`,
      )
      assert.deepEqual(
        entries.map(({ seq }) => seq),
        [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
      )
    }
  })

  test('what is recorded while somebody pages does not move the pages', async () => {
    const ref = anAnonymousRef()
    for (let count = 0; count < 7; count++) await record(t, ref)
    const entries = await walk(ref, 'limit=2', () => record(t, ref))
    assert.deepEqual(
      entries.map(({ seq }) => seq),
      [7, 6, 5, 4, 3, 2, 1],
    )
  })

  test('numbers are gap-free after refusals and a hundred at once', async () => {
    const ref = anAnonymousRef()
    const bodies = Array.from({ length: 120 }, (_, at) =>
      aConsent(ref, at % 6 === 5 ? { purposes: { unheard_of: 'granted' } } : {}),
    )
    const answers = await Promise.all(bodies.map((body) => t.call('POST', '/v1/consent', { body })))
    assert.equal(answers.filter(({ status }) => status === 201).length, 100)
    const entries = await walk(ref, 'limit=30')
    assert.deepEqual(
      entries.map(({ seq }) => seq),
      Array.from({ length: 100 }, (_, at) => 100 - at),
    )
    assert.deepEqual(new Set(entries.map(({ id }) => id)).size, 100)
    const ids = answers.filter(({ status }) => status === 201).map(({ json }) => String(json['id']))
    assert.deepEqual(ids.sort(), entries.map(({ id }) => id).sort())
  })

  test('only records on a purpose, only of a time, both ends included, and the pages of those', async () => {
    const ref = anAnonymousRef()
    const time = (hour: number) => `2026-03-01T${String(hour).padStart(2, '0')}:00:00.000Z`
    for (let hour = 1; hour <= 9; hour++)
      await record(t, ref, {
        occurred_at: time(hour),
        purposes: hour % 3 === 0 ? { marketing: 'denied', newsletter: 'granted' } : { newsletter: 'denied' },
      })
    const hours = async (query: string) =>
      (await walk(ref, query)).map(({ occurred_at }) => Number(occurred_at.slice(11, 13)))
    assert.deepEqual(await hours('purpose=marketing&limit=2'), [9, 6, 3])
    assert.deepEqual(await hours('purpose=newsletter&limit=4'), [9, 8, 7, 6, 5, 4, 3, 2, 1])
    assert.deepEqual(await hours(`from=${time(4)}&to=${time(6)}&limit=1`), [6, 5, 4])
    assert.deepEqual(await hours(`from=${time(7)}&purpose=marketing`), [9])
    assert.deepEqual(await hours(`to=${encodeURIComponent('2026-03-01T03:00:00+01:00')}`), [2, 1])
    assert.deepEqual(await hours(`from=${time(6)}&to=${time(4)}`), [])
    assert.deepEqual(await hours('purpose=analytics'), [])
    for (const part of ['market', 'arketing', 'newsletter_x'])
      assert.deepEqual(await hours(`purpose=${part}`), [], part)
  })

  test('a purpose that is no longer offered can still be looked up', async () => {
    const ref = anAnonymousRef()
    await record(t, ref, { purposes: { recommendations: 'granted' } })
    await publish(
      t,
      await shopWith(
        ['\n  recommendations:\n', '\n  suggestions:\n'],
        ['purpose: recommendations', 'purpose: suggestions'],
      ),
    )
    const { data } = await page(ref, '?purpose=recommendations')
    assert.equal(data.length, 1)
    assert.equal(data[0]?.purposes['recommendations']?.decision, 'granted')
  })

  test('what was recorded is shown as it was, after the catalogue and the law of the place moved on', async () => {
    const ref = anAnonymousRef()
    const then = await record(t, ref, { country: 'DE' })
    await publish(t, await shopWith(['search terms in the shop]', 'search terms in the shop, screen size]']))
    t.advance(3 * 365 * 86_400_000)
    const [entry] = (await page(ref)).data
    assert.deepEqual(
      [entry?.purposes, entry?.policy, entry?.receipt],
      [then.purposes, then.policy, then.receipt],
    )
  })

  test('by any ref of the person, and each entry echoes the one that was asked by', async () => {
    const one = await record(t, 'email:Ada.Lovelace@example.org')
    for (const ref of ['email:ada.lovelace@example.org', 'email:ADA.LOVELACE@EXAMPLE.ORG', one.subject.id]) {
      const [entry] = (await page(encodeURIComponent(ref))).data
      assert.deepEqual([entry?.id, entry?.subject], [one.id, { id: one.subject.id, ref }])
    }
  })

  test('what is wrong with a page is told by its name', async () => {
    const ref = anAnonymousRef()
    await record(t, ref)
    const { url } = (await record(t, ref)).receipt
    for (const [query, path] of [
      ['limit=0', 'query.limit'],
      ['limit=201', 'query.limit'],
      ['limit=-1', 'query.limit'],
      ['limit=1.5', 'query.limit'],
      ['limit=ten', 'query.limit'],
      ['limit=', 'query.limit'],
      ['limit=1&limit=2', 'query.limit'],
      ['cursor=', 'query.cursor'],
      ['cursor=AAAA', 'query.cursor'],
      ['cursor=AAAAAAAAAAAAAAAAAAAAAB', 'query.cursor'],
      [`cursor=${url.slice(-43)}`, 'query.cursor'],
      ['cursor=%27%20OR%201%3D1', 'query.cursor'],
      ['from=yesterday', 'query.from'],
      ['to=2026-11-21', 'query.to'],
      ['purpose=a%20b', 'query.purpose'],
      ['purpose=analytics&purpose=marketing', 'query.purpose'],
    ] as const)
      assert.deepEqual(
        issuePaths(await t.call('GET', `/v1/subjects/${ref}/consent/history?${query}`)),
        [path],
        query,
      )
    assert.equal(
      refused(await t.call('GET', `/v1/subjects/${anAnonymousRef()}/consent/history`), 404),
      'subject_not_found',
    )
  })
})
