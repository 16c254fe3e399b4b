import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isoDuration, isShorter } from './iso-duration.ts'

const start = Date.parse('2026-11-21T10:00:00.000Z')

describe('isoDuration', () => {
  test('takes calendar durations and nothing else', () => {
    for (const text of ['P1Y', 'P12M', 'P2Y6M', 'P30D', 'P1Y2M3D', 'P6W', 'P10D'])
      assert.equal(isoDuration.safeParse(text).success, true, text)
    for (const text of [
      '',
      'P',
      'P0D',
      'P0Y0M',
      '12M',
      'P12',
      'P1D2M',
      'PT12H',
      'P-1D',
      'P1.5M',
      'P1W2D',
      'p1y',
      'P1Y ',
    ])
      assert.equal(isoDuration.safeParse(text).success, false, text)
  })
})

describe('isShorter', () => {
  const cases: [string | null, string | null, boolean][] = [
    ['P6M', 'P12M', true],
    ['P12M', 'P6M', false],
    ['P12M', 'P1Y', false],
    ['P30D', 'P1M', false],
    ['P29D', 'P1M', true],
    ['P4W', 'P1M', true],
    ['P24M', null, true],
    [null, 'P24M', false],
    [null, null, false],
  ]
  for (const [one, other, expected] of cases)
    test(`${one} is ${expected ? '' : 'not '}shorter than ${other}`, () => {
      assert.equal(isShorter(one, other, start), expected)
    })
})
