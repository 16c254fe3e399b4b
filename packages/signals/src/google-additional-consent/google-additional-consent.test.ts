import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { ProviderChoices } from '../choices.ts'
import { decideAdditionalConsent } from './decide-additional-consent.ts'
import { decodeAdditionalConsent } from './decode-additional-consent.ts'
import { encodeAdditionalConsent } from './google-additional-consent.ts'
import { type ProviderList, parseProviderList } from './provider-list.ts'
import { renderAdditionalConsentAnswer } from './render-additional-consent-answer.ts'

const list: ProviderList = { date: '2026-11-19', ids: [1, 2, 3, 4, 10, 20, 43, 46, 2072] }

const encode = (choices: Partial<ProviderChoices>): string =>
  encodeAdditionalConsent(decideAdditionalConsent({ shown: [], granted: [], ...choices }, list))

describe('edge 46: writing', () => {
  test("Google's own examples: undecided, all, some", () => {
    const shown = [1, 2, 3, 4, 10]
    assert.equal(encode({ shown }), '2~~dv.1.2.3.4.10')
    assert.equal(encode({ shown, granted: shown }), '2~1.2.3.4.10~dv.')
    assert.equal(encode({ shown, granted: [1, 10] }), '2~1.10~dv.2.3.4')
  })

  test('none shown is two empty parts', () => {
    assert.equal(encode({}), '2~~dv.')
  })

  test('repeats, and the order of numbers, not of texts', () => {
    assert.equal(encode({ shown: [2072, 43, 20, 46, 43], granted: [2072, 43, 43] }), '2~43.2072~dv.20.46')
  })

  test('a provider that is gone from the list', () => {
    assert.equal(encode({ shown: [35, 43], granted: [35, 43] }), '2~43~dv.')
  })

  test('granted but not shown', () => {
    assert.equal(encode({ shown: [20], granted: [20, 43] }), '2~20~dv.')
  })

  test('no TC string, no provider list: no string, and the reason why', () => {
    const choices = { decided: true, providers: { shown: [43], granted: [43] } }
    const present = renderAdditionalConsentAnswer(choices, list, true)
    assert.deepEqual(present, {
      ac_string: '2~43~dv.',
      version: 2,
      consented: [43],
      disclosed: [],
      decided: true,
      provider_list_date: '2026-11-19',
      tc_string_present: true,
      reason: null,
    })
    const alone = renderAdditionalConsentAnswer(choices, list, false)
    assert.deepEqual([alone.ac_string, alone.consented, alone.reason], [null, [], 'no_tc_string'])
    const unlisted = renderAdditionalConsentAnswer(choices, null, true)
    assert.deepEqual([unlisted.ac_string, unlisted.reason], [null, 'no_provider_list'])
  })

  test('refused all and not decided are one string, and told apart beside it', () => {
    const providers = { shown: [43], granted: [] }
    const [refused, undecided] = [true, false].map((decided) =>
      renderAdditionalConsentAnswer({ decided, providers }, list, true),
    )
    assert.equal(refused?.ac_string, undecided?.ac_string)
    assert.deepEqual([refused?.decided, undecided?.decided], [true, false])
  })
})

describe('edge 47: reading', () => {
  const valid: readonly (readonly [string, readonly number[], readonly number[]])[] = [
    ['2~~dv.1.2.3.4.10', [], [1, 2, 3, 4, 10]],
    ['2~1.2.3.4.10~dv.', [1, 2, 3, 4, 10], []],
    ['2~1.10~dv.2.3.4', [1, 10], [2, 3, 4]],
    ['2~~dv.', [], []],
    ['2~~dv', [], []],
    ['2~43~dv', [43], []],
    ['1~1.35.41.101', [1, 35, 41, 101], []],
    ['1~', [], []],
  ]
  for (const [text, consented, disclosed] of valid) {
    test(`${text} is read`, () => {
      assert.deepEqual(decodeAdditionalConsent(text), { version: Number(text[0]), consented, disclosed })
    })
  }

  const invalid = [
    '',
    '1',
    '2',
    '~',
    '0~1',
    '3~1~dv.2',
    '2~1',
    '2~1~2',
    '2~1~dw.2',
    '2~1~dv.2~3',
    '2~1~dv.1',
    '1~1~dv.2',
    '2~01~dv.',
    '2~0~dv.',
    '2~1..2~dv.',
    '2~1.~dv.',
    '2~a~dv.',
    '2~-1~dv.',
    '2~1~dv2',
    ' 2~1~dv.',
    '2~99999999999~dv.',
    `2~${'1.'.repeat(40_000)}1~dv.`,
  ]
  for (const text of invalid) {
    test(`${JSON.stringify(text.slice(0, 20))} is refused`, () => {
      assert.throws(() => decodeAdditionalConsent(text), { name: 'SignalError' })
    })
  }
})

test('what is written is read', () => {
  const ids = fc.uniqueArray(fc.constantFrom(...list.ids))
  fc.assert(
    fc.property(ids, ids, (shown, granted) => {
      const signal = decideAdditionalConsent({ shown, granted }, list)
      assert.deepEqual(decodeAdditionalConsent(encodeAdditionalConsent(signal)), signal)
    }),
  )
})

describe('the provider list', () => {
  test('ids ascend, names may hold commas and quotes', () => {
    const csv =
      '"provider_id","provider_name","policy_url","domains"\r\n89,"Tapad, Inc.","https://x",""\r\n43,"A ""B""",,\n'
    assert.deepEqual(parseProviderList(csv, '2026-11-19'), { date: '2026-11-19', ids: [43, 89] })
  })

  test('a line without an id is refused with its number', () => {
    assert.throws(() => parseProviderList('provider_id,provider_name\n43,A\n<html>\n', ''), {
      code: 'invalid_settings',
      issues: [{ path: 'lines.3', message: 'does not start with a provider id' }],
    })
  })
})
