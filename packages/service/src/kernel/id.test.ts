import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { systemRandom, uuidSource, uuidTime } from './id.ts'

describe('a UUIDv7', () => {
  test('is later than the one before, whatever the clock does', () => {
    const clock = fc.array(fc.integer({ min: 1_700_000_000_000, max: 1_700_000_000_020 }), {
      minLength: 2,
      maxLength: 300,
    })
    fc.assert(
      fc.property(clock, (times) => {
        const next = uuidSource(systemRandom())
        const uuids = times.map((now) => next(now))
        assert.deepEqual([...uuids].sort(), uuids)
        assert.equal(new Set(uuids).size, uuids.length)
      }),
    )
  })

  test('stays in order when thousands are made in one millisecond', () => {
    const next = uuidSource(systemRandom())
    const uuids = Array.from({ length: 20_000 }, () => next(1_700_000_000_000))
    assert.deepEqual([...uuids].sort(), uuids)
    assert.equal(new Set(uuids).size, uuids.length)
    // A counter of 12 bits borrows from the time; it must not run away with it.
    assert.ok(uuidTime(uuids.at(-1) ?? uuids[0] ?? next(0)) - 1_700_000_000_000 < 20)
  })

  test('has the version, the variant and the time that RFC 9562 gives it', () => {
    const next = uuidSource(systemRandom())
    for (let now = 1_700_000_000_000; now < 1_700_000_001_000; now++) {
      const uuid = next(now)
      assert.match(uuid, /^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
      assert.equal(uuidTime(uuid), now)
    }
  })
})

describe('the source of random bytes', () => {
  test('hands out each byte once: no two draws share any', () => {
    const random = systemRandom()
    const draws = Array.from({ length: 5000 }, () => random.bytes(16).toString('hex'))
    assert.equal(new Set(draws).size, draws.length)
    const kept = random.bytes(16)
    const copy = kept.toString('hex')
    for (let more = 0; more < 1000; more++) random.bytes(64)
    assert.equal(kept.toString('hex'), copy, 'what was handed out is not written over')
  })
})
