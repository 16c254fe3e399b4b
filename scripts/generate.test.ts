import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { listGenerated } from './generated-files.ts'

test('what is generated and committed is what the code says', async () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  for (const { path, text } of await listGenerated())
    assert.equal(await readFile(root + path, 'utf8'), text, `${path}: run npm run generate`)
})
