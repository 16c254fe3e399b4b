import { after } from 'node:test'
import { startTestServer, type TestServer } from '../test-database.ts'

let server: Promise<TestServer> | undefined

// At the top of the module, so that it belongs to the file and not to the first test that needs a server.
after(async () => (await server)?.stop())

/** The run's PostgreSQL (scripts/test.ts), or one of this file's own. */
export async function postgresForTests(): Promise<string> {
  const given = process.env['ASSENT_TEST_SERVER']
  if (given !== undefined) return given
  server ??= startTestServer()
  return (await server).url
}
