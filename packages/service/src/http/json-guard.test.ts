import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { leastCpuMs } from '../../test/cpu-time.ts'
import { Refusal } from '../kernel/refusal.ts'
import { parseJson } from './json-guard.ts'

function refusalOf(body: string | Buffer): Refusal | undefined {
  try {
    parseJson(Buffer.from(body))
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error))
    return error
  }
  return undefined
}

/** Values that a request may hold: clean text, exact numbers, no name that is never taken. */
function isClean(value: unknown): boolean {
  if (typeof value === 'string')
    return value.isWellFormed() && value.normalize('NFC') === value && !value.includes('\u0000')
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER
  if (Array.isArray(value)) return value.every(isClean)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(
    ([name, member]) => name !== '__proto__' && isClean(name) && isClean(member),
  )
}

const json = fc.jsonValue({ maxDepth: 8, stringUnit: 'grapheme' }).filter(isClean)

/** A name as JSON text, some of its letters escaped, which changes nothing of what it means. */
function spell(name: string, escaped: readonly boolean[]): string {
  // By whole characters: an escaped half beside a bare half would be two broken ones.
  const units = [...name].map((letter, at) => {
    if (escaped[at % escaped.length] !== true) return JSON.stringify(letter).slice(1, -1)
    return Array.from(
      { length: letter.length },
      (_, half) => `\\u${letter.charCodeAt(half).toString(16).padStart(4, '0')}`,
    ).join('')
  })
  return `"${units.join('')}"`
}

/** Text of the value in which the object that `turn` picks has its first member twice; undefined without such an object. */
function withDuplicate(value: unknown, turn: number, escaped: readonly boolean[]): string | undefined {
  let seen = 0
  let done = false
  function write(part: unknown): string {
    if (Array.isArray(part)) return `[${part.map(write).join(',')}]`
    if (typeof part !== 'object' || part === null) return JSON.stringify(part)
    const members = Object.entries(part).map(
      ([name, member]) => [name, `${JSON.stringify(name)}:${write(member)}`] as const,
    )
    const [first] = members
    const texts = members.map(([, text]) => text)
    if (first !== undefined && !done && seen++ === turn) {
      done = true
      texts.push(`${spell(first[0], escaped)}:null`)
    }
    return `{${texts.join(' , ')}}`
  }
  const text = write(value)
  return done ? text : undefined
}

describe('reading a body', () => {
  test('gives back any value that a request may hold, however it is spaced', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        assert.deepEqual(
          parseJson(Buffer.from(JSON.stringify(value, null, space))),
          JSON.parse(JSON.stringify(value)),
        )
      }),
      { numRuns: 1000 },
    )
  })

  test('finds any duplicate, at any depth, however it is spelled', () => {
    let found = 0
    fc.assert(
      fc.property(
        json,
        fc.nat({ max: 4 }),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
        (value, turn, escaped) => {
          const text = withDuplicate(
            { outer: value, ...(turn > 2 ? { inner: { a: 1 } } : {}) },
            turn,
            escaped,
          )
          if (text === undefined) return
          found += 1
          assert.equal(refusalOf(text)?.code, 'malformed_json', text)
        },
      ),
      { numRuns: 2000 },
    )
    assert.ok(found > 200, `${found} duplicates were tried`)
  })

  test('refuses any bytes that are not JSON in UTF-8, and never breaks', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array)),
      fc
        .string({ unit: fc.constantFrom(...'{}[]:,"\\u0aé1eE.-+tfn \n'), maxLength: 40 })
        .map((text) => Buffer.from(text)),
    )
    fc.assert(
      fc.property(bytes, (body) => {
        const refusal = refusalOf(body)
        let standard: unknown
        try {
          standard = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body))
        } catch {
          assert.equal(refusal?.code, 'malformed_json')
          return
        }
        if (refusal === undefined) assert.deepEqual(parseJson(body), standard)
      }),
      { numRuns: 5000 },
    )
  })

  test('refuses a text whose bytes are not UTF-8, instead of mending it', () => {
    const broken = fc.constantFrom(
      [0xff],
      [0xc3],
      [0xc0, 0xaf],
      [0xe2, 0x82],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0x80],
    )
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 10 }), broken, (text, bytes) => {
        const body = Buffer.concat([
          Buffer.from(`["`),
          Buffer.from(JSON.stringify(text).slice(1, -1)),
          Buffer.from(bytes),
          Buffer.from('"]'),
        ])
        assert.equal(refusalOf(body)?.code, 'malformed_json')
      }),
    )
  })

  test('counts levels outside of texts alone', () => {
    assert.equal(refusalOf(`${'['.repeat(16)}${']'.repeat(16)}`), undefined)
    assert.equal(refusalOf(`${'['.repeat(17)}${']'.repeat(17)}`)?.code, 'malformed_json')
    assert.equal(refusalOf(JSON.stringify({ a: '[{'.repeat(500), 'b"\\': '":{"' })), undefined)
    assert.equal(refusalOf(`[${'[],'.repeat(5000)}[]]`), undefined, 'breadth is no depth')
  })

  test('names the place of each fault, all at once, and repeats no odd name', () => {
    const body = '{"a":{"b":["\\u0000",1e400]},"e\\u0301":1,"x y":"\\ud800","__proto__":{"c":"\\u0000"}}'
    assert.deepEqual(
      refusalOf(body)?.issues.map(({ path }) => path),
      ['a.b.0', 'a.b.1', '?', '?', '__proto__', '__proto__.c'],
    )
  })

  test('takes exact numbers and refuses those that no double keeps', () => {
    for (const number of ['0', '-0', '9007199254740991', '-9007199254740991', '1.5', '1e3'])
      assert.equal(refusalOf(`[${number}]`), undefined)
    for (const number of ['9007199254740992', '1e400', '-1e400', '1e16'])
      assert.equal(refusalOf(`[${number}]`)?.code, 'validation_failed')
  })

  test('costs little for the worst of 64 KiB', () => {
    const size = 65_536
    const hostile = {
      levels: '['.repeat(size),
      'levels of objects': '{"a":'.repeat(size / 5),
      quotes: '"'.repeat(size),
      backslashes: `"${'\\'.repeat(size)}`,
      'empty members': `{${Array.from({ length: size / 8 }, (_, at) => `"${at.toString(36)}":0`).join(',')}}`,
      numbers: `[${'1e131071,'.repeat(size / 9)}0]`,
      'combining marks': JSON.stringify('e\u0301'.repeat(size / 4)),
    }
    for (const [name, body] of Object.entries(hostile)) {
      const ms = leastCpuMs(() => refusalOf(body))
      assert.ok(ms < 200, `${name} took ${ms} ms`)
    }
  })
})
