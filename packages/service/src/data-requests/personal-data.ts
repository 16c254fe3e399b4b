import type { Uuid } from '../kernel/id.ts'
import type { MasterKey } from '../kernel/master-key.ts'

/** What tells who asked, and what they wrote: kept sealed, and gone after an erasure. */
export interface PersonalData {
  readonly email: string | null
  /** The ref that the request named, as the caller wrote it. */
  readonly ref: string | null
  readonly details: string | null
  /** BCP 47: in which the person is written to. */
  readonly language: string
}

/** Bound to the one request, so that no row can be given another's. */
function label(requestId: Uuid): string {
  return `data-request ${requestId}`
}

export function sealPersonal(masterKey: MasterKey, requestId: Uuid, personal: PersonalData): Buffer {
  return masterKey.seal(Buffer.from(JSON.stringify(personal)), label(requestId))
}

/** Null once it is erased. */
export function openPersonal(
  masterKey: MasterKey,
  { requestId, personal }: { readonly requestId: Uuid; readonly personal: Buffer | null },
): PersonalData | null {
  if (personal === null) return null
  return JSON.parse(masterKey.open(personal, label(requestId)).toString()) as PersonalData
}
