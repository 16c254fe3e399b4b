import {
  makeSigningKey,
  publicationMs,
  retirementGraceMs,
  signingLifeMs,
  signsFrom,
} from '../ledger/signing-key.ts'
import { type Queryable, transaction } from '../store/db.ts'
import {
  activatePendingKey,
  destroyRetiredKey,
  insertPendingKey,
  replaceSigningKey,
  revokeSigningKey,
  type StoredSigningKey,
} from '../store/signing-keys.ts'
import { type Announcement, announce, keyEvent, type LogScope } from './announce.ts'
import type { LogParts } from './ensure-log.ts'

// Every step in the life of a key that signs receipts stands in the log of each environment, written in the
// transaction that makes it so: a key that turns up later with an old date is one that no log ever saw.

async function announceToAll(
  parts: LogParts,
  db: Queryable,
  scopes: readonly LogScope[],
  announcements: readonly Announcement[],
  now: number,
): Promise<void> {
  for (const scope of scopes) await announce(db, scope, announcements, { now, newUuid: parts.newUuid })
}

/** A new key signs from now on; the one before is retired once no server can be using it any more. */
export async function rotateReceiptKey(parts: LogParts, scopes: readonly LogScope[]): Promise<string> {
  const key = await makeSigningKey(parts.masterKey)
  const now = parts.clock.now()
  await transaction(parts.pool, async (db) => {
    await replaceSigningKey(db, { ...key, now })
    await announceToAll(parts, db, scopes, begin(key.kid), now)
  })
  return key.kid
}

/** A new key is published, and signs once everybody who keeps key sets can have it; undefined when one is waiting. */
export async function publishReceiptKey(
  parts: LogParts,
  scopes: readonly LogScope[],
): Promise<string | undefined> {
  const key = await makeSigningKey(parts.masterKey)
  const now = parts.clock.now()
  return await transaction(parts.pool, async (db) => {
    if (!(await insertPendingKey(db, { ...key, now }))) return undefined
    await announceToAll(parts, db, scopes, [keyEvent('created', 'receipt', key.kid)], now)
    return key.kid
  })
}

/** Undefined when there is no such key to revoke; otherwise the key that signs in its place, if it was the active one. */
export async function revokeReceiptKey(
  parts: LogParts,
  scopes: readonly LogScope[],
  kid: string,
  reason: string,
): Promise<{ readonly successor: string | undefined } | undefined> {
  const key = await makeSigningKey(parts.masterKey)
  const now = parts.clock.now()
  return await transaction(parts.pool, async (db) => {
    const state = await revokeSigningKey(db, kid, { reason, now })
    if (state === undefined) return undefined
    const wasActive = state === 'active'
    if (wasActive) await replaceSigningKey(db, { ...key, now })
    const successor = wasActive ? begin(key.kid) : []
    await announceToAll(parts, db, scopes, [keyEvent('revoked', 'receipt', kid, reason), ...successor], now)
    return { successor: wasActive ? key.kid : undefined }
  })
}

/**
 * Takes every key on to where its age says that it is by now; of servers that come at once one does. A crash leaves it
 * to the next round.
 */
export async function advanceReceiptKeys(
  parts: LogParts,
  scopes: readonly LogScope[],
  keys: readonly StoredSigningKey[],
): Promise<void> {
  const now = parts.clock.now()
  const active = keys.find(({ state }) => state === 'active')
  const isOld = active !== undefined && now >= (active.activatedAt ?? now) + signingLifeMs - publicationMs
  if (isOld && !keys.some(({ state }) => state === 'pending')) await publishReceiptKey(parts, scopes)
  for (const key of keys) {
    if (key.state === 'pending' && now >= signsFrom(key)) await activate(parts, scopes, key.kid, now)
    if (isToBeDestroyed(key, now)) await destroy(parts, scopes, key.kid, now)
  }
}

async function activate(
  parts: LogParts,
  scopes: readonly LogScope[],
  kid: string,
  now: number,
): Promise<void> {
  await transaction(parts.pool, async (db) => {
    if (await activatePendingKey(db, kid, now))
      await announceToAll(parts, db, scopes, [keyEvent('activated', 'receipt', kid)], now)
  })
}

function isToBeDestroyed({ state, privateSealed, retiredAt }: StoredSigningKey, now: number): boolean {
  return state === 'retired' && privateSealed !== null && now >= (retiredAt ?? now) + retirementGraceMs
}

async function destroy(
  parts: LogParts,
  scopes: readonly LogScope[],
  kid: string,
  now: number,
): Promise<void> {
  await transaction(parts.pool, async (db) => {
    if (await destroyRetiredKey(db, kid))
      await announceToAll(parts, db, scopes, [keyEvent('retired', 'receipt', kid)], now)
  })
}

function begin(kid: string): Announcement[] {
  return [keyEvent('created', 'receipt', kid), keyEvent('activated', 'receipt', kid)]
}
