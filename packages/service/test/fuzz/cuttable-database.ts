import pg from 'pg'
import { aDatabaseProxy } from '../failure/database-proxy.ts'
import { cloneDatabase, startTestServer } from '../test-database.ts'

/** A database whose connections can be cut. */
export interface CuttableDatabase extends AsyncDisposable {
  readonly url: string
  /** On a connection that is never cut. */
  query(sql: string): Promise<unknown>
  /** Ends all others: by a reset on the way, or as PostgreSQL ends them when it is stopped. */
  cut(by: 'the network' | 'the server'): Promise<void>
}

const cutConnections =
  'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'

export async function openCuttableDatabase(): Promise<CuttableDatabase> {
  const given = process.env['ASSENT_TEST_SERVER']
  const own = given === undefined ? await startTestServer() : undefined
  const database = await cloneDatabase(given ?? own?.url ?? '')
  const proxy = await aDatabaseProxy(database.url)
  const saboteur = new pg.Client({ connectionString: database.url })
  await saboteur.connect()
  return {
    url: proxy.url,
    query: (sql) => saboteur.query(sql),
    async cut(by) {
      if (by === 'the server') {
        await saboteur.query(cutConnections)
        return
      }
      await proxy.goAway()
      await proxy.comeBack()
    },
    async [Symbol.asyncDispose]() {
      await saboteur.end()
      await proxy[Symbol.asyncDispose]()
      await database.drop()
      await own?.stop()
    },
  }
}
