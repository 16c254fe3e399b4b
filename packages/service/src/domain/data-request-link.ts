import { timingSafeEqual } from 'node:crypto'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import { readRecordAddress, recordPublicId } from './public-id.ts'
import type { Routing } from './routing.ts'

/** What a link in a mail leads to. `mailbox`: proof of it, and how its requests stand. `archive`: to fetch it, once. */
export type LinkPurpose = 'mailbox' | 'archive'

interface LinkTarget {
  readonly routeKey: RouteKey
  readonly requestId: Uuid
}

const macLength = 32
const form = /^[0-9A-Za-z]{43}[0-9a-f]{32}$/

/**
 * The end of a link: a data request's id, and 128 bits of a keyed hash over it and its purpose. Nothing of a link is
 * stored, so whoever reads the database can make none.
 */
export function writeLink(
  routing: Routing,
  purpose: LinkPurpose,
  { routeKey, requestId }: LinkTarget,
): string {
  const id = recordPublicId('dsr', { routeKey, recordId: requestId })
  return `${id.slice('dsr_'.length)}${macOf(routing, purpose, id)}`
}

/** Undefined for whatever was not made in this environment for this purpose. */
export function readLink(routing: Routing, purpose: LinkPurpose, text: string): LinkTarget | undefined {
  if (!form.test(text)) return undefined
  const id = `dsr_${text.slice(0, -macLength)}`
  const right = Buffer.from(macOf(routing, purpose, id))
  if (!timingSafeEqual(Buffer.from(text.slice(-macLength)), right)) return undefined
  const address = readRecordAddress('dsr', id)
  return address && { routeKey: address.routeKey, requestId: address.recordId }
}

function macOf(routing: Routing, purpose: LinkPurpose, id: string): string {
  return routing.fingerprint(`data-request link\0${purpose}\0${id}`).toString('hex').slice(0, macLength)
}
