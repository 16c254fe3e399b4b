import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { retryDelay, retryDelays } from './webhook.ts'

const hour = 3_600_000

test('ten attempts over about three days, each within a fifth of its time', () => {
  assert.equal(retryDelays.length, 10)
  const sum = retryDelays.reduce((total, delay) => total + delay, 0)
  assert.ok(sum > 72 * hour && sum < 80 * hour)
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempts, chance) => {
        const planned = retryDelays[attempts] ?? 0
        const delay = retryDelay(attempts, chance) ?? 0
        assert.ok(delay >= planned * 0.8 - 1 && delay <= planned * 1.2 + 1)
      },
    ),
  )
  assert.equal(retryDelay(10, 0.5), undefined)
})

test('what the receiver asks for counts where it is longer, up to a day', () => {
  assert.equal(retryDelay(1, 0.5, hour), hour)
  assert.equal(retryDelay(1, 0.5, 1000), 5000)
  assert.equal(retryDelay(1, 0.5, 1000 * hour), 24 * hour)
})
