import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { caRegionCodes, countryCodes, usRegionCodes } from './iso-3166.ts'
import { parsePlace } from './place.ts'

function place(country: string | null | undefined, region?: string | null) {
  const parsed = parsePlace(country, region)
  assert.ok('place' in parsed, JSON.stringify(parsed))
  return parsed.place
}

function issues(country: string | null, region: string | null = null) {
  const parsed = parsePlace(country, region)
  assert.ok('issues' in parsed, JSON.stringify(parsed))
  return parsed.issues
}

describe('a place that can be told', () => {
  test('nothing given is no place', () => {
    assert.deepEqual(place(null), { country: null, region: null })
    assert.deepEqual(place(undefined), { country: null, region: null })
  })

  test('a country, with or without its region', () => {
    assert.deepEqual(place('DE'), { country: 'DE', region: null })
    assert.deepEqual(place('US', 'CA'), { country: 'US', region: 'CA' })
    assert.deepEqual(place('FR', '75C'), { country: 'FR', region: '75C' })
  })

  test('both in one as ISO 3166-2, in either member', () => {
    assert.deepEqual(place('US-CA'), { country: 'US', region: 'CA' })
    assert.deepEqual(place('US', 'US-CA'), { country: 'US', region: 'CA' })
    assert.deepEqual(place(null, 'US-CA'), { country: 'US', region: 'CA' })
    assert.deepEqual(place('US-CA', 'CA'), { country: 'US', region: 'CA' })
  })

  test('every country of ISO 3166-1 and every region of the United States and Canada', () => {
    assert.equal(new Set(countryCodes).size, 249)
    for (const country of countryCodes) assert.deepEqual(place(country), { country, region: null })
    assert.equal(usRegionCodes.length, 57)
    for (const region of usRegionCodes) assert.deepEqual(place(`US-${region}`), { country: 'US', region })
    assert.equal(caRegionCodes.length, 13)
    for (const region of caRegionCodes) assert.deepEqual(place('CA', region), { country: 'CA', region })
  })

  test('Kosovo, though its code is not official', () => {
    assert.deepEqual(place('XK'), { country: 'XK', region: null })
  })
})

describe('a place that cannot', () => {
  test('UK and EL are told the right code', () => {
    assert.match(issues('UK')[0]?.message ?? '', /write GB/)
    assert.match(issues('EL')[0]?.message ?? '', /write GR/)
    assert.match(issues('EU')[0]?.message ?? '', /not a country/)
  })

  test('lower case is told to be upper', () => {
    assert.match(issues('de')[0]?.message ?? '', /upper case/)
    assert.match(issues('us-ca')[0]?.message ?? '', /upper case/)
  })

  for (const code of [
    '',
    'D',
    'DEU',
    'ZZ',
    '276',
    'Deutschland',
    'SU',
    'D\u0045\u0301',
    ' DE',
    'DE ',
    '-',
    '-CA',
  ])
    test(`${JSON.stringify(code)} is no country`, () => {
      assert.equal(issues(code)[0]?.path, 'country')
    })

  test('a region that the country does not have', () => {
    assert.deepEqual(issues('US-XX')[0]?.path, 'country')
    assert.deepEqual(issues('US', 'XX')[0]?.path, 'region')
    assert.deepEqual(issues('CA', 'CA')[0]?.path, 'region')
    assert.deepEqual(issues('DE', 'Bayern')[0]?.path, 'region')
    assert.deepEqual(issues('DE', '')[0]?.path, 'region')
  })

  test('a region without its country', () => {
    assert.match(issues(null, 'CA')[0]?.message ?? '', /send country too/)
  })

  test('two places at once', () => {
    assert.equal(issues('US-CA', 'NY')[0]?.path, 'region')
    assert.equal(issues('DE', 'US-CA')[0]?.path, 'region')
  })

  test('nothing of what was sent is repeated', () => {
    for (const sent of ['<script>', 'secret@example.org']) {
      assert.ok(!JSON.stringify(issues(sent)).includes(sent))
      assert.ok(!JSON.stringify(issues('US', sent)).includes(sent))
    }
  })
})
