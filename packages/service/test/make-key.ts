import { displayKey, keyHash, makeKey as newKey } from '../src/domain/key.ts'
import type { Environment, KeyType } from '../src/domain/scope.ts'
import { expireApiKey, insertApiKey, revokeApiKey } from '../src/store/api-keys.ts'
import { scopeOf } from './environment-scope.ts'
import type { Harness } from './harness.ts'

export interface MadeKey {
  readonly key: string
  readonly keyId: string
  readonly environment: Environment
}

/** A further key, which the server knows at once. */
export async function makeKey(
  t: Harness,
  options: {
    readonly type: KeyType
    readonly environment?: Environment
    readonly origins?: readonly string[]
  },
): Promise<MadeKey> {
  const { service } = t
  const environment = options.environment ?? 'test'
  const key = newKey(options.type, environment, service.random)
  const keyId = `key_${service.random.bytes(9).toString('hex')}`
  await insertApiKey(service.pool, scopeOf(t, environment), {
    hash: keyHash(key),
    keyId,
    keyType: options.type,
    name: 'a test',
    display: displayKey(key),
    allowedOrigins: options.origins ?? [],
    now: service.clock.now(),
  })
  await service.settings.refresh()
  return { key, keyId, environment }
}

export async function revokeKey(t: Harness, { keyId, environment }: MadeKey): Promise<void> {
  await revokeApiKey(t.service.pool, scopeOf(t, environment), keyId, t.service.clock.now())
  await t.service.settings.refresh()
}

/** As a rotation does: the key works until `expiresAt` (Unix ms). */
export async function expireKey(
  t: Harness,
  { keyId, environment }: MadeKey,
  expiresAt: number,
): Promise<void> {
  await expireApiKey(t.service.pool, scopeOf(t, environment), { keyId, replacedBy: 'key_next', expiresAt })
  await t.service.settings.refresh()
}
