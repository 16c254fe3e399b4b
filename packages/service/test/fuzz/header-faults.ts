import fc from 'fast-check'
import { canariesOf } from './canaries.ts'
import type { Faults } from './draft.ts'
import type { HeaderLine } from './fuzz-request.ts'
import { nastyWord } from './nasty-text.ts'

/** By header, what a caller of bad or of odd will may say in it. */
const said: Readonly<Record<string, readonly string[]>> = {
  'Idempotency-Key': [
    'again',
    'again',
    '"again"',
    '',
    'a b',
    '"a b"',
    '"open',
    '"a\\"b"',
    '"a\\b"',
    'x'.repeat(255),
    'x'.repeat(256),
    'Schlüssel',
    '💥',
    '__proto__',
    ...canariesOf('metadata'),
  ],
  'Subject-Token': [
    '@@token.plain0@@',
    '@@token.email0@@',
    '@@token.live@@',
    '@@token.expired@@',
    '@@token.none@@',
    '@@token.other@@',
    '@@token.scope@@',
    '@@token.odd@@',
    '@@token.crit@@',
    '@@token.long@@',
    '@@token.array@@',
    '',
    '.',
    '..',
    'a.b.c',
    'e30.e30.e30',
    'x'.repeat(4000),
    ...canariesOf('token'),
  ],
  Origin: [
    'https://shop.example',
    'https://deep.shop.example',
    'https://evil.example',
    'null',
    '',
    'https://shop.example.evil.example',
    'https://a.b.shop.example',
    'https://SHOP.example',
    '"><script>',
    'https://é.example',
    ...canariesOf('origin'),
  ],
  'Sec-GPC': ['1', '0', 'true', ''],
  'Sec-Fetch-Site': ['cross-site', 'none', ''],
  Accept: [
    '*/*',
    'application/json',
    'application/jose',
    'text/html',
    'image/png',
    'application/json;q=0',
    'text/html;q=2,*/*;q=x',
    'application/jose;q=0.5, text/html;q=0.4',
    '*',
    '',
    ',;,=',
    'text/html;a="b\\"c',
    `${'a/b,'.repeat(900)}text/html`,
  ],
  'Accept-Language': ['de', 'xx', '*', 'de;q=0,en', ';;;', `${'de-'.repeat(1000)}`, '__proto__'],
  'If-None-Match': ['*', '"x"', 'W/"x"', '@@etag.purposes@@', 'W/@@etag.purposes@@', ',,,', '"'.repeat(4000)],
  'Content-Type': [
    'application/json',
    'APPLICATION/JSON;charset=UTF-8',
    'application/json; charset=utf-16',
    'application/json; charset=',
    'application/json;',
    'application/json, text/plain',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '*/*',
    '',
    'constructor',
    `application/json; a=${'b'.repeat(3000)}`,
  ],
  'Content-Encoding': ['gzip', 'br', 'identity', 'identity, gzip', '', 'deflate'],
  Expect: ['100-continue', '100-Continue, x', 'miracles'],
  Connection: ['close', 'keep-alive', 'upgrade', 'Authorization', 'x, , close'],
  Upgrade: ['h2c', 'websocket', 'TLS/1.0, HTTP/1.1'],
  'X-Forwarded-For': [
    ...canariesOf('address'),
    '127.0.0.1',
    '::1',
    'unknown',
    'fe80::1%eth0',
    ',',
    'a'.repeat(2000),
  ],
  Forwarded: canariesOf('address').map((address) => `for="[${address}]"`),
  'X-Real-IP': canariesOf('address'),
  'X-Country': ['DE', 'XX', 'T1', 'US-CA', '', 'de', '__proto__', '💥'],
  'X-HTTP-Method-Override': ['DELETE', 'PUT'],
  'X-Original-URL': ['/health'],
  'Request-Id': canariesOf('word'),
  'X-Request-Id': canariesOf('word'),
  Cookie: canariesOf('token').map((token) => `session=${token}`),
  Referer: canariesOf('email').map((address) => `https://shop.example/?mail=${address}`),
  'User-Agent': ['Mozilla/5.0 Firefox/1', '', 'Edg/'.repeat(700), ...canariesOf('metadata')],
  Authorization: ['Bearer @@test.secret@@', 'Bearer x', 'Basic Og=='],
  Range: ['bytes=0-1', 'bytes=-1', 'x'],
  TE: ['trailers', 'gzip'],
  'Access-Control-Request-Method': ['POST', 'x'],
  'Access-Control-Request-Headers': ['Authorization', 'x'.repeat(2000)],
  Host: ['evil.example'],
  __proto__: ['x'],
  constructor: ['x'],
  'x-padding': ['p'.repeat(7000), 'p'.repeat(9000)],
}

const lines: fc.Arbitrary<HeaderLine> = fc.oneof(
  {
    arbitrary: fc
      .constantFrom(...Object.entries(said))
      .chain(([name, values]) => fc.constantFrom(...values).map((value) => [name, value] as const)),
    weight: 6,
  },
  { arbitrary: fc.tuple(fc.constantFrom(...Object.keys(said)), nastyWord.map(oneLine)), weight: 2 },
)

/** What would end the line is a matter of framing, and has its place in wounds.ts. */
function oneLine(value: string): string {
  return value.toWellFormed().replaceAll(/\p{Cc}/gu, '')
}

/** A header more, or one twice: a Content-Type takes the place of the one that was there. */
export const headerFaults: Faults = fc.tuple(lines, fc.boolean()).map(([line, isTwice]) => (draft) => ({
  ...draft,
  headers: [
    ...draft.headers.filter(([name]) => name !== line[0] || (isTwice && name !== 'Content-Type')),
    line,
    ...(isTwice && line[0] !== 'Host' ? [line] : []),
  ],
}))

export const methodFaults: Faults = fc
  .constantFrom(
    'GET',
    'HEAD',
    'POST',
    'OPTIONS',
    'PUT',
    'PATCH',
    'DELETE',
    'TRACE',
    'QUERY',
    'PROPFIND',
    'M-SEARCH',
    'LINK',
    'get',
    'CONNECT',
    'G@T',
    'TOOLONGAMETHODNAME',
  )
  .map((method) => (draft) => ({ ...draft, method }))

export const chunkedFault: Faults = fc.constant((draft) => ({ ...draft, isChunked: true }))
