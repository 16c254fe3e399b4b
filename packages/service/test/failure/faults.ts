import { setTimeout as delay } from 'node:timers/promises'
import { findPostgres, killPostgres, killPostmaster, signal } from './postgres-processes.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Stage } from './stage.ts'

/** Ways for a system to break; each is kill -9, except that power is cut. */
export const faults = {
  /** One server process. */
  server: (stage: Stage, random: SeededRandom) => stage.killServer(random.whole(0, stage.urls.length)),
  servers: killServers,
  /** All processes of PostgreSQL. */
  database: (stage: Stage) => killPostgres(stage.databaseDir),
  /** Its first process alone: the others notice, and a new one must not be let in before they have left. */
  postmaster: (stage: Stage) => killPostmaster(stage.databaseDir),
  /** The machine stalls what writes in the background, then PostgreSQL dies: what was only in its memory is gone. */
  stall: stallAndKill,
  both: async (stage: Stage, random: SeededRandom) => {
    await Promise.all([faults.database(stage), faults.server(stage, random)])
  },
  everything: killEverything,
  /** Of a separate database: whoever keeps it running. */
  host: (stage: Stage) => stage.killHost(),
  power: cutPower,
} as const

export type Fault = keyof typeof faults

/** Those that this stage can suffer. */
export function faultsOf(stage: Stage): Fault[] {
  const common: Fault[] = ['server', 'database', 'postmaster', 'stall', 'both', 'everything']
  const separate: Fault[] = stage.urls.length > 1 ? ['servers', 'host'] : []
  // As often as all others together: it is what tells a flushed commit from one that is merely written.
  const power: Fault[] = stage.hasPowerDisk ? [...common, ...separate].map(() => 'power') : []
  return [...common, ...separate, ...power]
}

const stallMs = 400

async function killServers(stage: Stage): Promise<void> {
  await Promise.all(stage.urls.map((_, index) => stage.killServer(index)))
}

async function stallAndKill(stage: Stage): Promise<void> {
  const { walWriters } = await findPostgres(stage.databaseDir)
  for (const pid of walWriters) signal(pid, 'SIGSTOP')
  await delay(stallMs)
  await killPostgres(stage.databaseDir)
}

async function killEverything(stage: Stage): Promise<void> {
  await Promise.all([killPostgres(stage.databaseDir), killServers(stage)])
  await stage.killHost()
}

/** Nobody may be told anything after the power is gone, so the servers stand still before it goes. */
async function cutPower(stage: Stage): Promise<void> {
  for (const server of stage.servers) if (server?.pid !== undefined) signal(server.pid, 'SIGSTOP')
  await stage.cutPower()
  await killEverything(stage)
  // What the death of the host or a server has set off.
  await killPostgres(stage.databaseDir)
  await stage.returnPower()
}
