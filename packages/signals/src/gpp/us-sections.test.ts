import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { GppModel } from '@iabgpp/cmpapi'
import { aPurpose, someChoices } from '../../test/fixtures.ts'
import type { Choices, PurposeChoice } from '../choices.ts'
import type { GppActivity } from '../mappings.ts'
import { decideGppParts } from './decide-gpp-parts.ts'
import { decodeGpp } from './decode-gpp.ts'
import { decodeSecGpc } from './decode-sec-gpc.ts'
import { encodeGpp } from './encode-gpp.ts'
import { prepareGpp } from './gpp-context.ts'
import type { UsFields } from './gpp-section.ts'
import type { GppSettings } from './gpp-settings.ts'
import { US_SECTIONS } from './us-sections.ts'

const NAMES = US_SECTIONS.map(({ name }) => name)
const settings: GppSettings = { sections: NAMES, isNoticeGiven: true, mspa: null, versions: {} }

const selling = (
  allowed: boolean,
  gpp: readonly GppActivity[] = ['sale', 'sharing', 'targeted_advertising'],
): PurposeChoice => aPurpose({ status: allowed ? 'not_asked' : 'denied', allowed }, { gpp })

function decide(
  choices: Partial<Choices>,
  changes: Partial<GppSettings> = {},
): Readonly<Record<string, UsFields>> {
  const parts = decideGppParts(someChoices(choices), prepareGpp({ ...settings, ...changes }), null)
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, part]) => (typeof part === 'string' ? [] : [[name, part]])),
  )
}

/** The values of one field in every section that has it. */
function each(sections: Readonly<Record<string, UsFields>>, field: string): Set<unknown> {
  return new Set(Object.values(sections).flatMap((fields) => (field in fields ? [fields[field]] : [])))
}

describe('the table', () => {
  test('core bits of each section, counted from the specifications', () => {
    const bits = US_SECTIONS.map(({ name, layouts }) => [
      name,
      ...layouts.map(({ fields }) => fields.reduce((sum, field) => sum + field.bits * (field.count ?? 1), 0)),
    ])
    assert.deepEqual(bits, [
      ['usnat', 70, 60],
      ['usca', 46],
      ['usva', 40],
      ['usco', 38],
      ['usut', 42],
      ['usct', 44],
      ['usfl', 46],
      ['usmt', 46],
      ['usor', 52],
      ['ustx', 42],
      ['usde', 52],
      ['usia', 42],
      ['usne', 42],
      ['usnh', 46],
      ['usnj', 54],
      ['ustn', 42],
      ['usmn', 42],
    ])
  })

  test('Virginia, Utah and Florida have no GPC sub-section', () => {
    assert.deepEqual(
      US_SECTIONS.filter(({ hasGpc }) => !hasGpc).map(({ name }) => name),
      ['usva', 'usut', 'usfl'],
    )
  })
})

describe('edge 50: the two versions of usnat', () => {
  test('version 2 by default, version 1 where it is asked for, each in its own lengths', () => {
    const { usnat: second } = decide({})
    const { usnat: first } = decide({}, { versions: { usnat: 1 } })
    assert.deepEqual(second?.['SensitiveDataProcessing'], new Array(16).fill(0))
    assert.deepEqual(first?.['SensitiveDataProcessing'], new Array(12).fill(0))
    assert.deepEqual([second?.['Version'], first?.['Version']], [2, 1])
    const model = new GppModel(encodeGpp({ usnat: first ?? {} }))
    assert.equal(model.getFieldValue('usnat', 'KnownChildSensitiveDataConsents').length, 2)
  })

  test('a version that is none is refused', () => {
    assert.throws(() => decide({}, { versions: { usnat: 3 } }), { code: 'unsupported' })
  })

  test('version 1 written in the lengths of version 2, as the library did for a year, reads right', () => {
    const text = encodeGpp({ usnat: decide({ purposes: [selling(true)] })['usnat'] ?? {} })
    // The version stands in the first six bits of the section.
    const mislabelled = text.replace('~C', '~B')
    const { usnat } = decodeGpp(mislabelled).sections
    assert.ok(typeof usnat === 'object')
    assert.deepEqual([usnat['Version'], usnat['SaleOptOut'], usnat['MspaCoveredTransaction']], [1, 2, 2])
  })
})

describe('edge 51: notices', () => {
  test('a notice that was not given forces every opt-out to 0', () => {
    const sections = decide(
      { purposes: [selling(true), selling(true, ['sensitive:8'])] },
      { isNoticeGiven: false },
    )
    for (const field of ['SaleOptOut', 'SharingOptOut', 'TargetedAdvertisingOptOut']) {
      assert.deepEqual(each(sections, field), new Set([0]), field)
    }
    for (const field of [
      'SaleOptOutNotice',
      'SharingNotice',
      'ProcessingNotice',
      'SensitiveDataLimitUseNotice',
    ]) {
      assert.deepEqual(each(sections, field), new Set([2]), field)
    }
    assert.deepEqual(sections['usca']?.['SensitiveDataProcessing'], [0, 0, 0, 0, 0, 0, 0, 0, 0])
  })

  test('given: 1 for what the business does, 0 for what it does not', () => {
    const sections = decide({ purposes: [selling(true, ['sale'])] })
    assert.deepEqual(
      [each(sections, 'SaleOptOutNotice'), each(sections, 'SaleOptOut')],
      [new Set([1]), new Set([2])],
    )
    assert.deepEqual(each(sections, 'TargetedAdvertisingOptOutNotice'), new Set([0]))
    assert.deepEqual(each(sections, 'TargetedAdvertisingOptOut'), new Set([0]))
  })
})

