import { openEmbeddedPostgres } from './open-embedded-postgres.ts'
import { aDataDir, query } from './test-data-dir.ts'

/** For the tests of the store: a server of its own, with as many empty databases as they like. */
export async function aServer(): Promise<{ anEmptyDatabase(): Promise<string> } & AsyncDisposable> {
  const dataDir = await aDataDir()
  const server = await openEmbeddedPostgres({ dataDir: dataDir.path, purpose: 'serve', note: () => {} })
  let count = 0
  return {
    async anEmptyDatabase() {
      const url = new URL(server.url)
      url.pathname = `/empty_${++count}`
      await query(server.url, `CREATE DATABASE empty_${count}`)
      return url.href
    },
    async [Symbol.asyncDispose]() {
      await server.stop()
      await dataDir[Symbol.asyncDispose]()
    },
  }
}
