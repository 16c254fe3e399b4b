import fc from 'fast-check'
import type { Faults } from './draft.ts'
import type { Unsent, Wound } from './fuzz-request.ts'

function head({ requestLine, lines }: Unsent, end = '\r\n'): string {
  return `${[requestLine, ...lines].join(end)}${end}${end}`
}

function bytes(text: string, body?: Buffer): Buffer {
  return Buffer.concat([Buffer.from(text), body ?? Buffer.alloc(0)])
}

function without(lines: readonly string[], ...names: readonly string[]): string[] {
  return lines.filter((line) => !names.includes((line.split(':')[0] ?? '').toLowerCase()))
}

/** With other lines, the framing ones left out. */
function framed(name: string, more: (unsent: Unsent) => readonly string[]): Wound {
  return {
    name,
    write: (unsent) => {
      const lines = [...without(unsent.lines, 'content-length', 'transfer-encoding'), ...more(unsent)]
      return bytes(head({ ...unsent, lines }), unsent.body)
    },
  }
}

function line(name: string, text: string): Wound {
  return {
    name,
    write: (unsent) => bytes(head({ ...unsent, lines: [...unsent.lines, text] }), unsent.body),
  }
}

function whole(name: string, write: (unsent: Unsent) => Buffer): Wound {
  return { name, write }
}

const length = ({ body }: Unsent) => body.length

/** What makes two readers of one stream see two requests (RFC 9112 section 11.2), and what breaks it off. */
export const wounds: readonly Wound[] = [
  framed('length and chunks', (u) => [`Content-Length: ${length(u)}`, 'Transfer-Encoding: chunked']),
  framed('two equal lengths', (u) => [`Content-Length: ${length(u)}`, `Content-Length: ${length(u)}`]),
  framed('two lengths', (u) => [`Content-Length: ${length(u)}`, 'Content-Length: 1']),
  framed('a list of lengths', (u) => [`Content-Length: ${length(u)}, ${length(u)}`]),
  framed('a negative length', () => ['Content-Length: -1']),
  framed('a length with a sign', (u) => [`Content-Length: +${length(u)}`]),
  framed('a hexadecimal length', () => ['Content-Length: 0x10']),
  framed('an endless length', () => ['Content-Length: 99999999999999999999999']),
  framed('a length of a terabyte', () => ['Content-Length: 1099511627776']),
  framed('a length too long', (u) => [`Content-Length: ${length(u) + 7}`]),
  framed('a length too short', (u) => [`Content-Length: ${Math.max(0, length(u) - 7)}`]),
  framed('chunks that are none', () => ['Transfer-Encoding: chunked']),
  framed('chunked twice', () => ['Transfer-Encoding: chunked, chunked']),
  framed('another coding', () => ['Transfer-Encoding: gzip']),
  framed('a disguised coding', () => ['Transfer-Encoding : chunked']),
  framed('a coding in odd letters', () => ['Transfer-Encoding: \u000bchunked']),
  line('no colon', 'Host assent.test'),
  line('a space before the colon', 'X-Odd : 1'),
  line('a folded line', 'X-Folded: 1\r\n 2'),
  line('NUL in a value', 'X-Nul: a\u0000b'),
  line('a bare CR', 'X-Cr: a\rb'),
  line('an empty name', ': x'),
  line('two hosts', 'Host: evil.example'),
  line('a huge header', `X-Huge: ${'h'.repeat(20_000)}`),
  line('many headers', Array.from({ length: 1500 }, (_, index) => `a${index}:`).join('\r\n')),
  line('3,000 nameless-short headers', Array.from({ length: 3000 }, () => 'a:').join('\r\n')),
  whole('no host', (u) => bytes(head({ ...u, lines: without(u.lines, 'host') }), u.body)),
  whole('LF alone', (u) => bytes(head(u, '\n'), u.body)),
  whole('CR alone', (u) => bytes(head(u, '\r'), u.body)),
  whole('HTTP/1.0', (u) => bytes(head({ ...u, requestLine: u.requestLine.replace('1.1', '1.0') }), u.body)),
  whole('HTTP/2.0', (u) => bytes(head({ ...u, requestLine: u.requestLine.replace('1.1', '2.0') }), u.body)),
  whole('HTTP/9.9', (u) => bytes(head({ ...u, requestLine: u.requestLine.replace('1.1', '9.9') }), u.body)),
  whole('no version', (u) =>
    bytes(head({ ...u, requestLine: u.requestLine.replace(' HTTP/1.1', '') }), u.body),
  ),
  whole('two spaces', (u) => bytes(head({ ...u, requestLine: u.requestLine.replace(' ', '  ') }), u.body)),
  whole('empty lines before', (u) => bytes(`\r\n\r\n${head(u)}`, u.body)),
  whole('a space before', (u) => bytes(` ${head(u)}`, u.body)),
  whole('twice at once', (u) => Buffer.concat([bytes(head(u), u.body), bytes(head(u), u.body)])),
  whole('garbage behind', (u) =>
    Buffer.concat([bytes(head(u), u.body), Buffer.from('\u0000\u0001 garbage\r\n\r\n')]),
  ),
  whole('cut in the head', (u) => bytes(head(u).slice(0, -20))),
  whole('cut in the body', (u) => bytes(head(u), u.body.subarray(0, Math.floor(u.body.length / 2)))),
  whole('nothing but garbage', () => Buffer.from('\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\ufffd')),
  whole('HTTP/2 preface', () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')),
  whole('empty', () => Buffer.from('\r\n')),
]

export const woundFaults: Faults = fc.constantFrom(...wounds).map((wound) => (draft) => ({ ...draft, wound }))
