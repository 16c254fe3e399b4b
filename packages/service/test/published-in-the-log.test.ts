import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { eventsKey } from '../src/domain/log-place.ts'
import { readLogEvents } from '../src/store/log-events.ts'
import { readLeaves } from '../src/store/log-tiles.ts'
import { openHarness } from './harness.ts'
import { publish, shopWith } from './publish-catalogue.ts'
import { entriesOfTheStart, testLog } from './test-log.ts'

// Seen to fail: without `announce` in log/publish-in-log.ts nothing of the apply is in the log.
test('an apply stands in the log: each version of a purpose it published, and the catalogue', async () => {
  await using t = await openHarness({ keepsLog: true })
  const { sequencer, place } = testLog(t)
  const published = async () => {
    const events = await readLogEvents(t.service.pool, place, eventsKey(place.routing))
    return events.map(({ payload }) => ({
      text: payload.toString(),
      leaf: hash('sha256', payload, 'buffer'),
      said: JSON.parse(payload.toString()) as {
        ver: string
        purpose?: string
        version: number
        sha256: string
      },
    }))
  }
  const before = await published()
  assert.equal(before.length, entriesOfTheStart)

  await publish(t, await shopWith(['retention: P12M', 'retention: P13M']))
  await publish(t, await shopWith(['retention: P12M', 'retention: P13M']))
  const [purpose, catalogue, ...others] = (await published()).slice(before.length)
  assert.ok(purpose && catalogue)
  assert.deepEqual(others, [], 'the same file twice is published once')
  assert.equal(purpose.said.ver, 'assent-purpose-version/1')
  assert.equal(catalogue.said.ver, 'assent-catalogue-version/1')
  const { catalogue: current } = t.service.settings.current.environments.get(place.environmentId) ?? {}
  assert.equal(catalogue.said.version, current?.version)
  assert.equal(catalogue.said.sha256, current?.sha256)

  await sequencer.flush()
  const leaves = await readLeaves(t.service.pool, place, 0)
  for (const { leaf } of [purpose, catalogue])
    assert.ok(leaves.includes(leaf), 'the log commits to what was said')
})
