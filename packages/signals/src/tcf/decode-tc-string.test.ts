import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { someChoices, someContext } from '../../test/fixtures.ts'
import { HOSTILE_TC_STRINGS } from '../../test/hostile-tc-strings.ts'
import { SignalError } from '../signal-error.ts'
import { decodeTcString } from './decode-tc-string.ts'
import { encodeTcString } from './tcf.ts'

/** The example of the specification ("TC String Format"). */
const EXAMPLE = 'CQSbk4AQSbk4ANwAAAENAwCgAAAAAAAAAAYgACPAAAAA.IDKQA4AAgAKAGQAygAAA.YAAAAAAAAAAA'

test('the example of the specification', () => {
  const fields = decodeTcString(EXAMPLE)
  assert.equal(new Date(fields.created).toISOString(), '2025-06-03T00:00:00.000Z')
  assert.deepEqual([fields.cmpId, fields.consentLanguage, fields.publisherCC], [880, 'EN', 'DE'])
  assert.deepEqual(fields.vendorConsents, [1, 2, 3, 4])
  assert.equal(fields.disclosedVendors?.length, 7)
})

test('segments after the core may come in any order', () => {
  const [core, disclosed, publisher] = EXAMPLE.split('.')
  assert.deepEqual(decodeTcString(`${core}.${publisher}.${disclosed}`), decodeTcString(EXAMPLE))
})

test('without the segment it is unknown who was shown', () => {
  assert.equal(decodeTcString(EXAMPLE.split('.')[0] ?? '').disclosedVendors, null)
})

test('a segment of allowed vendors, which must not be written, is passed over', () => {
  assert.deepEqual(decodeTcString(`${EXAMPLE}.QAAA`), decodeTcString(EXAMPLE))
})

describe('edge 60: text from strangers', () => {
  for (const [name, text] of Object.entries(HOSTILE_TC_STRINGS)) {
    test(`${name}: read or refused, in bounded time`, () => {
      const before = process.cpuUsage()
      try {
        decodeTcString(text)
      } catch (error) {
        assert.ok(error instanceof SignalError, String(error))
      }
      // The benchmark holds it to 5 ms, the first call of a process included; here its own time counts, on any machine.
      const { user, system } = process.cpuUsage(before)
      assert.ok(user + system < 200_000, `${user + system} µs`)
    })
  }

  test('what is no TC string is malformed', () => {
    const [core, disclosed] = EXAMPLE.split('.')
    const broken = [
      '',
      'C',
      '.',
      'hello world',
      `${core}.`,
      `${core}..${disclosed}`,
      `${core}=`,
      core?.slice(0, 30),
    ]
    for (const text of [...broken, `${EXAMPLE}.${disclosed}`]) {
      assert.throws(() => decodeTcString(text ?? ''), { code: 'malformed' }, text)
    }
  })

  test('version 1 is not read', () => {
    assert.throws(() => decodeTcString(`B${EXAMPLE.slice(1)}`), { code: 'unsupported' })
  })

  test('any text is read or refused, never anything else', () => {
    const characters = fc.constantFrom(...'ABCDQgw_-.~= é')
    const anyText = fc.oneof(fc.string(), fc.string({ unit: characters }), mutationsOf(EXAMPLE))
    fc.assert(
      fc.property(anyText, (text) => {
        try {
          decodeTcString(text)
        } catch (error) {
          assert.ok(error instanceof SignalError, String(error))
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

test('all that a string of ours says comes back', () => {
  const publisher = {
    granted: [1],
    interests: [7],
    customPurposes: 2,
    customGranted: [2],
    customInterests: [1],
  }
  const fields = decodeTcString(encodeTcString(someChoices({ publisher }), someContext()))
  assert.deepEqual(fields.publisherTC, {
    pubPurposesConsent: [1],
    pubPurposesLITransparency: [7],
    numCustomPurposes: 2,
    customPurposesConsent: [2],
    customPurposesLITransparency: [1],
  })
})

function mutationsOf(text: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat(text.length - 1), fc.constantFrom(...'AQgw_-.~'))
    .map(([at, character]) => text.slice(0, at) + character + text.slice(at + 1))
}
