import type { Queryable } from '../store/db.ts'
import { readSigningKeys, type StoredSigningKey } from '../store/signing-keys.ts'
import { type Announcement, keyEvent } from './announce.ts'

/** What all receipts' keys went through so far: a new log begins with it, since it will never see them made. */
export async function knownKeyEvents(db: Queryable): Promise<Announcement[]> {
  return (await readSigningKeys(db)).toReversed().flatMap(lifeOf)
}

function lifeOf({ kid, activatedAt, retiredAt, revokedAt, revokeReason }: StoredSigningKey): Announcement[] {
  return [
    keyEvent('created', 'receipt', kid),
    ...(activatedAt === null ? [] : [keyEvent('activated', 'receipt', kid)]),
    ...(retiredAt === null ? [] : [keyEvent('retired', 'receipt', kid)]),
    ...(revokedAt === null ? [] : [keyEvent('revoked', 'receipt', kid, revokeReason)]),
  ]
}
