import fc from 'fast-check'
import type { Draft, Fault, Faults } from './draft.ts'
import { percentEncode } from './draft.ts'
import { nastyWord } from './nasty-text.ts'

const everyByte = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

/** Ways to write a text into a path. */
const encodings = fc.constantFrom(
  percentEncode,
  everyByte,
  (text: string) => percentEncode(percentEncode(text)),
  (text: string) => text,
  (text: string) => `${percentEncode(text)}%2Fconsent`,
)

/** Segments that are spelled as an attacker spells them. */
const segments = fc.constantFrom(
  '',
  '.',
  '..',
  '%2e%2e',
  '..%2f..%2f',
  '%00',
  'a%00b',
  '%',
  '%zz',
  '%c0%af',
  '%ed%a0%80',
  '%u0041',
  'a;x=1',
  'a%3bx',
  'a#b',
  'a%23b',
  'a?b',
  'a%3fb',
  'a\\b',
  'a/b',
  '*',
  '{ref}',
  ':ref',
  '%F0%9F%92%A5',
  'e%CC%81',
  'a'.repeat(256),
  'a'.repeat(257),
  '%61'.repeat(300),
)

const names = fc.oneof(
  fc.constantFrom(
    'purpose',
    'at',
    'gpc',
    'country',
    'region',
    'language',
    'limit',
    'cursor',
    'from',
    'to',
    'colour',
    '__proto__',
    'constructor',
    'purpose[]',
    'purpose[a]',
    'Purpose',
    '',
  ),
  nastyWord,
)

/** The target as a whole, after it was put together. */
const wholes: readonly ((target: string) => string)[] = [
  (target) => `${target}/`,
  (target) => `/${target}`,
  (target) => target.replace('/v1/', '/v1//'),
  (target) => target.replace('/v1/', '/V1/'),
  (target) => target.replace('/v1/', '/v1/../v1/'),
  (target) => target.replace('/v1/', '/v1/%2e/'),
  (target) => target.replace(/consent$/, 'Consent'),
  (target) => target.replace('?', ';'),
  (target) => target.replace('?', '#'),
  (target) => target.replace('?', '%3F'),
  (target) => `http://evil.example${target}`,
  (target) => `https://evil.example:99999${target}`,
  (target) => target.slice(1),
  (target) => `${target}#fragment`,
  (target) => `${target}%`,
  (target) => `${target}${target.includes('?') ? '&' : '?'}a=%zz`,
  (target) => `${target}?`,
  (target) => `${target}${target.includes('?') ? '&' : '?'}key=@@test.secret@@`,
  (target) => `${target}?${'a=1&'.repeat(300)}`,
  (target) => `${target}?x=${'y'.repeat(4100)}`,
  (target) => `${target}?${'purpose=analytics&'.repeat(51)}`,
  (target) => `${target}?purpose=analytics&purpose=marketing&country=DE&country=FR`,
  (target) =>
    target
      .split('')
      .map((c, index) => (index === 2 ? everyByte(c) : c))
      .join(''),
  () => '*',
  () => '/',
  () => '/v1',
  () => '/v1/subjects',
  () => '/reference',
  () => '/reference/',
  () => '/reference/nothing',
  (target) => target.replace(/^[^?]*/, '/reference'),
  () => '/reference/js/scalar.js',
  () => '/reference/../health',
  () => '/reference/%2e%2e/%2e%2e/package.json',
  () => '/reference/openapi.json',
  () => '/reference/openapi.yaml',
  () => '/openapi.json',
  () => '/openapi.json?x=1',
  () => '/metrics',
  () => '/.env',
  () => '/keys.json',
]

export const targetFaults: Faults = fc.oneof(
  { arbitrary: fc.tuple(nastyWord, encodings).map(([text, encode]) => inPath(encode(text))), weight: 4 },
  { arbitrary: segments.map(inPath), weight: 4 },
  { arbitrary: fc.tuple(names, nastyWord).map(([name, value]) => withQuery(name, value)), weight: 5 },
  { arbitrary: fc.constant(doubleQuery), weight: 2 },
  {
    arbitrary: fc.constantFrom(...wholes).map((change) => (draft: Draft) => ({
      ...draft,
      targetChanges: [...draft.targetChanges, change],
    })),
    weight: 4,
  },
)

/** Every parameter of the path is this. */
function inPath(segment: string): Fault {
  return (draft) => ({
    ...draft,
    segments: Object.fromEntries(Object.keys(draft.segments).map((name) => [name, segment])),
  })
}

function withQuery(name: string, value: string): Fault {
  return (draft) => ({ ...draft, query: [...draft.query.filter(([known]) => known !== name), [name, value]] })
}

function doubleQuery(draft: Draft): Draft {
  return { ...draft, query: [...draft.query, ...draft.query] }
}
