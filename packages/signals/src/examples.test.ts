import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import * as signals from './index.ts'

interface Example {
  readonly file: string
  readonly code: string
  readonly expected: string
}

/** `@example code // value`, the value on the next line where they do not fit one. */
const EXAMPLE = /@example ([^\n]+?)(?:\n \*)? \/\/ ([^\n]+?)(?: \*\/)?\n/g

const folder = new URL('.', import.meta.url)
const sources = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'))
const examples = sources.flatMap((file): Example[] => {
  const text = readFileSync(new URL(file, folder), 'utf8')
  return [...text.matchAll(EXAMPLE)].map(([, code = '', expected = '']) => ({ file, code, expected }))
})

describe('the examples in the docblocks', () => {
  test('each of them was found', () => {
    const mentions = sources.map(
      (file) => readFileSync(new URL(file, folder), 'utf8').split('@example').length - 1,
    )
    assert.equal(
      examples.length,
      mentions.reduce((sum, count) => sum + count, 0),
    )
    assert.ok(examples.length >= 15)
  })

  for (const { file, code, expected } of examples) {
    test(`${file}: ${code}`, () => {
      assert.deepEqual(evaluate(code), evaluate(expected))
    })
  }
})

function evaluate(expression: string): unknown {
  return new Function(...Object.keys(signals), `return (${expression})`)(...Object.values(signals))
}
