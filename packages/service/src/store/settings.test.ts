import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHarness } from '../../test/harness.ts'
import { openSettingsFeed } from './settings.ts'
import { raiseSettingsVersion, readSettingsVersion } from './settings-version.ts'

test('after a refresh the change is seen, and no slower reading takes it back', async () => {
  await using t = await openHarness()
  const { service } = t
  const feed = await openSettingsFeed(service)
  try {
    for (let round = 0; round < 30; round++) {
      await raiseSettingsVersion(service.pool)
      // As a poll would, that began before the next change and is not waited for.
      const poll = feed.refresh()
      await raiseSettingsVersion(service.pool)
      await feed.refresh()
      const version = await readSettingsVersion(service.pool)
      assert.equal(feed.current.version, version)
      await poll
      assert.equal(feed.current.version, version)
    }
  } finally {
    feed.close()
  }
})
