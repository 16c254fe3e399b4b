import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { leastCpuMs } from '../../test/cpu-time.ts'
import { readIdentifier } from './identifier.ts'

const read = (type: string, given: string) => {
  const reading = readIdentifier(type, given)
  return 'fault' in reading ? 'refused' : reading.value
}

describe('an identifier', () => {
  test('e-mail: one spelling for one mailbox', () => {
    for (const [given, value] of [
      [' Ada@Example.ORG ', 'ada@example.org'],
      ['ada+news@example.org', 'ada+news@example.org'],
      ["o'neil@example.org", "o'neil@example.org"],
      ['ada.l@mail.example.co.uk', 'ada.l@mail.example.co.uk'],
      ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
      ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
      [`${'a'.repeat(64)}@example.org`, `${'a'.repeat(64)}@example.org`],
    ] as const)
      assert.equal(read('email', given), value, given)
  })

  test('e-mail: what no mail goes to is refused', () => {
    for (const given of [
      '',
      '@',
      'ada',
      'ada@',
      '@example.org',
      'ada@localhost',
      'ada@example..org',
      'ada@example.org.',
      'ada@-example.org',
      'ada@example.123',
      'ada@127.0.0.1',
      'ada@[127.0.0.1]',
      '.ada@example.org',
      'ada.@example.org',
      'a..da@example.org',
      'ada@b@example.org',
      'ada b@example.org',
      '"ada"@example.org',
      'Ada <ada@example.org>',
      'ada@example.org, eve@example.org',
      'ada@example.org\r\nBcc: eve@example.org',
      `${'a'.repeat(65)}@example.org`,
      'jürgen@example.org',
      `ada@${'a'.repeat(64)}.org`,
      `ada@${'a.'.repeat(124)}org`,
    ])
      assert.equal(read('email', given), 'refused', JSON.stringify(given))
  })

  test('phone: E.164, whatever stands between the digits', () => {
    for (const given of ['+4915112345678', '+49 151 12345678', '+49 (151) 1234-5678', ' +49.151.12345678 '])
      assert.equal(read('phone', given), '+4915112345678', given)
    for (const given of ['', '015112345678', '4915112345678', '+49', '+49-151', '+0151', '+49151x', 'phone'])
      assert.equal(read('phone', given), 'refused', given)
  })

  test('another type: letter by letter', () => {
    assert.equal(read('external_id', ' CRM-9 '), 'CRM-9')
    for (const given of ['', 'a b', 'a/b', 'ä', 'x'.repeat(161)])
      assert.equal(read('external_id', given), 'refused', given)
  })

  test('reading is stable: what was read reads as itself, and a fault repeats nothing', () => {
    const given = fc.oneof(
      fc.emailAddress(),
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.stringMatching(/^\+?[0-9 ().-]{0,20}$/),
      fc.stringMatching(/^[a-zß.]{1,70}@[a-z.-]{1,70}$/),
    )
    fc.assert(
      fc.property(fc.constantFrom('email', 'phone', 'external_id'), given, (type, text) => {
        const reading = readIdentifier(type, text)
        if ('fault' in reading) assert.ok(text.length < 30 || !reading.fault.includes(text))
        else assert.deepEqual(readIdentifier(type, reading.value), reading)
      }),
      { numRuns: 2000 },
    )
  })

  test('a long text is read in no time', () => {
    for (const text of ['a.'.repeat(50_000), 'a@'.repeat(50_000), `+${'1 '.repeat(50_000)}`]) {
      for (const type of ['email', 'phone', 'external_id'])
        assert.ok(leastCpuMs(() => assert.equal(read(type, text), 'refused')) < 100)
    }
  })
})
