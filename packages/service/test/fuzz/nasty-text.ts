import fc from 'fast-check'
import { canariesOf } from './canaries.ts'

/** What breaks parsers, databases, pages and logs. Those with a mark in them must never come back. */
const notorious: readonly string[] = [
  '',
  ' ',
  '\t',
  'a\u0000b',
  '\u0000',
  '\ud800',
  'x\udfff',
  'e\u0301',
  '\u212b',
  'a\u200bb',
  '\u202eevil',
  '\ufeffx',
  'аnalytics',
  'ﬁ',
  '💥',
  '\u2028',
  '\u0085',
  '\u007f',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '@place',
  "'; DROP TABLE subjects; --",
  "' OR '1'='1",
  '"><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '#{7*7}{{7*7}}',
  '%s%n%00',
  '%ED%A0%80',
  '../../../../etc/passwd',
  'a\r\nSet-Cookie: x=1',
  'null',
  'true',
  'NaN',
  '0',
  '-1',
  '1e400',
  '99999999999999999999',
  '$1$&$`',
  '\\',
  '\\u0000',
  'email:',
  'email:@',
  'phone:+1',
  'external_id:',
  'sub_',
  'sub_0000000000000000000000',
  'anon_aaaaaaaaaaaaaaaaaaaaaaaa',
  'cns_',
  'a:b:c:d',
]

/** So long that a check which looks twice at every character shows. */
const lengthy: readonly string[] = [
  'a'.repeat(5000),
  `${'a'.repeat(20_000)}!`,
  '-'.repeat(3000),
  '1.'.repeat(3000),
  'é'.repeat(3000),
  `email:${'a.'.repeat(2000)}@${'b.'.repeat(2000)}`,
  'x'.repeat(64_000),
  'zz-'.repeat(3000),
]

export const nastyText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...notorious), weight: 8 },
  { arbitrary: fc.constantFrom(...lengthy), weight: 1 },
  { arbitrary: fc.constantFrom(...canariesOf('metadata', 'email', 'key', 'token', 'word')), weight: 4 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 40 }), weight: 2 },
  { arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }), weight: 1 },
)

/** Short enough for a header or a URL. */
export const nastyWord: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...notorious), weight: 6 },
  { arbitrary: fc.constantFrom(...canariesOf('metadata', 'email', 'key', 'token', 'word')), weight: 3 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 20 }), weight: 2 },
)

/** Numbers as they can be written, not as they can be read. */
export const nastyNumber: fc.Arbitrary<string> = fc.constantFrom(
  '0',
  '-0',
  '1',
  '-1',
  '1.5',
  '1e400',
  '-1e400',
  '1e-400',
  '1E+2',
  '9007199254740991',
  '9007199254740993',
  '-9007199254740993',
  '1e131071',
  '123456789012345678901234567890',
  '0.1000000000000000055511151231257827',
)
