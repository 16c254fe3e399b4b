import fc from 'fast-check'
import type { Faults } from './draft.ts'

/** Marks in the order that costs most to be put in order: their number squared, for who puts no end to it. */
const unorderedMarks = ['\u0345', '\u0315', '\u0300', '\u0316', '\u0321', '\u0334']

/** What is no JSON, or JSON that only some readers take, or that takes long to read. */
export const oddBodies: readonly Buffer[] = [
  ...[
    '',
    ' ',
    '{',
    '}',
    '"',
    'null',
    '[]',
    '""',
    '0',
    '{"a":1,}',
    "{'a':1}",
    '{"a":01}',
    '{"a":+1}',
    '{"a":NaN}',
    '{"a":Infinity}',
    '{"a":1}{"b":2}',
    '{"a":1}//',
    '\u00a0{}',
    '\ufeff{}',
    '{"subject":{"ref":"a"},"purposes":{"analytics":"granted"}}\u0000',
    '{"subject":{"ref":"\\ud800"},"purposes":{"analytics":"granted"}}',
    '{"subject":{"ref":"a\\u0000"},"purposes":{"analytics":"granted"}}',
    '{"subject":{"ref":"\ta"},"purposes":{}}',
    '{"__proto__":{"admin":true},"subject":{"ref":"a"},"purposes":{"analytics":"granted"}}',
    '{"\\u005f_proto__":1}',
    '{"a":1e400}',
    `[${'1e131071,'.repeat(999)}1e131071]`,
    `{"a":${'9'.repeat(60_000)}}`,
    '['.repeat(17),
    '['.repeat(60_000),
    '{"a":'.repeat(10_000),
    `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
    '['.repeat(100_000),
    `{"metadata":{${Array.from({ length: 4000 }, (_, index) => `"k${index}":""`).join(',')}}}`,
    `{"subject":{"ref":"a"},"purposes":{"analytics":"granted"}}${' '.repeat(65_536)}`,
    `{"a":"a${unorderedMarks.map((mark) => mark.repeat(5300)).join('')}"}`,
    `["${'e\u0301'.repeat(21_000)}"]`,
    `{"a":"${'\\u0000'.repeat(10_000)}"}`,
    `{${Array.from({ length: 6000 }, (_, index) => `"k${index}":1`).join(',')}}`,
    'subject[ref]=a&purposes[analytics]=granted',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
  ].map((body) => Buffer.from(body)),
  Buffer.from('fffe7b007d00', 'hex'),
  Buffer.from('{"subject":{"ref":"a"}}', 'utf16le'),
  Buffer.from('7b2261223a22c0af227d', 'hex'),
  Buffer.from('7b2261223a22eda080227d', 'hex'),
  Buffer.from('7b2261223a22f4908080227d', 'hex'),
  Buffer.from('1f8b0800000000000003', 'hex'),
  Buffer.alloc(1_048_577, '['),
  Buffer.alloc(65_537, ' '),
  Buffer.alloc(70_000, 0),
]

/** A share of the whole, so that it means something for a body of any length. */
const share = fc.double({ min: 0, max: 1, noNaN: true })
const place = (body: Buffer, of: number) => Math.floor(body.length * of)

const changes: fc.Arbitrary<(body: Buffer) => Buffer> = fc.oneof(
  { arbitrary: fc.constantFrom(...oddBodies).map((whole) => () => whole), weight: 4 },
  { arbitrary: share.map((of) => (body: Buffer) => body.subarray(0, place(body, of))), weight: 1 },
  {
    arbitrary: fc.tuple(share, fc.uint8Array({ minLength: 1, maxLength: 4 })).map(
      ([of, bytes]) =>
        (body: Buffer) =>
          Buffer.concat([body.subarray(0, place(body, of)), bytes, body.subarray(place(body, of))]),
    ),
    weight: 2,
  },
  {
    arbitrary: fc.tuple(share, fc.nat(7)).map(([of, bit]) => (body: Buffer) => {
      const flipped = Buffer.from(body)
      const at = place(body, of)
      if (at < flipped.length) flipped[at] = (flipped[at] ?? 0) ^ (1 << bit)
      return flipped
    }),
    weight: 2,
  },
)

export const rawBodyFaults: Faults = changes.map((change) => (draft) => ({
  ...draft,
  bodyChanges: [...draft.bodyChanges, change],
}))
