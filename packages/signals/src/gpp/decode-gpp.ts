import { SignalError } from '../signal-error.ts'
import type { GppParts } from './encode-gpp.ts'
import { decodeGppHeader } from './gpp-header.ts'
import type { GppPart } from './gpp-section.ts'
import { GPP_SECTIONS } from './gpp-sections.ts'

/** Longest text read: the longest TC string and every other section beside it. */
const LENGTH_MAX = 20_000
/** Section ids stand at 27; a string with more sections than this is an attack. */
const SECTIONS_MAX = 64

/** What a GPP string says. */
export interface GppString {
  /** Version of the header: 1. */
  readonly version: 1
  /** Ascending, as the header names them. */
  readonly sectionIds: readonly number[]
  /** By API prefix; section 2 is the TC string itself. */
  readonly sections: GppParts
  /** By id, as text: sections this package does not know, or not in that version. */
  readonly unread: Readonly<Record<number, string>>
}

/**
 * Reads a GPP string from strangers, in under 5 ms for anything. Takes sections filled up to six or to eight bits.
 *
 * @throws SignalError `too_large` or `malformed`
 *
 * @example decodeGpp('DBABjw~BPXxRfA~1YNN')
 * // { version: 1, sectionIds: [5, 6], sections: {}, unread: { 5: 'BPXxRfA', 6: '1YNN' } }
 */
export function decodeGpp(text: string): GppString {
  if (text.length > LENGTH_MAX)
    throw new SignalError('too_large', `a GPP string of ${text.length} characters`)
  const [header = '', ...texts] = text.split('~', SECTIONS_MAX + 2)
  if (texts.length > SECTIONS_MAX)
    throw new SignalError('too_large', `a GPP string of more than ${SECTIONS_MAX} sections`)
  const sectionIds = decodeGppHeader(header, texts.length)
  if (sectionIds.length !== texts.length) {
    throw new SignalError(
      'malformed',
      `${sectionIds.length} sections in the header, ${texts.length} in the string`,
    )
  }
  const sections: Record<string, GppPart> = {}
  const unread: Record<number, string> = {}
  for (const [index, id] of sectionIds.entries()) {
    const sectionText = texts[index] ?? ''
    const section = GPP_SECTIONS.find((candidate) => candidate.id === id)
    const part = section?.decode(sectionText) ?? null
    if (section === undefined || part === null) unread[id] = sectionText
    else sections[section.name] = part
  }
  return { version: 1, sectionIds, sections, unread }
}
