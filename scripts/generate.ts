// Writes everything that is made from the code and committed: `npm run generate`. With --check it changes nothing
// and fails when something is not as the code says.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { listGenerated } from './generated-files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const check = process.argv.includes('--check')
const stale: string[] = []

for (const { path, text } of await listGenerated()) {
  const current = await readFile(root + path, 'utf8').catch(() => '')
  if (current === text) continue
  stale.push(path)
  if (!check) await writeFile(root + path, text)
}

if (check && stale.length > 0) {
  process.stderr.write(
    `Not as the code says: ${stale.join(', ')}. Run "npm run generate" and commit the result.\n`,
  )
  process.exitCode = 1
} else
  process.stdout.write(
    stale.length === 0 ? 'Everything generated is current.\n' : `Wrote ${stale.join(', ')}.\n`,
  )
