import { decodeRecordId, decodeSubjectId, encodeRecordId, encodeSubjectId } from '@assent/evidence'
import type { RouteKey, Uuid } from '../kernel/id.ts'

/** Kinds of ids of records on the wire; contract section 1. */
export type RecordIdPrefix = 'cns' | 'prf' | 'rcp' | 'mrg' | 'evt' | 'dsr' | 'cft' | 'eml'

/** What a self-routing id says: where the row lives, and which it is. */
export interface RecordAddress {
  readonly routeKey: RouteKey
  readonly recordId: Uuid
}

/** `sub_…`: the route key of the person's first ref; it reveals nothing about them. */
export function subjectId(routeKey: RouteKey): string {
  return encodeSubjectId(Buffer.from(routeKey, 'hex'))
}

export function recordPublicId(prefix: RecordIdPrefix, { routeKey, recordId }: RecordAddress): string {
  return encodeRecordId(prefix, Buffer.from(routeKey, 'hex'), Buffer.from(recordId, 'hex'))
}

export function readSubjectId(text: string): RouteKey | undefined {
  const bytes = decodeSubjectId(text)
  return bytes && (Buffer.from(bytes).toString('hex') as RouteKey)
}

export function readRecordAddress(prefix: RecordIdPrefix, text: string): RecordAddress | undefined {
  const found = decodeRecordId(text)
  if (found?.prefix !== prefix) return undefined
  return {
    routeKey: Buffer.from(found.routeKey).toString('hex') as RouteKey,
    recordId: Buffer.from(found.uuid).toString('hex') as Uuid,
  }
}
