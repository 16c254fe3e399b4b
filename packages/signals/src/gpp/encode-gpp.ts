import { SignalError } from '../signal-error.ts'
import { encodeGppHeader } from './gpp-header.ts'
import type { GppPart } from './gpp-section.ts'
import { GPP_SECTIONS } from './gpp-sections.ts'

/** What a GPP string says: the parts by API prefix, in any order. */
export type GppParts = Readonly<Record<string, GppPart>>

/**
 * Writes a GPP string: the header, then one part for each section in ascending order of id (GPP, Consent String
 * Specification, "GPP String Format"). Filled up to six bits as the text has it, not to eight as the published library
 * does; every reader takes both.
 *
 * @throws SignalError `unsupported` for a section or version that is not written, `invalid_choices` for a part that is
 * not of its section
 *
 * @example encodeGpp({ tcfeuv2: 'CQSbk4AQSbk4ANwAAAENAwCgAAAAAAAAAAYgACPAAAAA.IAAA' })
 * // 'DBABM~CQSbk4AQSbk4ANwAAAENAwCgAAAAAAAAAAYgACPAAAAA.IAAA'
 */
export function encodeGpp(parts: GppParts): string {
  const ids: number[] = []
  const texts: string[] = []
  for (const { id, name, encode } of GPP_SECTIONS) {
    const part = parts[name]
    if (part === undefined) continue
    ids.push(id)
    texts.push(encode(part))
  }
  refuseUnknown(parts, ids.length)
  return [encodeGppHeader(ids), ...texts].join('~')
}

function refuseUnknown(parts: GppParts, writtenCount: number): void {
  const names = Object.keys(parts)
  if (names.length === writtenCount) return
  const unknown = names.filter((name) => !GPP_SECTIONS.some((section) => section.name === name))
  throw new SignalError('unsupported', `not written: ${unknown.join(', ')}`)
}
