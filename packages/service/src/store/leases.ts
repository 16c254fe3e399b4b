import { toTimestamp } from '../kernel/clock.ts'
import { contentHash } from '../kernel/id.ts'
import type { Pool } from './db.ts'

/** Who leads, by a row that runs out (scale.md R10). A pause longer than that costs the lease, and the fence tells. */
export interface Lease {
  readonly name: string
  readonly holder: string
  readonly fence: number
}

const takeLease = {
  name: 'take_lease',
  text: `INSERT INTO leases (route_key, name, holder, fence, expires_at)
    VALUES ($1::uuid, $2::text, $3::text, 1, $4::timestamptz)
    ON CONFLICT (route_key) DO UPDATE
    SET holder = excluded.holder, fence = leases.fence + 1, expires_at = excluded.expires_at
    WHERE leases.expires_at < $5::timestamptz RETURNING fence`,
}

const renewLease = {
  name: 'renew_lease',
  text: `UPDATE leases SET expires_at = $4::timestamptz
    WHERE route_key = $1::uuid AND holder = $2::text AND fence = $3::bigint RETURNING fence`,
}

/** Undefined while somebody else has it. `freeBefore`: it must have run out before this moment. */
export async function acquireLease(
  pool: Pool,
  name: string,
  {
    holder,
    expiresAt,
    freeBefore,
  }: { readonly holder: string; readonly expiresAt: number; readonly freeBefore: number },
): Promise<Lease | undefined> {
  const { rows } = await pool.query<{ fence: number }>({
    ...takeLease,
    values: [leaseKey(name), name, holder, toTimestamp(expiresAt), toTimestamp(freeBefore)],
  })
  const [row] = rows
  return row && { name, holder, fence: row.fence }
}

/** False once somebody else has it; with a moment that is past, it is given back. */
export async function extendLease(pool: Pool, lease: Lease, expiresAt: number): Promise<boolean> {
  const { rowCount } = await pool.query({
    ...renewLease,
    values: [leaseKey(lease.name), lease.holder, lease.fence, toTimestamp(expiresAt)],
  })
  return rowCount === 1
}

/** For a lease of a name that nobody will ever take again. */
export async function deleteLease(pool: Pool, name: string): Promise<void> {
  await pool.query('DELETE FROM leases WHERE route_key = $1::uuid', [leaseKey(name)])
}

/** A lease belongs to no environment, so its place is derived without a secret. */
function leaseKey(name: string): string {
  return Buffer.from(contentHash(`lease\0${name}`), 'base64url')
    .toString('hex')
    .slice(0, 32)
}
