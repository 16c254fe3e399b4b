import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const patienceMs = 60_000
const pollMs = 50

/** Makes the database of the URL if it is missing, in a server that is ready. */
export async function ensureDatabase(url: string): Promise<void> {
  const server = new URL(url)
  const name = server.pathname.slice(1)
  server.pathname = '/postgres'
  const client = new pg.Client({ connectionString: server.href, connectionTimeoutMillis: 5000 })
  // A connection that breaks after the last answer has nothing left to tell.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`)
  } catch (error) {
    const { code } = error as pg.DatabaseError
    // Another process has made it since we looked: duplicate_database, unique_violation.
    if (code !== '42P04' && code !== '23505') throw error
  } finally {
    await client.end()
  }
}

/** The same for a server that is kept running, and may have been killed a moment ago. */
export async function ensureDatabaseWhenUp(url: string): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    try {
      return await ensureDatabase(url)
    } catch (error) {
      // The server's own refusals bear a SQLSTATE; 57P is that it is just starting or ending.
      const isRefusal = error instanceof pg.DatabaseError && error.code?.startsWith('57P') !== true
      if (isRefusal || waitedMs >= patienceMs) throw error
      await delay(pollMs)
    }
  }
}
