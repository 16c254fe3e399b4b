import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  aPayload,
  aPreferencePayload,
  type ConsentPayload,
  morningMs,
  payloadBytes,
  sha256,
  utf8,
} from '../test/builders.ts'
import vector from '../vectors/payload.json' with { type: 'json' }
import { Malformed } from './malformed.ts'
import {
  encodeReceiptPayload,
  parseReceiptHead,
  parseReceiptPayload,
  type ReceiptPayload,
} from './receipt-payload.ts'

const written = encodeReceiptPayload(aPayload({ number: 1 }))

test('the bytes of the vectors', () => {
  assert.equal(encodeReceiptPayload(vector.claims as ReceiptPayload), vector.text)
  assert.deepEqual(parseReceiptPayload(utf8(vector.text)), vector.claims)
})

test('the order of members is fixed, whatever order they come in', () => {
  const reverse = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(reverse)
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, each]) => [name, reverse(each)]),
    )
  }
  const reversed = reverse(aPayload({ number: 1 })) as ReceiptPayload
  assert.notEqual(JSON.stringify(reversed), written)
  assert.equal(encodeReceiptPayload(reversed), written)
})

test('any text in any member survives', () => {
  const text = fc.string({ unit: 'binary', minLength: 1 })
  fc.assert(
    fc.property(text, text, fc.option(text), (source, key, notice) => {
      const payload = aPayload({ number: 1 })
      const changed = {
        ...payload,
        notice: { ...payload.notice, id: notice },
        collection: { ...payload.collection, source },
        decisions: payload.decisions.map((each) => ({ ...each, purpose: { ...each.purpose, key } })),
      }
      assert.deepEqual(parseReceiptPayload(utf8(encodeReceiptPayload(changed))), changed)
    }),
  )
})

test('bytes that say the same in another way are refused', () => {
  const others = [
    ` ${written}`,
    `${written}\n`,
    written.replace('":', '": '),
    written.replace('"env":"live"', '"env":"liv\\u0065"'),
    written.replace('"ver"', '"ver":"assent-receipt/1","ver"'),
    written.replace('"seq":1', '"seq":1.0'),
    written.replace(/("env":"live"),(.*)}$/, '$2,$1}'),
    `\ufeff${written}`,
    '',
    'null',
    '[]',
    '"text"',
  ]
  for (const other of others) assert.throws(() => parseReceiptPayload(utf8(other)), Malformed, other)
  assert.throws(() => parseReceiptPayload(Uint8Array.of(0x7b, 0xff, 0x7d)), Malformed)
})

test('a preference record survives, and is nothing but what it must be', () => {
  const payload = aPreferencePayload({ number: 1 })
  assert.deepEqual(parseReceiptPayload(utf8(encodeReceiptPayload(payload))), payload)
  const confirmed = {
    ...payload,
    confirmation: {
      id: 'cft_7f3kQ9',
      channel: 'email' as const,
      requested_at: payload.record.occurred_at,
      sent_at: null,
      confirmed_at: payload.record.occurred_at,
      message_sha256: payload.template.sha256,
      reply: '250 2.0.0 Ok: queued as 4F3A',
      page_sha256: payload.template.sha256,
    },
  }
  assert.deepEqual(parseReceiptPayload(utf8(encodeReceiptPayload(confirmed))), confirmed)
  const [first] = payload.preferences
  const cases: [changed: object, named: RegExp][] = [
    [{ ...payload, preferences: [{ ...first, value: 1 }] }, /^preferences: 0: value: /],
    [{ ...payload, preferences: [{ ...first, value: [''] }] }, /^preferences: 0: value: 0: /],
    [{ ...payload, preferences: [{ ...first, status: 'default' }] }, /^preferences: 0: status: /],
    [{ ...payload, template: { ...payload.template, version: 0 } }, /^template: version: /],
    [{ ...confirmed, confirmation: { ...confirmed.confirmation, id: 'rcp_1' } }, /^confirmation: id: /],
    [
      { ...confirmed, confirmation: { ...confirmed.confirmation, page_sha256: null } },
      /^confirmation: page_sha256: /,
    ],
    [{ ...payload, decisions: [] }, /^decisions: unknown/],
  ]
  for (const [changed, named] of cases)
    assert.throws(() => parseReceiptPayload(utf8(JSON.stringify(changed))), {
      name: 'Malformed',
      message: named,
    })
})

