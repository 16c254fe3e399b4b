import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aConsent, readConsent } from '../a-consent.ts'
import { openHarness } from '../harness.ts'
import { testLog } from '../test-log.ts'

const hourMs = 3_600_000

// A machine's clock is set forth and back while it serves (trust.md, section 9, L5).
test('the clock steps two days forth and three back: nothing is refused, lost or out of order, and all of it is proved', async () => {
  await using t = await openHarness({ keepsLog: true })
  const { sequencer } = testLog(t)
  const steps = [0, 48, -72, 1, -1, 24]
  const receipts: string[] = []
  for (const hours of steps) {
    t.advance(hours * hourMs)
    const { status, json } = await t.call('POST', '/v1/consent', { body: aConsent('user_1') })
    assert.equal(status, 201)
    receipts.push((json['receipt'] as { url: string }).url)
    assert.equal((await t.call('GET', '/v1/subjects/user_1/consent')).status, 200)
    await sequencer.flush()
  }
  // A lease that a clock ahead had given to the sequencer does not keep it from going on.
  for (const url of receipts) {
    const { json } = await t.call('GET', url, { headers: { Accept: 'application/json' } })
    assert.equal(json['status'], 'logged', JSON.stringify(json).slice(0, 300))
  }
  const { json } = await t.call('GET', '/v1/subjects/user_1/consent/history')
  const entries = json['data'] as { id: string; receipt: { url: string } }[]
  assert.deepEqual(entries.map(({ receipt }) => receipt.url).toReversed(), receipts)
})

test('what was decided while the clock was ahead outweighs what follows, as docs/trust.md says; the history has both', async () => {
  await using t = await openHarness()
  const decide = (word: string) =>
    t.call('POST', '/v1/consent', { body: { subject: { ref: 'user_1' }, purposes: { analytics: word } } })
  t.advance(48 * hourMs)
  await decide('granted')
  t.advance(-48 * hourMs)
  await decide('withdrawn')
  const standing = async () => (await readConsent(t, 'user_1')).purposes['analytics']?.status
  assert.equal(await standing(), 'granted')
  t.advance(49 * hourMs)
  await decide('withdrawn')
  assert.equal(await standing(), 'withdrawn')
})
