// A PostgreSQL server and whoever keeps it running, in a process of its own: what an operator's machine is to Assent.
import { openEmbeddedPostgres } from '../../src/store/embedded/open-embedded-postgres.ts'
import type { PostgresSettings } from '../../src/store/embedded/postgres-settings.ts'

const [, , dataDir = '', settings = '{}'] = process.argv
const server = await openEmbeddedPostgres({
  dataDir,
  purpose: 'serve',
  settings: JSON.parse(settings) as PostgresSettings,
  note: (message) => void process.stderr.write(`${message}\n`),
})
process.stdout.write(`${server.url}\n`)
process.on('SIGTERM', () => void server.stop().finally(() => process.exit()))
// It ends with the harness, whose pipe its standard input is.
process.stdin.resume().on('end', () => process.exit())
