// Runs every test against one PostgreSQL server: each file clones a database of its own from a migrated template.
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unpackBrowser } from '../packages/service/test/pages/open-browser.ts'
import { startTestServer } from '../packages/service/test/test-database.ts'

const given = process.argv.slice(2)
const files = globSync(given.length > 0 ? given : ['packages/**/*.test.ts', 'scripts/*.test.ts'], {
  exclude: ['**/node_modules/**'],
}).sort()
// Without any, Node would look for some itself.
if (files.length === 0) throw new Error(`no file of tests is called ${given.join(' or ')}`)

// Each file, and each command that a test runs, is a process of its own: what one has compiled, the others need not.
const compileCache = await mkdtemp(join(tmpdir(), 'assent-compiled-'))
const [server] = await Promise.all([
  startTestServer(),
  files.some((file) => file.includes('/pages/')) && unpackBrowser(),
])
const run = spawn(process.execPath, ['--test', '--test-concurrency=2', '--test-reporter=spec', ...files], {
  stdio: 'inherit',
  env: { ...process.env, ASSENT_TEST_SERVER: server.url, NODE_COMPILE_CACHE: compileCache },
})
process.exitCode = await new Promise<number>((resolve) => {
  run.on('exit', (code) => resolve(code ?? 1))
})
await server.stop()
await rm(compileCache, { recursive: true, force: true })
