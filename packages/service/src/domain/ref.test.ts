import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { RouteKey } from '../kernel/id.ts'
import { subjectId } from './public-id.ts'
import { isPersonal, parseRef, type Ref } from './ref.ts'
import { routingFor } from './routing.ts'

const types = new Set(['email', 'phone', 'external_id'])
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function kindOf(text: string): string {
  const ref = parseRef(text, types)
  return 'fault' in ref ? 'refused' : ref.kind
}
function parsed(text: string): Ref {
  const ref = parseRef(text, types)
  assert.ok(!('fault' in ref), text)
  return ref
}

describe('a ref', () => {
  test('is what it looks like', () => {
    for (const [text, kind] of [
      ['user_42', 'plain'],
      ['a', 'plain'],
      ['A-Z.a-z_0-9~:@|+=-', 'plain'],
      ['auth0|5f7c8ec7c33c6c004bbafe82', 'plain'],
      ['ada@example.org', 'plain'],
      ['urn:user:7', 'plain'],
      [':x', 'plain'],
      ['x'.repeat(200), 'plain'],
      ['email:ada@example.org', 'identifier'],
      ['phone:+4915112345678', 'identifier'],
      ['external_id:7', 'identifier'],
      ['anon_7f3kQ9xZpL2mW8vR4tY6bN', 'anonymous'],
      [subjectId('00112233445566778899aabbccddeeff' as RouteKey), 'subject_id'],
    ] as const)
      assert.equal(kindOf(text), kind, text)
  })

  test('that is none is refused, never mended', () => {
    for (const text of [
      '',
      'x'.repeat(201),
      ' user_42',
      'user_42 ',
      'user 42',
      'user/42',
      'user%42',
      'a\n',
      'user_42\u0000',
      'us\u00e9r',
      'use\u0301r',
      'us\u200ber',
      '\u202euser',
      '\u0430dmin',
      '\uff55ser',
      'user\ud800',
      'email:',
      'email:ada',
      'email:ada@',
      'email:@example.org',
      'email:ada@example',
      'email:ada@@example.org',
      'email:ada@example..org',
      'email:ada@example.org.',
      `email:${'a'.repeat(65)}@example.org`,
      'phone:4915112345678',
      'phone:+0151',
      'phone:+49',
      'phone:+49-151',
      'phone:+491511234567890123',
      'sub_',
      'sub_42',
      `sub_${'z'.repeat(22)}`,
      'anon_',
      'anon_7f3kQ9xZpL2mW8vR4tY6b',
      'anon_7f3kQ9xZpL2mW8vR4tY6b-',
    ])
      assert.equal(kindOf(text), 'refused', JSON.stringify(text))
  })

  test('that claims to be anonymous and was plainly not drawn at random is refused', () => {
    for (const body of [
      'a'.repeat(22),
      'a'.repeat(100),
      'abababababababababababab',
      '1234567890123456789012',
      'abcdefghijklmnopqrstuvwxyz',
      'ABCDEFGHIJKLMNOPQRSTUVwxyz',
      '0123456789abcdefghijklmn',
      '0000000000000000000000a1',
      '7305918264739150826493',
      'qwzxhjkvbnmrtgfdsplacy',
      'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA42',
      'useruseruseruseruseruser1',
    ])
      assert.equal(kindOf(`anon_${body}`), 'refused', body)
  })

  test('that was drawn at random is taken, whatever was drawn', () => {
    for (let draw = 0; draw < 20_000; draw++) {
      const body = Array.from({ length: 22 }, () => base62.charAt(randomInt(62))).join('')
      assert.equal(kindOf(`anon_${body}`), 'anonymous', body)
    }
  })

  test('of any text is read without a fault of ours, and what is taken is a ref by the rule', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 260 }),
          fc.stringMatching(/^(email:|phone:|anon_|sub_)?[A-Za-z0-9._~:@|+=-]{0,210}$/),
        ),
        (text) => {
          const ref = parseRef(text, types)
          if ('fault' in ref)
            return assert.ok(!ref.fault.includes(text) || text.length < 20, 'a fault repeats nothing')
          assert.match(text, /^[A-Za-z0-9._~:@|+=-]{1,200}$/)
          assert.equal(ref.text, text)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('of an e-mail address is one person in every case, and of all else every letter counts', () => {
    const routing = routingFor(Buffer.alloc(32, 1))
    const keyOf = (text: string) => routing.subject(parsed(text))
    assert.equal(keyOf('email:Ada@Example.ORG'), keyOf('email:ada@example.org'))
    assert.notEqual(keyOf('user_42'), keyOf('User_42'))
    assert.notEqual(keyOf('external_id:A'), keyOf('external_id:a'))
    assert.notEqual(keyOf('email:ada@example.org'), keyOf('ada@example.org'))
    assert.notEqual(keyOf('external_id:7'), keyOf('7'))
    assert.notEqual(
      keyOf('user_42'),
      routingFor(Buffer.alloc(32, 2)).subject(parsed('user_42')),
      'by environment',
    )
    const id = subjectId(keyOf('user_42'))
    assert.equal(keyOf(id), keyOf('user_42'), 'the subject id leads to where the ref does')
  })

  test('that is an address or a number is personal, another is not', () => {
    assert.deepEqual(
      [
        'email:ada@example.org',
        'phone:+4915112345678',
        'external_id:7',
        'user_42',
        'anon_7f3kQ9xZpL2mW8vR4tY6bN',
      ].map((text) => isPersonal(parsed(text))),
      [true, true, false, false, false],
    )
  })
})
