import type pg from 'pg'
import { type Pool, sqlState } from './db.ts'
import { appMayAlso, eraserMayAlso, type Role } from './rights.ts'

const roles: readonly Role[] = ['assent_app', 'assent_eraser']

const insufficientPrivilege = '42501'
/** duplicate_object, unique_violation: another database of this server is being set up in the same moment. */
const alreadyThere = ['42710', '23505']

/** A connection that acts as this role from its first statement, whoever logged in. */
export function actingAs(url: string, role: Role): string {
  const address = new URL(url)
  const options = address.searchParams.get('options')
  address.searchParams.set('options', `${options === null ? '' : `${options} `}-c role=${role}`)
  return address.href
}

/** Whether whoever owns this connection may act as the role. */
export async function mayActAs(pool: Pool, role: Role): Promise<boolean> {
  try {
    // One message is one transaction: it ends with it.
    await pool.query(`SET LOCAL ROLE ${role}`)
    return true
  } catch (error) {
    // insufficient_privilege; invalid_parameter_value: there is no such role.
    if ([insufficientPrivilege, '22023'].includes(sqlState(error) ?? '')) return false
    throw error
  }
}

/**
 * Makes the two roles, if whoever migrates may, and gives them their rights on every table that there is. Afresh each
 * time and in one transaction, so that a right that was dropped from the list is taken back, and a new table has its own.
 */
export async function grantRights(client: pg.Client): Promise<void> {
  for (const role of roles) await ensureRole(client, role)
  const { rows: found } = await client.query('SELECT rolname FROM pg_roles WHERE rolname = ANY($1)', [roles])
  // The operator has to make them (docs/operations.md); open-database.ts says so.
  if (found.length < roles.length) return
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND relname !~ '^schema_(migrations|checksums)$' ORDER BY 1`,
  )
  const names = rows.map(({ name }) => name)
  await client.query(
    ['BEGIN', ...(await grantsAround(client)), ...names.flatMap(grantsOn), 'COMMIT'].join(';\n'),
  )
}

async function ensureRole(client: pg.Client, role: Role): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role])
  if (rowCount === 1) return
  try {
    await client.query(`CREATE ROLE ${role} NOLOGIN`)
    await client.query(`GRANT ${role} TO CURRENT_USER`)
  } catch (error) {
    const state = sqlState(error) ?? ''
    if (state !== insufficientPrivilege && !alreadyThere.includes(state)) throw error
  }
}

async function grantsAround(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ database: string; inherits: boolean }>(
    `SELECT quote_ident(current_database()) AS database, pg_has_role('assent_eraser', 'assent_app', 'MEMBER') AS inherits`,
  )
  return [
    'GRANT USAGE ON SCHEMA public TO assent_app, assent_eraser',
    // The job library makes and owns a schema of its own.
    `GRANT CREATE ON DATABASE ${rows[0]?.database} TO assent_app`,
    // Asked before, since only who made the roles may grant them.
    ...(rows[0]?.inherits === true ? [] : ['GRANT assent_app TO assent_eraser']),
  ]
}

function grantsOn(table: string): string[] {
  const app = ['SELECT', 'INSERT', ...(appMayAlso[table] ?? [])]
  const eraser = eraserMayAlso[table] ?? []
  return [
    `REVOKE ALL ON ${table} FROM assent_app, assent_eraser`,
    `GRANT ${app.join(', ')} ON ${table} TO assent_app`,
    ...(eraser.length === 0 ? [] : [`GRANT ${eraser.join(', ')} ON ${table} TO assent_eraser`]),
  ]
}
