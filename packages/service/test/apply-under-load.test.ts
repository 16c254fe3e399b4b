import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aConsent, readConsent } from './a-consent.ts'
import { anAnonymousRef, openHarness } from './harness.ts'
import { publish, shopWith } from './publish-catalogue.ts'
import { untilTrue } from './until.ts'

const connections = 64
const applies = 4

interface Seen {
  readonly ref: string
  readonly id: string
  readonly version: number
  readonly sentAt: number
  readonly answeredAt: number
}

test('applying while 64 connections record loses and misversions nothing', async () => {
  await using t = await openHarness()
  const seen: Seen[] = []
  const published: { readonly from: number; readonly to: number }[] = []
  let stop = false

  const recording = Array.from({ length: connections }, async () => {
    while (!stop) {
      const ref = anAnonymousRef()
      const sentAt = performance.now()
      const body = aConsent(ref, { purposes: { analytics: 'granted' }, country: 'DE' })
      const answer = await t.call('POST', '/v1/consent', { body })
      assert.equal(answer.status, 201, answer.text)
      const { id, purposes } = answer.json as { id: string; purposes: { analytics: { version: number } } }
      seen.push({ ref, id, version: purposes.analytics.version, sentAt, answeredAt: performance.now() })
    }
  })
  for (let number = 1; number <= applies; number += 1) {
    const from = performance.now()
    const text = await shopWith([
      'Germany)"]\n    data_categories: [pages',
      `Germany)", Host ${number} Ltd]\n    data_categories: [pages`,
    ])
    await publish(t, text)
    const to = performance.now()
    published.push({ from, to })
    // Each connection has recorded under what was published before the next apply.
    await untilTrue(() => seen.filter(({ sentAt }) => sentAt > to).length >= connections)
  }
  stop = true
  await Promise.all(recording)

  // Version 2 at first, one more with each apply: in force after it was published, never before it was begun.
  for (const { version, sentAt, answeredAt } of seen) {
    const least = 2 + published.filter(({ to }) => to < sentAt).length
    const most = 2 + published.filter(({ from }) => from <= answeredAt).length
    assert.ok(version >= least && version <= most, `version ${version}, not ${least} to ${most}`)
  }
  assert.ok(new Set(seen.map(({ version }) => version)).size > 2, 'the applies fell between the records')
  // Every acknowledged record is there, under the version it was acknowledged with, and judged by it.
  const current = 2 + applies
  for (const { ref, id, version } of seen.filter((_, index) => index % 7 === 0)) {
    const stands = (await readConsent(t, ref)).purposes['analytics']
    assert.deepEqual([stands?.record, stands?.version, stands?.current_version], [id, version, current])
    assert.equal(stands?.status, version === current ? 'granted' : 'superseded')
  }
  const { rows } = await t.service.pool.query<{ records: number }>(
    'SELECT count(*) AS records FROM consent_records WHERE purposes = $1',
    ['analytics'],
  )
  assert.equal(rows[0]?.records, seen.length)
})
