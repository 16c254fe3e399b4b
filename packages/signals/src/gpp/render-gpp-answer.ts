import { SignalError } from '../signal-error.ts'
import { encodeGpp, type GppParts } from './encode-gpp.ts'
import { resolveGppSections } from './gpp-sections.ts'

/** Most sections that may be in force at once (GPP, `GPP_SID`). */
const APPLICABLE_MAX = 2

/** What `GET /v1/consent/gpp` says, without the subject and its times. */
export interface GppAnswer {
  readonly gpp_string: string
  readonly gpp_version: 1
  readonly section_ids: readonly number[]
  /** The sections in force; `[-1]` when none is. */
  readonly applicable_sections: readonly number[]
  /** The same, as the URL parameter and OpenRTB carry it. */
  readonly gpp_sid: string
  /** Where the answer on Global Privacy Control comes from; value null is unknown. */
  readonly gpc: { readonly value: boolean | null; readonly source: GpcSource | null }
  readonly sections: GppParts
}

/** `request` for a header laid over the answer, `record` for what was kept. */
export type GpcSource = 'request' | 'record'

/**
 * The answer for the parts of one person.
 *
 * @param applicable the ids in force where the person is; those the string does not hold are left out
 * @throws SignalError `invalid_settings` for more than two, and as `encodeGpp`
 */
export function renderGppAnswer(
  parts: GppParts,
  applicable: readonly number[],
  gpc: GppAnswer['gpc'],
): GppAnswer {
  const sectionIds = resolveGppSections(Object.keys(parts)).map(({ id }) => id)
  const inForce = sectionIds.filter((id) => applicable.includes(id))
  if (inForce.length > APPLICABLE_MAX) {
    throw new SignalError('invalid_settings', `${inForce.length} sections in force; a string may have two`)
  }
  const applicableSections = inForce.length === 0 ? [-1] : inForce
  return {
    gpp_string: encodeGpp(parts),
    gpp_version: 1,
    section_ids: sectionIds,
    applicable_sections: applicableSections,
    gpp_sid: applicableSections.join(','),
    gpc,
    sections: parts,
  }
}