test('a member missing, unknown or ill-formed is named', () => {
  const cases: [change: (payload: ConsentPayload) => object, named: RegExp][] = [
    [({ env: _, ...rest }) => rest, /^env: missing/],
    [(p) => ({ ...p, more: 1 }), /^more: unknown/],
    [(p) => ({ ...p, __proto__: null, constructor: 1 }), /^constructor: unknown/],
    [(p) => ({ ...p, env: 'prod' }), /^env: not one of test, live/],
    [(p) => ({ ...p, sub: 'user_42' }), /^sub: /],
    [(p) => ({ ...p, nonce: 'short' }), /^nonce: /],
    [(p) => ({ ...p, jti: `rcp_${'0'.repeat(43)}` }), /^jti: /],
    [(p) => ({ ...p, record: { ...p.record, seq: 0 } }), /^record: seq: /],
    [(p) => ({ ...p, record: { ...p.record, kind: 'constructor' } }), /^record: kind: /],
    [
      (p) => ({ ...p, record: { ...p.record, recorded_at: '2026-02-30T00:00:00.000Z' } }),
      /^record: recorded_at: /,
    ],
    [
      (p) => ({ ...p, record: { ...p.record, recorded_at: '2026-11-21T10:00:00Z' } }),
      /^record: recorded_at: /,
    ],
    [(p) => ({ ...p, controller: { ...p.controller, sha256: 'A'.repeat(42) } }), /^controller: sha256: /],
    [(p) => ({ ...p, decisions: {} }), /^decisions: not a list/],
    [
      (p) => ({ ...p, decisions: [...p.decisions, { ...p.decisions[0], decision: 'given' }] }),
      /^decisions: 2: decision: /,
    ],
    [(p) => ({ ...p, collection: { ...p.collection, gpc: 'no' } }), /^collection: gpc: /],
  ]
  for (const [change, named] of cases) {
    const changed = change(aPayload({ number: 1 })) as ReceiptPayload
    assert.throws(() => encodeReceiptPayload(changed), { name: 'Malformed', message: named })
    assert.throws(() => parseReceiptPayload(utf8(JSON.stringify(changed))), {
      name: 'Malformed',
      message: named,
    })
  }
})

test('the head of a kind yet to come can be read', () => {
  const later = written.replace('"kind":"consent"', '"kind":"erasure"').replaceAll('cns_', 'ers_')
  assert.throws(() => parseReceiptPayload(utf8(later)), Malformed)
  assert.equal(parseReceiptHead(utf8(later)).record.kind, 'erasure')
})

test('T33: whoever knows every plausible value, and not the nonce, cannot tell which was hashed', () => {
  const secret = 'K7gNU3sdo-OL0wNhqoVWhr'.slice(0, 21).concat('A')
  const committed = Buffer.from(sha256(payloadBytes({ number: 1, nonce: secret }))).toString('hex')
  const guesses: string[] = []
  for (const first of ['granted', 'denied', 'withdrawn', 'objected']) {
    for (const second of ['granted', 'denied', 'withdrawn', 'objected']) {
      for (let nonce = 0; nonce < 256; nonce++) {
        const guessed = Buffer.from([...new Uint8Array(15), nonce]).toString('base64url')
        const text = encodeReceiptPayload(aPayload({ number: 1, nonce: guessed, recordedAtMs: morningMs }))
          .replace('"decision":"granted"', `"decision":"${first}"`)
          .replace('"decision":"denied"', `"decision":"${second}"`)
        guesses.push(Buffer.from(sha256(utf8(text))).toString('hex'))
      }
    }
  }
  assert.ok(!guesses.includes(committed))
  assert.equal(Buffer.from(sha256(payloadBytes({ number: 1, nonce: secret }))).toString('hex'), committed)
})
