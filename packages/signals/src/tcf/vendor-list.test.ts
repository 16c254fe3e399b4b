import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  inventedJson,
  inventedList,
  readJson,
  readRealList,
  someChoices,
  someContext,
} from '../../test/fixtures.ts'
import { SignalError } from '../signal-error.ts'
import { decodeTcString } from './decode-tc-string.ts'
import { narrowVendorList, type PublishedJson } from './narrow-vendor-list.ts'
import { encodeTcString } from './tcf.ts'
import { translateVendorList } from './translate-vendor-list.ts'
import { parseVendorList } from './vendor-list.ts'

const german = readJson('../fixtures/purposes-de.json') as PublishedJson

describe('parsing', () => {
  test('the invented list has every odd case', () => {
    const { vendors } = inventedList
    const count = (is: (vendor: (typeof vendors)[number]) => boolean) => vendors.filter(is).length
    assert.equal(vendors.length, 61)
    assert.deepEqual(inventedList.purposes, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    assert.ok(count(({ deletedAtMs }) => deletedAtMs !== null && deletedAtMs < Date.UTC(2026, 10, 20)) >= 5)
    assert.ok(count(({ deletedAtMs }) => deletedAtMs !== null && deletedAtMs > Date.UTC(2027, 0)) === 2)
    assert.ok(count((v) => v.purposes.length === 0 && v.legIntPurposes.length === 0) >= 3)
    assert.ok(count((v) => v.purposes.length === 0 && v.legIntPurposes.length > 0) >= 5)
    assert.ok(count((v) => v.flexiblePurposes.length > 0) >= 20)
    assert.equal(vendors.at(-1)?.id, 1601)
  })

  test('edge 57: a list with keys we do not know, and one without standardTexts', () => {
    const { standardTexts: _, ...without } = inventedJson
    assert.deepEqual(parseVendorList(without), inventedList)
    assert.deepEqual(parseVendorList({ ...inventedJson, somethingNew: { 1: true } }), inventedList)
  })

  test('edge 57: a broken list is refused, each fault with its path', () => {
    const vendors = {
      1: { id: 2, name: 'x', purposes: [0], urls: [] },
      3: null,
      4: { id: 4, name: 'y', deletedDate: 'soon' },
    }
    const error = catchError(() => parseVendorList({ ...inventedJson, gvlSpecificationVersion: 2, vendors }))
    assert.deepEqual(
      [error.code, error.issues.map(({ path }) => path)],
      [
        'invalid_vendor_list',
        [
          'gvlSpecificationVersion',
          'vendors.1.id',
          'vendors.1.purposes.0',
          'vendors.3',
          'vendors.4.deletedDate',
        ],
      ],
    )
  })

  test('edge 57: what is no list at all', () => {
    for (const json of [null, [], 'list', 12, {}]) assert.throws(() => parseVendorList(json), SignalError)
  })

  test('the versions a string can hold: 1 to 4095', () => {
    for (const vendorListVersion of [0, -1, 4096, '12']) {
      assert.throws(() => parseVendorList({ ...inventedJson, vendorListVersion }), {
        code: 'invalid_vendor_list',
      })
    }
  })

  test('a real list parses', (t) => {
    const real = readRealList()
    if (real === null) {
      t.diagnostic('skipped: no list where test/fixtures.ts looks for it')
      t.skip()
      return
    }
    const list = parseVendorList(real)
    assert.deepEqual([list.vendors.length, list.vendors.at(-1)?.id], [1102, 1535])
    assert.equal(list.vendors.filter(({ deletedAtMs }) => deletedAtMs !== null).length, 136)
  })
})

describe('narrowing', () => {
  test('edge 56: the vendors asked for, deleted ones too, unknown ones passed over', () => {
    const narrowed = narrowVendorList(inventedJson, [755, 1, 10, 1, 29, -1])
    assert.deepEqual(Object.keys(narrowed['vendors'] as object), ['1', '10', '755'])
  })

  test('edge 56: nothing but vendors changes', () => {
    const { vendors: _, ...rest } = narrowVendorList(inventedJson, [])
    const { vendors: __, ...published } = inventedJson
    assert.deepEqual(rest, published)
  })
})

describe('translation', () => {
  test('edge 56: texts are German, everything else is as published', () => {
    const translated = translateVendorList(inventedJson, german)
    const { 1: purpose } = translated['purposes'] as Record<string, { name: string }>
    assert.equal(purpose?.name, 'Informationen auf einem Gerät speichern oder lesen')
    assert.deepEqual(translated['vendors'], inventedJson.vendors)
    assert.deepEqual(translated['standardTexts'], german['standardTexts'])
    assert.equal(translated['lastUpdated'], inventedJson['lastUpdated'])
    assert.deepEqual(parseVendorList(translated), inventedList)
  })

  test('edge 56: what an older translation lacks stays English', () => {
    const { specialPurposes: _, ...rest } = german
    const older = { ...rest, purposes: { 1: { id: 1, name: 'Eins' } } }
    const translated = translateVendorList(inventedJson, older)
    assert.deepEqual(translated['specialPurposes'], inventedJson['specialPurposes'])
    const { 1: first, 2: second } = translated['purposes'] as Record<
      string,
      { name: string; description: string }
    >
    assert.deepEqual([first?.name, second?.name], ['Eins', 'Choose ads from little data'])
  })

  test('edge 56: a malformed translation is refused', () => {
    assert.throws(() => translateVendorList(inventedJson, { purposes: ['x'] }), { code: 'malformed' })
  })
})

test('edge 58: two projects with different lists keep apart', () => {
  const other = parseVendorList({
    ...inventedJson,
    vendorListVersion: 99,
    vendors: { 1: inventedJson.vendors['1'] },
  })
  const texts = [
    encodeTcString(someChoices(), someContext()),
    encodeTcString(someChoices({ vendorListVersion: 99 }), someContext({}, other)),
    encodeTcString(someChoices(), someContext()),
  ]
  assert.equal(texts[0], texts[2])
  assert.deepEqual(decodeTcString(texts[1] ?? '').disclosedVendors, [1])
})

function catchError(run: () => unknown): SignalError {
  try {
    run()
  } catch (error) {
    if (error instanceof SignalError) return error
  }
  throw new Error('no SignalError')
}
