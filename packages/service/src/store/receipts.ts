import { kindNumber } from '../domain/leaf.ts'
import type { RecordAddress } from '../domain/public-id.ts'
import type { Scope } from '../domain/scope.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { Pool } from './db.ts'

/** What is kept for a receipt: the evidence, and its signature once somebody has read it. */
export interface StoredReceipt {
  /** Null once erased, and where it is kept out of sight. */
  readonly payload: Buffer | null
  readonly commitment: Buffer
  readonly signature: StoredSignature | null
}

export interface StoredSignature {
  readonly kid: string
  /** BASE64URL parts of the JWS (RFC 7515 section 7.1). */
  readonly protectedHeader: string
  readonly signature: string
}

interface ReceiptRow {
  readonly payload: Buffer | null
  readonly commitment: Buffer
  readonly kid: string | null
  readonly protected_header: string | null
  readonly signature: string | null
}

/** What receipts are given out of; entries about subjects and erasures have none. */
const receiptKinds = [kindNumber('consent'), kindNumber('preference')]

/** Both tables by their primary key, in one place. */
const readReceipt = {
  name: 'read_receipt',
  text: `SELECT CASE WHEN r.erased_at IS NULL THEN r.payload END AS payload, r.commitment, s.kid,
      s.protected_header, s.signature
    FROM consent_records r
    LEFT JOIN receipts s ON s.route_key = r.route_key AND s.record_id = r.record_id
    WHERE r.route_key = $1::uuid AND r.record_id = $2::uuid AND r.env_id = $3::int
      AND r.kind = ANY($4::smallint[])`,
}

export async function findReceipt(
  pool: Pool,
  scope: Scope,
  address: RecordAddress,
): Promise<StoredReceipt | undefined> {
  const { rows } = await pool.query<ReceiptRow>({
    ...readReceipt,
    values: [address.routeKey, address.recordId, scope.environmentId, receiptKinds],
  })
  const [row] = rows
  if (row === undefined) return undefined
  const { kid, protected_header: protectedHeader, signature } = row
  const isSigned = kid !== null && protectedHeader !== null && signature !== null
  return {
    payload: row.payload,
    commitment: row.commitment,
    signature: isSigned ? { kid, protectedHeader, signature } : null,
  }
}

/** The first signature stays; of two servers that sign at once, one is told to read the other's. */
const insertSignature = {
  name: 'insert_receipt',
  text: `INSERT INTO receipts (route_key, record_id, env_id, kid, protected_header, signature, signed_at)
    VALUES ($1::uuid, $2::uuid, $3::int, $4::text, $5::text, $6::text, $7::timestamptz)
    ON CONFLICT (route_key, record_id) DO NOTHING`,
}

export async function keepSignature(
  pool: Pool,
  scope: Scope,
  address: RecordAddress,
  signature: StoredSignature,
  now: number,
): Promise<void> {
  await pool.query({
    ...insertSignature,
    values: [
      address.routeKey,
      address.recordId,
      scope.environmentId,
      signature.kid,
      signature.protectedHeader,
      signature.signature,
      toTimestamp(now),
    ],
  })
}
