import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { addDuration } from './duration.ts'

const end = (start: string, duration: string) =>
  new Date(addDuration(Date.parse(start), duration)).toISOString()

describe('adding a duration', () => {
  test('counts by the calendar: a month is a month, and its end is kept within the month', () => {
    for (const [start, duration, expected] of [
      ['2026-11-21T09:00:00.123Z', 'P12M', '2027-11-21T09:00:00.123Z'],
      ['2026-01-31T23:59:59.999Z', 'P1M', '2026-02-28T23:59:59.999Z'],
      ['2028-01-31T00:00:00.000Z', 'P1M', '2028-02-29T00:00:00.000Z'],
      ['2028-02-29T12:00:00.000Z', 'P1Y', '2029-02-28T12:00:00.000Z'],
      ['2028-02-29T12:00:00.000Z', 'P4Y', '2032-02-29T12:00:00.000Z'],
      ['2026-08-31T00:00:00.000Z', 'P6M', '2027-02-28T00:00:00.000Z'],
      ['2026-12-31T00:00:00.000Z', 'P1D', '2027-01-01T00:00:00.000Z'],
      ['2026-03-01T00:00:00.000Z', 'P2W', '2026-03-15T00:00:00.000Z'],
      ['2026-03-28T12:00:00.000Z', 'P1D', '2026-03-29T12:00:00.000Z'],
      ['1970-01-01T00:00:00.000Z', 'P1M', '1970-02-01T00:00:00.000Z'],
      ['1969-12-31T23:00:00.000Z', 'P1M', '1970-01-31T23:00:00.000Z'],
    ] as const)
      assert.equal(end(start, duration), expected, `${start} + ${duration}`)
  })

  test('is what the calendar itself says, for any time, whatever was asked before', () => {
    const start = fc.integer({ min: 0, max: 4_000_000_000_000 })
    const duration = fc
      .record({
        years: fc.integer({ min: 0, max: 10 }),
        months: fc.integer({ min: 0, max: 40 }),
        days: fc.integer({ min: 1, max: 800 }),
      })
      .map(({ years, months, days }) => `P${years}Y${months}M${days}D`)
    fc.assert(
      fc.property(start, duration, (ms, text) => {
        const expected = Temporal.Instant.fromEpochMilliseconds(ms)
          .toZonedDateTimeISO('UTC')
          .add(text).epochMilliseconds
        assert.equal(addDuration(ms, text), expected)
        assert.equal(addDuration(ms, text), expected, 'and again, from memory')
      }),
      { numRuns: 3000 },
    )
  })

  test('never makes the later of two starts end earlier', () => {
    const start = fc.integer({ min: 0, max: 4_000_000_000_000 })
    fc.assert(
      fc.property(
        start,
        start,
        fc.constantFrom('P1M', 'P6M', 'P12M', 'P1Y', 'P30D'),
        (one, other, duration) => {
          const [first, second] = [Math.min(one, other), Math.max(one, other)]
          // The last days of a long month share the end of a short one: the time of day may then go back, the day never.
          assert.ok(addDuration(second, duration) > addDuration(first, duration) - 86_400_000)
        },
      ),
    )
  })
})
