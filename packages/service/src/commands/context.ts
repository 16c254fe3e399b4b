import type { Clock } from '../kernel/clock.ts'
import { systemClock } from '../kernel/clock.ts'
import { type Config, readConfig } from '../kernel/config.ts'
import { type RandomSource, systemRandom } from '../kernel/id.ts'
import { type Log, openLog } from '../kernel/log.ts'
import { loadMasterKey, type MasterKey } from '../kernel/master-key.ts'
import { type Database, openDatabase } from '../open-database.ts'
import { readEnvironments, type StoredEnvironment } from '../store/environments.ts'
import { CommandRefused } from './command-refused.ts'

/** What a command works with: the database of a running server, or one of its own for as long as it takes. */
export interface CommandContext {
  readonly config: Config
  readonly clock: Clock
  readonly random: RandomSource
  readonly log: Log
  readonly masterKey: MasterKey
  readonly database: Database
}

export async function withContext<T>(work: (context: CommandContext) => Promise<T>): Promise<T> {
  const config = readConfig()
  const log = openLog(config.logLevel === 'info' ? 'warn' : config.logLevel)
  const masterKey = loadMasterKey(config.masterKey, config.dataDir)
  const parts = { config, log, masterKey, clock: systemClock, random: systemRandom() }
  const database = await openDatabase(parts, 'command')
  try {
    return await work({ ...parts, database })
  } finally {
    await database.close()
  }
}

/** The environment that `--environment` names. */
export async function environmentOf(
  { database, masterKey, clock }: CommandContext,
  name: string,
): Promise<StoredEnvironment> {
  const environments = await readEnvironments(database.pool, masterKey, clock.now())
  const found = environments.find((candidate) => candidate.environment === name)
  if (found === undefined)
    throw new CommandRefused(
      environments.length === 0
        ? 'This database holds no project yet: start the server once (npm start).'
        : `There is no environment of this name: write --environment test or --environment live.`,
    )
  return found
}
