import { type ApiKey, displayKey, isLive, keyHash, makeKey, makeSubjectTokenSecret } from '../domain/key.ts'
import type { KeyType, Scope } from '../domain/scope.ts'
import { toTimestamp } from '../kernel/clock.ts'
import { expireApiKey, insertApiKey, listApiKeys, revokeApiKey } from '../store/api-keys.ts'
import { type Queryable, transaction } from '../store/db.ts'
import { expireSubjectTokenSecrets, insertSubjectTokenSecret } from '../store/environments.ts'
import { raiseSettingsVersion } from '../store/settings-version.ts'
import type { Given } from './command.ts'
import { CommandRefused } from './command-refused.ts'
import { type CommandContext, environmentOf } from './context.ts'
import type { Output } from './output.ts'

const hourMs = 3_600_000
/** Few enough to know each of them: a forgotten key that leaked would work for ever. */
const liveKeysMax = 20

export async function createKey(context: CommandContext, output: Output, given: Given): Promise<void> {
  const scope = await environmentOf(context, String(given['environment']))
  const now = context.clock.now()
  const live = (await listApiKeys(context.database.pool, scope)).filter((key) => isLive(key, now))
  if (live.length >= liveKeysMax)
    throw new CommandRefused(`There are ${liveKeysMax} live keys here already: revoke one first.`)
  const made = await transaction(context.database.pool, (db) =>
    addKey(context, db, scope, {
      type: given['type'] === 'public' ? 'public' : 'secret',
      name: String(given['name']),
      origin: given['origin'] as string[],
    }),
  )
  output.say(`Made ${made.id} in ${scope.environment}. It is shown only now:`)
  output.say(`  ${made.key}`)
  output.result(made)
}

async function addKey(
  { random, clock }: CommandContext,
  db: Queryable,
  scope: Scope,
  options: { readonly type: KeyType; readonly name: string; readonly origin: readonly string[] },
): Promise<{ id: string; key: string }> {
  const key = makeKey(options.type, scope.environment, random)
  const id = `key_${random.bytes(9).toString('hex')}`
  await insertApiKey(db, scope, {
    hash: keyHash(key),
    keyId: id,
    keyType: options.type,
    name: options.name,
    display: displayKey(key),
    allowedOrigins: options.origin,
    now: clock.now(),
  })
  return { id, key }
}

export async function listKeys(context: CommandContext, output: Output, given: Given): Promise<void> {
  const scope = await environmentOf(context, String(given['environment']))
  const keys = await listApiKeys(context.database.pool, scope)
  const now = context.clock.now()
  for (const key of keys) output.say(`${key.keyId}  ${key.display}  ${stateOf(key, now)}  ${key.name}`)
  output.result(keys.map((key) => describeKey(key, now)))
}

function describeKey(key: ApiKey, now: number): object {
  const time = (ms: number | null) => (ms === null ? null : toTimestamp(ms))
  return {
    id: key.keyId,
    type: key.keyType,
    name: key.name,
    display: key.display,
    state: stateOf(key, now),
    allowed_origins: key.allowedOrigins,
    created_at: time(key.createdAt),
    expires_at: time(key.expiresAt),
    revoked_at: time(key.revokedAt),
    replaced_by: key.replacedBy,
  }
}

function stateOf(key: ApiKey, now: number): string {
  if (key.revokedAt !== null) return `revoked ${toTimestamp(key.revokedAt)}`
  if (key.expiresAt === null) return 'live'
  return key.expiresAt > now
    ? `live until ${toTimestamp(key.expiresAt)}`
    : `expired ${toTimestamp(key.expiresAt)}`
}

export async function rotateKey(context: CommandContext, output: Output, given: Given): Promise<void> {
  const scope = await environmentOf(context, String(given['environment']))
  const now = context.clock.now()
  const old = (await listApiKeys(context.database.pool, scope)).find((key) => key.keyId === given['id'])
  if (old === undefined) throw new CommandRefused('There is no key of this id here: npx assent keys list.')
  if (!isLive(old, now))
    throw new CommandRefused('This key has ended; make a new one: npx assent keys create.')
  const expiresAt = now + Number(given['overlapHours']) * hourMs
  const made = await transaction(context.database.pool, async (db) => {
    const next = await addKey(context, db, scope, {
      type: old.keyType,
      name: old.name,
      origin: old.allowedOrigins,
    })
    await expireApiKey(db, scope, { keyId: old.keyId, replacedBy: next.id, expiresAt })
    return next
  })
  output.say(
    `Made ${made.id}; ${old.keyId} works until ${toTimestamp(expiresAt)}. The new key is shown only now:`,
  )
  output.say(`  ${made.key}`)
  output.result({ ...made, replaces: old.keyId, old_works_until: toTimestamp(expiresAt) })
}

export async function revokeKey(context: CommandContext, output: Output, given: Given): Promise<void> {
  const id = String(given['id'])
  const scope = await environmentOf(context, String(given['environment']))
  const revoked = await transaction(context.database.pool, (db) =>
    revokeApiKey(db, scope, id, context.clock.now()),
  )
  if (!revoked) throw new CommandRefused('There is no live key of this id here: npx assent keys list.')
  output.say(`Revoked ${id}: every server refuses it within seconds.`)
  output.result({ id, state: 'revoked' })
}

/** A new subject-token secret; the old ones verify until the overlap ends, so that backends can be changed in peace. */
export async function rotateSubjectTokenSecret(
  context: CommandContext,
  output: Output,
  given: Given,
): Promise<void> {
  const scope = await environmentOf(context, String(given['environment']))
  const { random, masterKey, clock } = context
  const secret = makeSubjectTokenSecret(scope.environment, random)
  const now = clock.now()
  const expiresAt = now + Number(given['overlapHours']) * hourMs
  await transaction(context.database.pool, async (db) => {
    await expireSubjectTokenSecrets(db, scope, expiresAt)
    const sealed = masterKey.seal(Buffer.from(secret), 'subject-token')
    await insertSubjectTokenSecret(db, scope, { id: `sts_${random.bytes(9).toString('hex')}`, sealed, now })
    await raiseSettingsVersion(db)
  })
  output.say(
    `Made a new subject-token secret in ${scope.environment}; the old one works until ${toTimestamp(expiresAt)}. It is shown only now:`,
  )
  output.say(`  ${secret}`)
  output.result({ subject_token: secret, old_works_until: toTimestamp(expiresAt) })
}
