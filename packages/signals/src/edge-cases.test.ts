import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('../..', import.meta.url))

/** The cases of the study that this package and the service were built by; each has a test that is named after it. */
const cases = Array.from({ length: 61 }, (_, index) => index + 1)

function namedCases(): Set<number> {
  const files = globSync(['signals/src/**/*.test.ts', 'service/test/*.test.ts', 'service/src/**/*.test.ts'], {
    cwd: packages,
  })
  const texts = files.map((file) => readFileSync(`${packages}/${file}`, 'utf8'))
  const names = texts.flatMap((text) => [...text.matchAll(/(?:test|describe)\(\s*['"`]edge ([\d, ]+):/g)])
  return new Set(names.flatMap(([, numbers = '']) => numbers.split(',').map(Number)))
}

test('each of the 61 edge cases has a test of its name', () => {
  const named = namedCases()
  assert.deepEqual(
    cases.filter((number) => !named.has(number)),
    [],
  )
})
