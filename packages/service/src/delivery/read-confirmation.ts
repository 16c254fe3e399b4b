import { timingSafeEqual } from 'node:crypto'
import { readConfirmationToken } from '../domain/confirmation.ts'
import type { RowAddress } from '../domain/job.ts'
import { recordPublicId } from '../domain/public-id.ts'
import { inTimeOf, type Service } from '../service.ts'
import { findConfirmation, type StoredConfirmation } from '../store/confirmations.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import { type ConfirmationContent, openConfirmationContent } from './ask-confirmation.ts'

/** What a link leads to. */
export type FoundConfirmation =
  | { readonly kind: 'open'; readonly confirmation: OpenConfirmation }
  /** It was good once: `rejected` after "this was not me". */
  | { readonly kind: 'over'; readonly why: Over; readonly address: RowAddress }
  | { readonly kind: 'unknown' }

export type Over = 'confirmed' | 'expired' | 'superseded' | 'rejected'

/** A confirmation whose button may be pressed. */
export interface OpenConfirmation {
  /** `cft_…` */
  readonly id: string
  readonly address: RowAddress
  readonly environment: EnvironmentSettings
  readonly stored: StoredConfirmation
  readonly content: ConfirmationContent
}

/** Reads what the token in a link leads to. Nothing is changed by it, however often a scanner follows the link. */
export async function readConfirmation(service: Service, token: string): Promise<FoundConfirmation> {
  const given = readConfirmationToken(token)
  if (given === undefined) return { kind: 'unknown' }
  const { routeKey, recordId } = given.address
  const stored = await findConfirmation(service.pool, routeKey, recordId)
  // Who holds half a link learns nothing from it, not even that there is one.
  if (stored === undefined || !timingSafeEqual(stored.tokenHash, given.hash)) return { kind: 'unknown' }
  const environment = service.settings.current.environments.get(stored.environmentId)
  if (environment === undefined || stored.state === 'withheld') return { kind: 'unknown' }
  const { state, sealed } = stored
  const address = { environmentId: stored.environmentId, routeKey, id: recordId }
  if (state === 'confirmed' || state === 'rejected' || state === 'superseded')
    return { kind: 'over', why: state, address }
  // Counted from the moment in which the mail was handed over: one that waited a day is good as long as any other.
  const now = inTimeOf(service, environment).clock.now()
  const endsAt = (stored.sentAt ?? now) + stored.lifetimeSeconds * 1000
  if (now >= endsAt) return { kind: 'over', why: 'expired', address }
  if (sealed === null) throw new Error('an open confirmation without its content')
  return {
    kind: 'open',
    confirmation: {
      id: recordPublicId('cft', given.address),
      address,
      environment,
      stored,
      content: openConfirmationContent(service.masterKey, sealed),
    },
  }
}