describe('edge 52: the MSPA', () => {
  test('no signatory: covered 2, modes 0; MspaCoveredTransaction is never 0', () => {
    const sections = decide({})
    assert.deepEqual(each(sections, 'MspaCoveredTransaction'), new Set([2]))
    assert.deepEqual(each(sections, 'MspaOptOutOptionMode'), new Set([0]))
    const { usva } = sections
    assert.throws(() => encodeGpp({ usva: { ...usva, MspaCoveredTransaction: 0 } }), {
      code: 'invalid_choices',
    })
  })

  test('a covered transaction: 1, and each mode 1 or 2', () => {
    for (const optOutOption of [true, false]) {
      for (const serviceProvider of [true, false]) {
        const sections = decide({}, { mspa: { optOutOption, serviceProvider } })
        assert.deepEqual(each(sections, 'MspaCoveredTransaction'), new Set([1]))
        assert.deepEqual(each(sections, 'MspaOptOutOptionMode'), new Set([optOutOption ? 1 : 2]))
        assert.deepEqual(each(sections, 'MspaServiceProviderMode'), new Set([serviceProvider ? 1 : 2]))
      }
    }
  })
})

describe('edge 53: Global Privacy Control', () => {
  const optOuts = ['SaleOptOut', 'SharingOptOut', 'TargetedAdvertisingOptOut']

  test('the header: 1 is on, anything else and nothing at all is unknown', () => {
    assert.deepEqual(['1', '0', 'true', '', ' 1', null].map(decodeSecGpc), [
      true,
      null,
      null,
      null,
      null,
      null,
    ])
  })

  test('on: opted out wherever the activity applies, against an older grant too', () => {
    const grant = aPurpose(
      { status: 'granted', allowed: true },
      { gpp: ['sale', 'sharing', 'targeted_advertising'] },
    )
    const sections = decide({ gpc: true, purposes: [grant] })
    for (const field of optOuts) assert.deepEqual(each(sections, field), new Set([1]), field)
    assert.deepEqual(each(sections, 'Gpc'), new Set([true]))
  })

  test('on: an activity that does not apply is not invented, sensitive data is not touched', () => {
    const consent = aPurpose({ status: 'granted', allowed: true }, { gpp: ['sensitive:8'] })
    const sections = decide({ gpc: true, purposes: [consent] })
    for (const field of optOuts) assert.deepEqual(each(sections, field), new Set([0]), field)
    assert.deepEqual(sections['usva']?.['SensitiveDataProcessing'], [0, 0, 0, 0, 0, 0, 0, 2])
  })

  test('absent is unknown: no sub-section; false is said where it is known', () => {
    assert.deepEqual(each(decide({ gpc: null }), 'Gpc'), new Set())
    assert.deepEqual(each(decide({ gpc: false }), 'Gpc'), new Set([false]))
    const [off, on] = [false, true].map(
      (gpc) => encodeGpp({ usca: decide({ gpc })['usca'] ?? {} }).split('.')[1],
    )
    assert.deepEqual([off, on], ['Q', 'Y'])
  })

  test('Virginia, Utah and Florida opt out without the sub-section', () => {
    const sections = decide({ gpc: true, purposes: [selling(true)] })
    for (const name of ['usva', 'usut', 'usfl']) {
      assert.equal(sections[name]?.['SaleOptOut'], 1)
      assert.ok(!('Gpc' in (sections[name] ?? {})))
    }
    assert.throws(() => encodeGpp({ usva: { ...sections['usva'], Gpc: true } }), { code: 'invalid_choices' })
  })
})

describe('sensitive data', () => {
  test('a category stands where each state has it', () => {
    const sections = decide({ purposes: [selling(false, ['sensitive:16', 'sensitive:10'])] })
    assert.deepEqual(sections['usor']?.['SensitiveDataProcessing'], [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0])
    assert.deepEqual(sections['usnj']?.['SensitiveDataProcessing'], [0, 0, 0, 0, 0, 0, 0, 0, 1, 1])
    assert.deepEqual(sections['usca']?.['SensitiveDataProcessing'], [0, 1, 0, 0, 0, 0, 0, 0, 0])
    assert.deepEqual(sections['usva']?.['SensitiveDataProcessing'], [0, 0, 0, 0, 0, 0, 0, 0])
  })

  test('California lumps origin, beliefs and union membership together: one refusal is enough', () => {
    const purposes = [selling(true, ['sensitive:1']), selling(false, ['sensitive:11'])]
    assert.deepEqual(decide({ purposes })['usca']?.['SensitiveDataProcessing'], [0, 0, 0, 1, 0, 0, 0, 0, 0])
  })

  test('where consent is needed, not asked is no consent; where opting out is, it goes on', () => {
    const sections = decide({ purposes: [selling(true, ['sensitive:8'])] })
    assert.deepEqual(sections['usco']?.['SensitiveDataProcessing'], [0, 0, 0, 0, 0, 0, 0])
    assert.deepEqual(sections['usct']?.['SensitiveDataProcessing'], [0, 0, 0, 0, 0, 0, 0, 1])
    assert.deepEqual(sections['usia']?.['SensitiveDataProcessing'], [0, 0, 0, 0, 0, 0, 0, 2])
  })
})
