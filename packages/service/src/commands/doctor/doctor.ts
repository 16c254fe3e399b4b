import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { routingFor } from '../../domain/routing.ts'
import { CannotStart } from '../../kernel/cannot-start.ts'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import { type Config, ConfigError, readConfig } from '../../kernel/config.ts'
import type { MasterKey } from '../../kernel/master-key.ts'
import { openLogGuard } from '../../log/log-guard.ts'
import { openPool, type Pool, sqlState } from '../../store/db.ts'
import { openEmbeddedPostgres } from '../../store/embedded/open-embedded-postgres.ts'
import { readEnvironments } from '../../store/environments.ts'
import type { Output } from '../output.ts'
import * as database from './database-checks.ts'
import { type Finding, fault, fine, look, warning } from './finding.ts'
import { checkLog } from './log-checks.ts'
import * as machine from './machine-checks.ts'

/** Looks at everything a server needs, changes nothing, and says what to do. Exit code 1 when there is a fault. */
export async function doctor(output: Output): Promise<void> {
  const findings = await examine(systemClock)
  for (const finding of findings) sayFinding(output, finding)
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  const [faults, warnings] = [count('fault'), count('warning')]
  output.say('')
  output.say(
    faults + warnings === 0
      ? 'All is well.'
      : `Faults: ${faults}. Warnings: ${warnings}. A warning can wait.`,
  )
  output.result({ healthy: faults === 0, findings })
  if (faults > 0) process.exitCode = 1
}

const marks = { ok: 'ok     ', warning: 'warning', fault: 'FAULT  ' } as const

function sayFinding(output: Output, { check, state, found, advice }: Finding): void {
  output.say(`${marks[state]}  ${check.padEnd(27)}  ${found}`)
  if (advice !== '') output.say(`${''.padEnd(38)}→ ${advice}`)
}

/** `settings`: where they are read from; only tests have another place. */
export async function examine(
  clock: Clock,
  settings: () => Config = readConfig,
): Promise<readonly Finding[]> {
  let config: Config
  try {
    config = settings()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.faults.map((text) =>
      fault('settings', text, 'Correct it in the environment; docs/configuration.md has every setting.'),
    )
  }
  const { masterKey, findings } = await machine.checkMasterKeyFile(config)
  return [
    ...machine.checkSettings(config),
    ...findings,
    ...(await look('keys file', () => machine.checkKeysFile(config))),
    ...(await look('disk', () => machine.checkDiskSpace(config))),
    ...(await look('mail', () => machine.checkMail(config))),
    ...(await checkDatabase(config, clock, masterKey)),
  ]
}

async function checkDatabase(
  config: Config,
  clock: Clock,
  masterKey: MasterKey | undefined,
): Promise<readonly Finding[]> {
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'postgres', 'PG_VERSION')))
    return [
      warning('database', `there is none in ${config.dataDir} yet`, 'The first start makes it: npm start'),
    ]
  try {
    const { url, stop } = await reach(config)
    const pool = openPool(url, 2)
    try {
      await pool.query('SELECT 1')
      const where = config.databaseUrl === undefined ? 'the built-in one answers' : 'it answers'
      return [fine('database', where), ...(await checkInside({ config, clock, url, pool, masterKey }))]
    } finally {
      await pool.end()
      await stop()
    }
  } catch (error) {
    return [explainUnreachable(error)]
  }
}

/** The operator's own; or the one of the running server; or the built-in one, for as long as this takes. */
async function reach(config: Config): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, stop: async () => undefined }
  return await openEmbeddedPostgres({ dataDir: config.dataDir, purpose: 'command', note: () => undefined })
}

async function checkInside(parts: {
  readonly config: Config
  readonly clock: Clock
  readonly url: string
  readonly pool: Pool
  readonly masterKey: MasterKey | undefined
}): Promise<readonly Finding[]> {
  const { config, clock, url, pool, masterKey } = parts
  const migrations = await look('migrations', () => checkSchema(config, url))
  const outside = [
    ...(await look('durability', () => database.checkDurability(pool))),
    ...(await look('clock', () => database.checkClock(pool, clock))),
    ...migrations,
  ]
  // What is in tables of another version cannot be judged by this one.
  if (migrations.some(({ state }) => state !== 'ok')) return outside
  const seal = await look('sealed secrets', () => database.checkSeal(pool, masterKey))
  const inside = [
    ...outside,
    ...seal,
    ...(await look('roles', () => database.checkRoles(config, url))),
    ...(await look('partitions', () => database.checkPartitions(pool, clock))),
    ...(await look('signing key', () => database.checkSigningKey(pool, clock))),
  ]
  if (masterKey === undefined || seal.some(({ state }) => state !== 'ok')) return inside
  return [...inside, ...(await look('project', () => checkProject({ config, clock, pool, masterKey })))]
}

/** Only the owner of the tables may read what was applied to them. */
async function checkSchema({ databaseOwnerUrl }: Config, url: string): Promise<readonly Finding[]> {
  const owner = openPool(databaseOwnerUrl ?? url, 1)
  return await database.checkMigrations(owner).finally(() => owner.end())
}

async function checkProject(parts: {
  readonly config: Config
  readonly clock: Clock
  readonly pool: Pool
  readonly masterKey: MasterKey
}): Promise<readonly Finding[]> {
  const { config, clock, pool, masterKey } = parts
  const environments = await readEnvironments(pool, masterKey, clock.now())
  const logs: Finding[] = []
  const guard = openLogGuard(config.logGuardDir)
  for (const { routingSecret, subjectTokenSecrets: _unused, ...scope } of environments) {
    const logScope = { ...scope, routing: routingFor(routingSecret) }
    const parts = { pool, clock, guard, guardDir: config.logGuardDir }
    logs.push(...(await look(`log of ${scope.environment}`, () => checkLog(parts, logScope))))
  }
  return [...(await look('keys', () => database.checkKeys(pool, clock, environments))), ...logs]
}

/** By SQLSTATE or system error: the words of the error may hold the address. */
const reasons: Readonly<Record<string, readonly [found: string, advice: string]>> = {
  ECONNREFUSED: [
    'nothing listens there',
    'Start PostgreSQL, or correct host and port in ASSENT_DATABASE_URL.',
  ],
  ENOTFOUND: ['its host has no address', 'Correct the host in ASSENT_DATABASE_URL, or the name service.'],
  ENOENT: ['its socket is not there', 'Start PostgreSQL, or correct host= in ASSENT_DATABASE_URL.'],
  '28P01': ['it refuses the password', 'Correct the password in ASSENT_DATABASE_URL.'],
  '28000': ['it refuses this login', 'Correct the role in ASSENT_DATABASE_URL, or pg_hba.conf.'],
  '3D000': [
    'there is no database of this name',
    'Create it (createdb), or correct the name in ASSENT_DATABASE_URL.',
  ],
  '53300': ['all its connections are taken', 'Raise max_connections, or close what holds them.'],
  '57P03': ['it is starting up or stopping', 'Wait a moment and look again.'],
}

function explainUnreachable(error: unknown): Finding {
  if (error instanceof CannotStart)
    return fault('database', error.message, 'Do what it says, and look again.')
  const code = sqlState(error) ?? 'no answer'
  const [found, advice] = reasons[code] ?? [
    `it does not answer (${code})`,
    'Look whether PostgreSQL runs, whether the network lets us through, and at ASSENT_DATABASE_URL.',
  ]
  return fault('database', found, advice)
}
