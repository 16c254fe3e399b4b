import { join } from 'node:path'
import type { Environment } from '../domain/scope.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Config } from '../kernel/config.ts'
import type { RandomSource, Uuid } from '../kernel/id.ts'
import type { Log } from '../kernel/log.ts'
import type { MasterKey } from '../kernel/master-key.ts'
import type { Pipeline, Pool } from '../store/db.ts'
import type { SettingsFeed } from '../store/settings.ts'
import { type Attesting, openAttesting } from './attesting.ts'
import { openCheckpointFile } from './checkpoint-file.ts'
import { chooseAttestors } from './choose-attestors.ts'
import { ensureLog } from './ensure-log.ts'
import { openLogGuard } from './log-guard.ts'
import { advanceReceiptKeys } from './receipt-keys.ts'
import { openSequencer, type Sequencer } from './sequencer.ts'

const keysEveryMs = 10_000

/** The logs of all environments, as far as this process keeps them. */
export interface LogWork {
  readonly sequencers: ReadonlyMap<Environment, Sequencer>
  readonly attestings: ReadonlyMap<Environment, Attesting>
  close(): Promise<void>
}

/** Opens the logs that are missing, and begins to sequence. */
export async function openLogWork(parts: {
  readonly config: Config
  readonly pool: Pool
  readonly connect: () => Promise<Pipeline>
  readonly masterKey: MasterKey
  readonly clock: Clock
  readonly log: Log
  readonly random: RandomSource
  readonly newUuid: (now: number) => Uuid
  readonly settings: SettingsFeed
}): Promise<LogWork> {
  const { config, settings } = parts
  const guard = openLogGuard(config.logGuardDir)
  const checkpoints = openCheckpointFile(join(config.dataDir, 'log-checkpoints'))
  const attestors = await chooseAttestors(config, parts)
  const sequencers = new Map<Environment, Sequencer>()
  const attestings = new Map<Environment, Attesting>()
  for (const { scope: names, routing } of settings.current.environments.values()) {
    const scope = { ...names, routing }
    await ensureLog(parts, scope, logUrlOf(config))
    sequencers.set(scope.environment, openSequencer({ ...parts, guard, checkpoints, scope }))
    attestings.set(scope.environment, openAttesting({ ...parts, scope, attestors }))
  }
  const scopes = () =>
    [...settings.current.environments.values()].map(({ scope, routing }) => ({ ...scope, routing }))
  const keyLife = setInterval(() => {
    advanceReceiptKeys(parts, scopes(), settings.current.signingKeys).catch((error: unknown) =>
      parts.log.error('a signing key could not be taken on', { error }),
    )
  }, keysEveryMs)
  keyLife.unref()
  return {
    sequencers,
    attestings,
    async close() {
      clearInterval(keyLife)
      await Promise.all([...attestings.values()].map((attesting) => attesting.close()))
      await Promise.all([...sequencers.values()].map((sequencer) => sequencer.close()))
    },
  }
}

/** Where the log is said to be: known before anybody listens, since it becomes part of its name. */
export function logUrlOf({ publicUrl, host, port }: Config): string {
  return publicUrl ?? `http://${host}:${port}`
}
