/** The caller's trace, as W3C Trace Context has it: two ids, and whether the caller keeps its own spans. */
export interface CallerTrace {
  readonly traceId: string
  readonly spanId: string
  readonly isSampled: boolean
}

const version00 = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/
/** A later version may go on behind what this one has. */
const laterVersion = /^(?!00|ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/

/** Undefined for a header that is none, or that is not sound: the request then begins a trace of its own. */
export function readTraceparent(header: string | undefined): CallerTrace | undefined {
  if (header === undefined) return undefined
  const [, traceId = '', spanId = '', flags = ''] = version00.exec(header) ?? laterVersion.exec(header) ?? []
  // All zeros is the sign for none.
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
