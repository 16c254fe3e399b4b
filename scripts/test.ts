// Runs every test against one PostgreSQL server: each file clones a database of its own from a migrated template.
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { startTestServer } from '../packages/service/test/test-database.ts'

const given = process.argv.slice(2)
const files = globSync(given.length > 0 ? given : ['packages/**/*.test.ts', 'scripts/*.test.ts'], {
  exclude: ['**/node_modules/**'],
}).sort()

const server = await startTestServer()
const run = spawn(process.execPath, ['--test', '--test-concurrency=2', '--test-reporter=spec', ...files], {
  stdio: 'inherit',
  env: { ...process.env, ASSENT_TEST_SERVER: server.url },
})
process.exitCode = await new Promise<number>((resolve) => {
  run.on('exit', (code) => resolve(code ?? 1))
})
await server.stop()
