import pg from 'pg'

/** Whatever can run a statement: the pool, or a client inside a transaction. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ rows: Row[]; rowCount: number | null }>
}

/** A statement with a name is parsed and planned once per connection. */
export interface Statement {
  readonly name: string
  readonly text: string
}

export type Pool = pg.Pool

/** A connection on which statements are sent without waiting for each other's answers. */
export type Pipeline = pg.Client

const timestamptz = 1184
const uuid = 2950
const int8 = 20

/**
 * Times as Unix ms, uuids as 32 hex digits, bigints as numbers (none of ours passes 2^53).
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === timestamptz) return parseTime
    if (oid === uuid) return stripDashes
    if (oid === int8) return Number
    return pg.types.getTypeParser(oid, format as 'text')
  }) as typeof pg.types.getTypeParser,
}

function parseTime(text: string): number {
  return Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
}

function stripDashes(text: string): string {
  return text.replaceAll('-', '')
}

export function openPool(url: string, size: number): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    types,
    connectionTimeoutMillis: 2000,
    ...session,
  })
  // An idle connection that breaks is replaced at its next use; without a listener the process would end.
  pool.on('error', () => undefined)
  // The same for one that breaks between two statements of a transaction, when the pool does not listen to it.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

export async function openPipeline(url: string): Promise<Pipeline> {
  const client = new pg.Client({
    connectionString: url,
    types,
    pipeline: true,
    // Past the server's own deadline: a connection that has fallen silent must not hold its callers for ever.
    query_timeout: 12_000,
    connectionTimeoutMillis: 2000,
    ...session,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** A transaction or a statement that hangs must not hold the keys of others; times in ms. */
const session = { statement_timeout: 10_000, idle_in_transaction_session_timeout: 10_000, lock_timeout: 2000 }

/** Serialization failure and deadlock: nothing happened, and the same again may well succeed. */
const retryable = new Set(['40001', '40P01'])

export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

export function isRetryable(error: unknown): boolean {
  return retryable.has(sqlState(error) ?? '')
}

/** Runs `body` in one transaction, again if the database asks for it: no other effects (docs/sql-rules.md, R15). */
export async function transaction<T>(pool: Pool, body: (db: Queryable) => Promise<T>, tries = 3): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    const result = await body(client as Queryable)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch((rollbackError: Error) => {
      broken = rollbackError
    })
    if (tries > 1 && broken === undefined && isRetryable(error))
      return await transaction(pool, body, tries - 1)
    throw error
  } finally {
    client.release(broken)
  }
}

/** Sends one named statement on a client of our own. */
export async function send<Row extends pg.QueryResultRow>(
  client: Pipeline,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const result = await client.query<Row>({ ...statement, values: [...values] })
  return result.rows
}

/** Sends several, one behind the other without waiting, and gathers their rows. */
export async function sendAll<Row extends pg.QueryResultRow>(
  client: Pipeline,
  statements: readonly { readonly statement: Statement; readonly values: unknown[] }[],
): Promise<Row[]> {
  const results = await Promise.all(
    statements.map(({ statement, values }) => client.query<Row>({ ...statement, values })),
  )
  const [first] = results
  return results.length === 1 && first !== undefined ? first.rows : results.flatMap((result) => result.rows)
}

/** What `send` puts on the pipeline goes out in one piece: a system call for all of it instead of one a statement. */
export function together<Sent>(client: Pipeline, send: () => Sent): Sent {
  const { stream } = client.connection
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}

/** Whether the server, not the statement, is at fault: class 08, shutdown and crash (57P0x), or a broken socket. */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlState(error)
  if (state === undefined) return error instanceof Error && /connection|terminat|timeout/i.test(error.message)
  return /^(08|57P0)/.test(state) || /^E[A-Z]+$/.test(state)
}

export const lockTimeout = '55P03'

/**
 * Whether the same again may well succeed later, through nobody's fault: a connection is lost, there is no room or no
 * connection left (class 53), the statement was cut off (57), it is still in conflict (40), or waited too long for a lock.
 */
export function isPassing(error: unknown): boolean {
  const state = sqlState(error) ?? ''
  return isConnectionLost(error) || state === lockTimeout || /^(53|57|40)/.test(state)
}
