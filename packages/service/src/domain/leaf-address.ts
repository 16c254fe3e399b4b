import type { RouteKey } from '../kernel/id.ts'

/** Where the record of a leaf lives, which its entry in the log must not say: kept beside the log, never served. */
export interface LeafAddress {
  /** Undefined for entries that tell of no person. */
  readonly routeKey: RouteKey | undefined
  /** Recorded without telling anybody (an import): no webhook is made of it. */
  readonly isSilent: boolean
}

/** Route key (16), flags (1). */
export const addressBytes = 17
const keyBytes = 16
const silent = 1

export function encodeAddress({ routeKey, isSilent }: LeafAddress, into: Buffer, index: number): void {
  const at = index * addressBytes
  if (routeKey === undefined) into.fill(0, at, at + keyBytes)
  else into.write(routeKey, at, 'hex')
  into.writeUInt8(isSilent ? silent : 0, at + keyBytes)
}

/** What lies beyond the end was written before there were addresses, or tells of no person. */
export function addressAt(addresses: Buffer, index: number): LeafAddress {
  const at = index * addressBytes
  const isKnown = at + addressBytes <= addresses.length && !isZero(addresses.subarray(at, at + keyBytes))
  return {
    routeKey: isKnown ? (addresses.toString('hex', at, at + keyBytes) as RouteKey) : undefined,
    isSilent: at + addressBytes <= addresses.length && addresses.readUInt8(at + keyBytes) === silent,
  }
}

function isZero(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0)
}
