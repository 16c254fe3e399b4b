import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { canonicalDocument, documentHash } from './canonical-document.ts'

describe('canonicalDocument', () => {
  test('sorts members as RFC 8785 section 3.2.3 does', () => {
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    }
    assert.equal(
      canonicalDocument(value),
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    )
  })

  test('writes numbers and strings as RFC 8785 section 3.2.2 does', () => {
    assert.equal(
      canonicalDocument({
        // The specification's own text, with more digits than a double holds.
        numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001, -0],
        string: '\u20ac$\u000f\u000aA\'B"\\\\"/',
        literals: [null, true, false],
      }),
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  test('leaves undefined members out', () => {
    assert.equal(canonicalDocument({ a: undefined, b: 1 }), '{"b":1}')
  })

  test('refuses what has no one spelling', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, '\ud800', { '\udc00': 1 }, 1n, [undefined]])
      assert.throws(() => canonicalDocument(value), TypeError)
  })

  test('one value has one document, whatever the order it was written in', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse())
        assert.equal(canonicalDocument(reversed), canonicalDocument(value))
        assert.equal(documentHash(JSON.parse(canonicalDocument(value))), documentHash(value))
      }),
    )
  })
})
