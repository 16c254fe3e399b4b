import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { inventedList, someChoices, someContext } from '../../test/fixtures.ts'
import { randomChoices } from '../../test/random-choices.ts'
import { SignalError } from '../signal-error.ts'
import { encodeTcString } from '../tcf/tcf.ts'
import { decideGppParts } from './decide-gpp-parts.ts'
import { decodeGpp } from './decode-gpp.ts'
import { encodeGpp } from './encode-gpp.ts'
import { prepareGpp } from './gpp-context.ts'
import { GPP_SECTIONS, resolveGppSections } from './gpp-sections.ts'
import type { GppSettings } from './gpp-settings.ts'
import { renderGppAnswer } from './render-gpp-answer.ts'

const settings: GppSettings = {
  sections: GPP_SECTIONS.map(({ id }) => id),
  isNoticeGiven: true,
  mspa: null,
  versions: {},
}
const context = prepareGpp(settings)
const tcString = encodeTcString(someChoices(), someContext())
const unknown = { value: null, source: null } as const

describe('edge 48: sections', () => {
  test('the order of the request does not matter, nor do repeats, names or ids', () => {
    const names = resolveGppSections(['usnat', '2', 7, 'tcfeuv2', 'usva']).map(({ name }) => name)
    assert.deepEqual(names, ['tcfeuv2', 'usnat', 'usva'])
    const { usnat, usva } = decideGppParts(someChoices(), context, null)
    assert.equal(
      encodeGpp({ usva: usva ?? {}, usnat: usnat ?? {} }),
      encodeGpp({ usnat: usnat ?? {}, usva: usva ?? {} }),
    )
  })

  test('all of them in one string', () => {
    const text = encodeGpp(decideGppParts(someChoices(), context, tcString))
    const read = decodeGpp(text)
    assert.deepEqual(read.sectionIds, [2, ...Array.from({ length: 17 }, (_, index) => 7 + index)])
    assert.deepEqual(read.unread, {})
  })

  test('none at all is a header alone', () => {
    assert.equal(encodeGpp({}), 'DBAA')
    assert.deepEqual(decodeGpp('DBAA').sectionIds, [])
  })
})

describe('edge 49: sections that are not written', () => {
  test('each is refused with its reason, the new form pointing to usnat', () => {
    const refused = [3, 4, 1, 28, 24, 25, 26, 27, 'uspv1', 'usmd', 'x']
    for (const section of refused)
      assert.throws(() => resolveGppSections([section]), { code: 'unsupported' }, String(section))
    const error = catchError(() => resolveGppSections(['usnat', 24, 'nonsense']))
    assert.deepEqual(
      error.issues.map(({ path }) => path),
      ['sections.1', 'sections.2'],
    )
    assert.match(error.message, /usnat \(7\)/)
  })

  test('a part that is not written', () => {
    assert.throws(() => encodeGpp({ usmd: {} }), { code: 'unsupported' })
    assert.throws(() => encodeGpp({ tcfeuv2: {} }), { code: 'invalid_choices' })
    assert.throws(() => encodeGpp({ usva: 'BVVVkAAA' }), { code: 'invalid_choices' })
  })

  test('a section we do not know is kept as text, and so is a version we do not know', () => {
    assert.deepEqual(decodeGpp('DBABjw~BPXxRfA~1YNN').unread, { 5: 'BPXxRfA', 6: '1YNN' })
    const { usva } = decideGppParts(someChoices(), context, null)
    const text = encodeGpp({ usva: usva ?? {} }).replace('~B', '~P')
    assert.deepEqual(Object.keys(decodeGpp(text).unread), ['9'])
  })
})

test('edge 54: the EU part is the TC string, byte for byte', () => {
  const text = encodeGpp(decideGppParts(someChoices(), context, tcString))
  assert.equal(text.split('~')[1], tcString)
  assert.equal(decodeGpp(text).sections['tcfeuv2'], tcString)
  assert.equal(decideGppParts(someChoices(), context, null)['tcfeuv2'], undefined)
})

describe('edge 55: the sections in force', () => {
  const parts = decideGppParts(someChoices(), context, tcString)

  test('none, one and two', () => {
    const inForce = (applicable: number[]) => {
      const answer = renderGppAnswer(parts, applicable, unknown)
      return [answer.applicable_sections, answer.gpp_sid]
    }
    assert.deepEqual(inForce([]), [[-1], '-1'])
    assert.deepEqual(inForce([8]), [[8], '8'])
    assert.deepEqual(inForce([8, 7]), [[7, 8], '7,8'])
    assert.deepEqual(inForce([24]), [[-1], '-1'])
  })

  test('three are refused', () => {
    assert.throws(() => renderGppAnswer(parts, [2, 7, 8], unknown), { code: 'invalid_settings' })
  })

  test('the shape of the answer', () => {
    const { usnat } = parts
    const answer = renderGppAnswer({ usnat: usnat ?? {} }, [7], { value: true, source: 'request' })
    assert.deepEqual(answer, {
      gpp_string: encodeGpp({ usnat: usnat ?? {} }),
      gpp_version: 1,
      section_ids: [7],
      applicable_sections: [7],
      gpp_sid: '7',
      gpc: { value: true, source: 'request' },
      sections: { usnat },
    })
  })
})

describe('text from strangers', () => {
  test('what does not fit together is malformed', () => {
    for (const text of ['', 'DBABM', 'DBABM~', 'DBAA~BVVV', 'DBABM~C', 'DBACNY~CQSbk4AQSbk4ANw', tcString]) {
      assert.throws(() => decodeGpp(text), { code: 'malformed' }, text)
    }
  })

  test('any text is read or refused, never anything else', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(...'DBACMjwVQ.~_-') }).map((rest) => `DBAC${rest}`),
      fc.constantFrom('D'.repeat(50_000), `DBAB${'~'.repeat(30_000)}`, `DB${'/'.repeat(19_000)}`),
    )
    fc.assert(
      fc.property(text, (hostile) => {
        try {
          decodeGpp(hostile)
        } catch (error) {
          assert.ok(error instanceof SignalError, String(error))
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

test('laws over random choices: what is decided reads back, and contradicts no notice', () => {
  fc.assert(
    fc.property(
      randomChoices(inventedList),
      fc.boolean(),
      fc.constantFrom(1, 2),
      (choices, isNoticeGiven, usnat) => {
        const parts = decideGppParts(
          choices,
          prepareGpp({ ...settings, isNoticeGiven, versions: { usnat } }),
          tcString,
        )
        assert.deepEqual(decodeGpp(encodeGpp(parts)).sections, parts)
        for (const [name, part] of Object.entries(parts)) {
          if (typeof part === 'string') continue
          for (const [field, value] of Object.entries(part)) {
            if (!field.endsWith('OptOut')) continue
            const notice = part[`${field}Notice`]
            assert.ok(value === 0 || notice === 1, `${name}.${field} is ${value} beside notice ${notice}`)
            assert.ok(!(choices.gpc === true && value === 2), `${name}.${field} stands against GPC`)
          }
        }
      },
    ),
    { numRuns: 500 },
  )
})

function catchError(run: () => unknown): SignalError {
  try {
    run()
  } catch (error) {
    if (error instanceof SignalError) return error
  }
  throw new Error('no SignalError')
}
