import { hash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openEmbeddedPostgres } from '../src/store/embedded/open-embedded-postgres.ts'
import { migrateJobs } from '../src/store/job-queue.ts'
import { migrate } from '../src/store/migrate.ts'
import { actingAs } from '../src/store/roles.ts'

/** A PostgreSQL server for tests: a real one, with a migrated template that each test file clones. */
export interface TestServer {
  /** Of the template; `cloneDatabase` makes the others. */
  readonly url: string
  stop(): Promise<void>
}

const template = 'assent_template'

/** Started once for a whole run by scripts/test.ts, or by a file that is run alone. */
export async function startTestServer(): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'assent-test-'))
  const server = await openEmbeddedPostgres({ dataDir, purpose: 'serve', note: () => undefined })
  await runSql(server.url, `CREATE DATABASE ${template}`)
  const url = withDatabase(server.url, template)
  await migrate({ url })
  await migrateJobs(actingAs(url, 'assent_app'))
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

let clones = 0

/** A database of its own: what one test leaves behind, no other finds. */
export async function cloneDatabase(url: string): Promise<{ url: string; drop(): Promise<void> }> {
  clones += 1
  const name = `t_${hash('sha256', `${process.pid} ${process.hrtime.bigint()}`).slice(0, 12)}_${clones}`
  await runSql(url, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  return { url: withDatabase(url, name), drop: () => runSql(url, `DROP DATABASE ${name} WITH (FORCE)`) }
}

export function withDatabase(url: string, name: string): string {
  return url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
}

const templateInUse = '55006'

/** Two files that clone in the same moment: PostgreSQL lets only one look at the template at a time. */
async function runSql(url: string, sql: string, tries = 50): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } catch (error) {
    const busy = error instanceof pg.DatabaseError && error.code === templateInUse
    if (!busy || tries === 0) throw error
    await new Promise((done) => setTimeout(done, 50))
    await runSql(url, sql, tries - 1)
  } finally {
    await client.end()
  }
}
