import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CatalogueFile } from './catalogue/catalogue-file.ts'
import { displayKey, keyHash, makeKey, makeSubjectTokenSecret } from './domain/key.ts'
import { routingFor } from './domain/routing.ts'
import { type Environment, environments, type KeyType, type Scope } from './domain/scope.ts'
import type { Clock } from './kernel/clock.ts'
import { type RandomSource, uuidSource } from './kernel/id.ts'
import type { MasterKey } from './kernel/master-key.ts'
import { makeSigningKey } from './ledger/signing-key.ts'
import { publishFile } from './publish-file.ts'
import { insertApiKey } from './store/api-keys.ts'
import { CatalogueMoved, readCatalogue } from './store/catalogues.ts'
import { type Pool, type Queryable, transaction } from './store/db.ts'
import {
  insertEnvironment,
  insertProject,
  insertSubjectTokenSecret,
  readEnvironments,
} from './store/environments.ts'
import { replaceSigningKey } from './store/signing-keys.ts'

export const defaultProject = 'default'

/** The keys of one environment, shown once. */
export interface FirstKeys {
  readonly public: string
  readonly secret: string
  readonly subject_token: string
}

interface Parts {
  readonly pool: Pool
  readonly masterKey: MasterKey
  readonly random: RandomSource
  readonly clock: Clock
}

/**
 * Makes the project, its environments, keys and secrets, all in one transaction; undefined when they are there. Of
 * servers that start together one makes them, and the others wait for it. `keep` gets the keys before the commit:
 * afterwards nobody could make them out, and a file of keys that never came into force is overwritten by the next try.
 */
export async function makeProject(
  parts: Parts,
  keep: (keys: Record<Environment, FirstKeys>) => void = () => undefined,
): Promise<Record<Environment, FirstKeys> | undefined> {
  const signingKey = await makeSigningKey(parts.masterKey)
  const now = parts.clock.now()
  return await transaction(parts.pool, async (db) => {
    if (!(await insertProject(db, defaultProject, now))) return undefined
    await replaceSigningKey(db, { ...signingKey, now })
    const keys = {
      test: await makeEnvironment(parts, db, 'test', now),
      live: await makeEnvironment(parts, db, 'live', now),
    }
    keep(keys)
    return keys
  })
}

async function makeEnvironment(
  { masterKey, random }: Parts,
  db: Queryable,
  environment: Environment,
  now: number,
): Promise<FirstKeys> {
  const scope: Scope = {
    project: defaultProject,
    environment,
    environmentId: environments.indexOf(environment) + 1,
  }
  await insertEnvironment(db, scope, { routingSecret: masterKey.seal(random.bytes(32), 'routing'), now })
  const subjectToken = makeSubjectTokenSecret(environment, random)
  await insertSubjectTokenSecret(db, scope, {
    id: 'first',
    sealed: masterKey.seal(Buffer.from(subjectToken), 'subject-token'),
    now,
  })
  const make = async (keyType: KeyType) => {
    const key = makeKey(keyType, environment, random)
    await insertApiKey(db, scope, {
      hash: keyHash(key),
      keyId: `key_${random.bytes(9).toString('hex')}`,
      keyType,
      name: 'first',
      display: displayKey(key),
      allowedOrigins: [],
      now,
    })
    return key
  }
  return { public: await make('public'), secret: await make('secret'), subject_token: subjectToken }
}

/** Readable by its owner alone. The database knows only the keys' hashes, so this file is the one place they stand in. */
export function writeKeysFile(dataDir: string, keys: Record<Environment, FirstKeys>): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = keysFileOf(dataDir)
  // Whole or not at all: a cut write must not leave half a key.
  writeFileSync(`${path}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
}

export function keysFileOf(dataDir: string): string {
  return join(dataDir, 'keys.json')
}

/** The sample is published wherever nothing is: also by the start after one that was cut in between. */
export async function applyCatalogueWhereNone(parts: Parts, file: CatalogueFile): Promise<void> {
  const now = parts.clock.now()
  const newUuid = uuidSource(parts.random)
  for (const { routingSecret, ...scope } of await readEnvironments(parts.pool, parts.masterKey, now)) {
    if ((await readCatalogue(parts.pool, scope)) !== undefined) continue
    const place = { ...scope, routing: routingFor(routingSecret) }
    await publishFile({ ...parts, newUuid }, place, file, now).catch((error: unknown) => {
      // Another server was quicker, with the same file.
      if (!(error instanceof CatalogueMoved)) throw error
    })
  }
}
