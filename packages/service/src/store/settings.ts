import type { Catalogue } from '../domain/catalogue.ts'
import { type ApiKey, keyHash, parseKey } from '../domain/key.ts'
import { type Routing, routingFor } from '../domain/routing.ts'
import type { Scope } from '../domain/scope.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { MasterKey } from '../kernel/master-key.ts'
import { regimes } from '../regimes/regimes.ts'
import { createPolicyResolver, type PolicyResolver } from '../regimes/resolve-policy.ts'
import { readApiKeys } from './api-keys.ts'
import { readCatalogue } from './catalogues.ts'
import type { Pool } from './db.ts'
import { readEnvironments, type SubjectTokenSecret } from './environments.ts'
import { readSettingsVersion } from './settings-version.ts'
import { readSigningKeys, type StoredSigningKey } from './signing-keys.ts'

/** All that is decided by and changes seldom: read as a whole, never mutated, replaced as a whole. */
export interface Settings {
  readonly version: number
  readonly environments: ReadonlyMap<number, EnvironmentSettings>
  readonly signingKeys: readonly StoredSigningKey[]
  /** Undefined for what is no key, or was never made here. */
  findKey(key: string): ApiKey | undefined
}

export interface EnvironmentSettings {
  readonly scope: Scope
  readonly routing: Routing
  /** How far its clock is ahead of the real time; 0 in `live`, always. */
  readonly clockAheadMs: number
  readonly subjectTokenSecrets: readonly SubjectTokenSecret[]
  readonly catalogue: Catalogue
  readonly policies: PolicyResolver
}

/** The settings as of at most `pollMs` ago; far within the 30 s that a revocation may take (contract section 2). */
export interface SettingsFeed {
  readonly current: Settings
  /** After a change of our own: waits until it is seen. */
  refresh(): Promise<void>
  close(): void
}

const pollMs = 1000

export async function openSettingsFeed(options: {
  readonly pool: Pool
  readonly masterKey: MasterKey
  readonly clock: Clock
  readonly log: Log
}): Promise<SettingsFeed> {
  const { pool, log } = options
  let current = await readSettings(options)
  let polling = false

  let last: Promise<void> = Promise.resolve()

  /** One after the other: an older reading that ends late must not take the place of a newer one. */
  function refresh(): Promise<void> {
    last = last.catch(() => undefined).then(readAgain)
    return last
  }

  async function readAgain(): Promise<void> {
    if ((await readSettingsVersion(pool)) === current.version) return
    current = await readSettings(options)
    log.info('settings changed', { version: current.version })
  }

  const timer = setInterval(() => {
    if (polling) return
    polling = true
    refresh()
      // The database being away is noticed and answered where requests need it; what is known stays good.
      .catch((error: unknown) => log.debug('settings could not be polled', { error }))
      .finally(() => {
        polling = false
      })
  }, pollMs)
  timer.unref()

  return {
    get current() {
      return current
    },
    refresh,
    close: () => clearInterval(timer),
  }
}

async function readSettings({
  pool,
  masterKey,
  clock,
}: {
  readonly pool: Pool
  readonly masterKey: MasterKey
  readonly clock: Clock
}): Promise<Settings> {
  // The version is read first: a change that slips in between is read again at the next poll.
  const version = await readSettingsVersion(pool)
  const [keys, stored, signingKeys] = await Promise.all([
    readApiKeys(pool),
    readEnvironments(pool, masterKey, clock.now()),
    readSigningKeys(pool),
  ])
  const environments = new Map<number, EnvironmentSettings>()
  for (const { routingSecret, subjectTokenSecrets, clockAheadMs, ...scope } of stored) {
    const catalogue = await readCatalogue(pool, scope)
    if (catalogue === undefined) continue
    environments.set(scope.environmentId, {
      scope,
      routing: routingFor(routingSecret),
      subjectTokenSecrets,
      clockAheadMs,
      catalogue,
      policies: createPolicyResolver(regimes, {
        overrides: catalogue.policyOverrides,
        overridesVersion: catalogue.policyOverridesVersion,
      }),
    })
  }
  return { version, environments, signingKeys, findKey: keyFinder(keys) }
}

/** A key comes with every request: once found it is not taken apart and hashed again while these settings hold. */
function keyFinder(keys: ReadonlyMap<string, ApiKey>): (key: string) => ApiKey | undefined {
  const known = new Map<string, ApiKey>()
  return (text) => {
    const seen = known.get(text)
    if (seen !== undefined) return seen
    // The checksum keeps typing errors and garbage from being hashed at all.
    const found = parseKey(text) && keys.get(keyHash(text))
    if (found !== undefined) known.set(text, found)
    return found
  }
}
