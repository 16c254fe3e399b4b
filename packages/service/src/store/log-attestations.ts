import { headKey, type LogPlace } from '../domain/log-place.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { Pool, Queryable } from './db.ts'
import type { StoredCheckpoint } from './log-checkpoints.ts'

/** Somebody else's word that there was a checkpoint. */
export interface Attestation extends StoredCheckpoint {
  readonly source: string
  readonly proof: Buffer
  readonly attestedAt: number
}

interface AttestationRow {
  readonly source: string
  readonly size: number
  readonly note: string
  readonly proof: Buffer
  readonly attested_at: number
}

/** Of two servers that asked in the same moment the first is kept. */
export async function keepAttestation(
  db: Queryable,
  place: LogPlace,
  { source, size, note, proof, attestedAt }: Attestation,
): Promise<void> {
  await db.query(
    `INSERT INTO log_attestations (route_key, source, size, env_id, note, proof, attested_at)
     VALUES ($1::uuid, $2::text, $3::bigint, $4::int, $5::text, $6::bytea, $7::timestamptz)
     ON CONFLICT (route_key, size, source) DO NOTHING`,
    [headKey(place), source, size, place.environmentId, note, proof, toTimestamp(attestedAt)],
  )
}

/** What a source said last: it is never asked about a smaller tree. */
export async function findLastAttestation(
  pool: Pool,
  place: LogPlace,
  source: string,
): Promise<Attestation | undefined> {
  const { rows } = await pool.query<AttestationRow>(
    `SELECT source, size, note, proof, attested_at FROM log_attestations
     WHERE route_key = $1::uuid AND source = $2::text AND env_id = $3::int ORDER BY size DESC LIMIT 1`,
    [headKey(place), source, place.environmentId],
  )
  return rows.map(attestationOf)[0]
}

/** By sources whose names begin so, from the smallest tree on: all, or the first of trees above a size. */
export async function readAttestations(
  pool: Pool,
  place: LogPlace,
  {
    prefix,
    above = -1,
    limit,
  }: { readonly prefix: string; readonly above?: number; readonly limit?: number },
): Promise<Attestation[]> {
  const { rows } = await pool.query<AttestationRow>(
    `SELECT source, size, note, proof, attested_at FROM log_attestations
     WHERE route_key = $1::uuid AND env_id = $2::int AND starts_with(source, $3::text) AND size > $4::bigint
     ORDER BY size, source LIMIT $5::int`,
    [headKey(place), place.environmentId, prefix, above, limit ?? null],
  )
  return rows.map(attestationOf)
}

function attestationOf({ attested_at, ...row }: AttestationRow): Attestation {
  return { ...row, attestedAt: attested_at }
}
