import { isLive } from '../../domain/key.ts'
import { CannotStart } from '../../kernel/cannot-start.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Config } from '../../kernel/config.ts'
import type { MasterKey } from '../../kernel/master-key.ts'
import { signingLifeMs } from '../../ledger/signing-key.ts'
import { listApiKeys } from '../../store/api-keys.ts'
import { openPool, type Pool } from '../../store/db.ts'
import { readDatabaseClock, requireDurability } from '../../store/durability.ts'
import { opensSecrets, type StoredEnvironment } from '../../store/environments.ts'
import { readSchemaState } from '../../store/migrate.ts'
import { readPartitions } from '../../store/partitions.ts'
import type { Role } from '../../store/rights.ts'
import { mayActAs } from '../../store/roles.ts'
import { readSigningKeys } from '../../store/signing-keys.ts'
import { type Finding, fault, fine, warning } from './finding.ts'

const dayMs = 86_400_000

export async function checkDurability(pool: Pool): Promise<readonly Finding[]> {
  try {
    await requireDurability(pool, { allowUnsafe: false })
    return [fine('durability', 'a commit is on disk before it is acknowledged')]
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error
    return [
      fault(
        'durability',
        error.message,
        'Change it in PostgreSQL and restart that; Assent does not start before.',
      ),
    ]
  }
}

export async function checkMigrations(pool: Pool): Promise<readonly Finding[]> {
  const { missing, unknown } = await readSchemaState(pool)
  if (unknown.length > 0)
    return [
      fault(
        'migrations',
        `the database is newer than this program (${unknown.join(', ')})`,
        'Start the newer version, or restore the backup from before the upgrade.',
      ),
    ]
  if (missing.length > 0)
    return [
      warning(
        'migrations',
        `${missing.length} not applied yet (${missing[0]}${missing.length > 1 ? ', …' : ''})`,
        'Make a backup; the next start applies them, or: npx assent migrate',
      ),
    ]
  return [fine('migrations', 'all applied')]
}

const clockWarningMs = 1000
const clockFaultMs = 60_000

/** Records bear our clock's time, jobs come due by the database's, tokens and keys end by ours. */
export async function checkClock(pool: Pool, clock: Clock): Promise<readonly Finding[]> {
  const before = clock.now()
  const theirs = await readDatabaseClock(pool)
  const apartMs = Math.abs(theirs - (before + clock.now()) / 2)
  const found = `${(apartMs / 1000).toFixed(1)} s apart from the database's`
  const advice = 'Run a time service (NTP) on both machines; one of them is wrong.'
  if (apartMs > clockFaultMs) return [fault('clock', found, advice)]
  if (apartMs > clockWarningMs) return [warning('clock', found, advice)]
  return [fine('clock', found)]
}

export async function checkSeal(pool: Pool, masterKey: MasterKey | undefined): Promise<readonly Finding[]> {
  const opens = masterKey === undefined ? false : await opensSecrets(pool, masterKey)
  if (opens === undefined) return [fine('sealed secrets', 'there are none yet')]
  if (opens) return [fine('sealed secrets', 'the master key opens them')]
  return [
    fault(
      'sealed secrets',
      'they were sealed with another master key',
      'Set ASSENT_MASTER_KEY to the key of this database, or put its master.key back. No new key opens them.',
    ),
  ]
}

/** As open-database.ts does it: one login alone is served without roles, logins set apart are not. */
export async function checkRoles(config: Config, url: string): Promise<readonly Finding[]> {
  const isSetApart = config.databaseOwnerUrl !== undefined || config.databaseEraserUrl !== undefined
  const wanted: readonly (readonly [Role, string])[] = [
    ['assent_app', url],
    ['assent_eraser', config.databaseEraserUrl ?? config.databaseOwnerUrl ?? url],
  ]
  const missing: string[] = []
  for (const [role, login] of wanted) {
    const pool = openPool(login, 1)
    if (!(await mayActAs(pool, role).finally(() => pool.end()))) missing.push(role)
  }
  if (missing.length === 0) return [fine('roles', 'PostgreSQL itself keeps the ledger append-only')]
  const found = `a login may not act as ${missing.join(' and ')}`
  const advice = 'Run the GRANT statements of docs/operations.md, Roles, once.'
  return [isSetApart ? fault('roles', found, advice) : warning('roles', found, advice)]
}

export async function checkPartitions(pool: Pool, clock: Clock): Promise<readonly Finding[]> {
  const { missing, strayed } = await readPartitions(pool, clock.now())
  const findings: Finding[] = []
  if (strayed.length > 0)
    findings.push(
      fault(
        'partitions',
        `rows lie in ${strayed.join(', ')}`,
        'A clock was far off, or no server ran for months. Move them into a partition of their quarter.',
      ),
    )
  if (missing.length > 0)
    findings.push(
      warning(
        'partitions',
        `${missing.join(', ')} not made yet`,
        'A running server makes them daily, as the owner of the tables; start one and look again.',
      ),
    )
  return findings.length > 0 ? findings : [fine('partitions', 'made for three quarters ahead')]
}

export async function checkKeys(
  pool: Pool,
  clock: Clock,
  environments: readonly StoredEnvironment[],
): Promise<readonly Finding[]> {
  if (environments.length === 0)
    return [warning('keys', 'there is no project yet', 'The first start makes it, with its keys: npm start')]
  const now = clock.now()
  const lacking: Finding[] = []
  for (const scope of environments) {
    const isThere = (await listApiKeys(pool, scope)).some(
      (key) => key.keyType === 'secret' && isLive(key, now),
    )
    if (!isThere)
      lacking.push(
        warning(
          'keys',
          `no secret key works in ${scope.environment}`,
          `npx assent keys create --type secret --environment ${scope.environment}`,
        ),
      )
  }
  return lacking.length > 0 ? lacking : [fine('keys', 'a secret key works in each environment')]
}

export async function checkSigningKey(pool: Pool, clock: Clock): Promise<readonly Finding[]> {
  const active = (await readSigningKeys(pool)).find(({ state }) => state === 'active')
  const check = 'signing key'
  if (active === undefined)
    return [
      warning(
        check,
        'none signs receipts',
        'The first start makes one; later: npx assent keys rotate-signing --now',
      ),
    ]
  const days = Math.floor((clock.now() - (active.activatedAt ?? active.createdAt)) / dayMs)
  const found = `${active.kid} signs receipts since ${days} days`
  // A week of patience: a server publishes the next a day ahead, if one runs.
  if (days * dayMs > signingLifeMs + 7 * dayMs)
    return [
      warning(
        check,
        found,
        'A running server replaces it by itself; if one runs: npx assent keys rotate-signing',
      ),
    ]
  return [fine(check, found)]
}
