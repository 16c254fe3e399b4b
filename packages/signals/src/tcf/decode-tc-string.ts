import { BitReader } from '../bits/bit-reader.ts'
import { readLayout } from '../bits/field.ts'
import { SignalError } from '../signal-error.ts'
import {
  BLANK_CORE,
  type RestrictionType,
  SEGMENT,
  TC_CORE,
  TC_PUBLISHER,
  type TcCore,
  type TcFields,
  type TcPublisher,
  type TcRestriction,
} from './tc-fields.ts'
import { disjointRanges, readRanges } from './vendor-ranges.ts'
import { readVendorSection } from './vendor-section.ts'

/** Longest text read: a bit field of all ids that 16 bits can name, and half as much beside it. Real ones end at 4 kB. */
export const TC_STRING_LENGTH_MAX = 16_384
/** A segment type has three bits, and 0 is the core. */
const SEGMENTS_MAX = 7
/** One of each type for each purpose that the 24 bits of the purpose fields can name: more say something twice. */
const RESTRICTIONS_MAX = 24 * 3
/**
 * Most vendors all restrictions may span together. Reading does not expand them, but whoever renders them must: 33
 * restrictions over all of a real list are a quarter of this.
 */
const RESTRICTED_MAX = 262_144

/**
 * Reads a TC string of version 2.
 *
 * Made for text from strangers: it takes at most 16,384 characters, expands no more ids than exist and costs under
 * 5 ms for anything. Segments after the core may come in any order; type 2 (allowed vendors) and unknown types are
 * passed over.
 *
 * @throws SignalError `too_large` or `malformed`; `unsupported` for version 1
 *
 * @example decodeTcString('CQSbk4AQSbk4ANwAAAENAwCgAAAAAAAAAAYgACPAAAAA.IDKQA4AAgAKAGQAygAAA').vendorConsents
 * // [1, 2, 3, 4]
 */
export function decodeTcString(text: string): TcFields {
  if (text.length > TC_STRING_LENGTH_MAX) {
    throw new SignalError('too_large', `a TC string of ${text.length} characters is not read`)
  }
  const [coreText = '', ...segments] = text.split('.', SEGMENTS_MAX + 2)
  if (segments.length > SEGMENTS_MAX)
    throw new SignalError('malformed', `more than ${SEGMENTS_MAX} segments after the core`)
  const core = decodeCore(new BitReader(coreText))
  let disclosedVendors: readonly number[] | null = null
  let publisherTC: TcPublisher | null = null
  for (const segment of segments) {
    const reader = new BitReader(segment)
    const type = reader.read(3)
    if (type === SEGMENT.disclosedVendors) {
      refuseSecond('disclosed vendors', disclosedVendors)
      disclosedVendors = readVendorSection(reader)
    } else if (type === SEGMENT.publisherTC) {
      refuseSecond('publisher TC', publisherTC)
      publisherTC = decodePublisher(reader)
    }
  }
  return { ...core, disclosedVendors, publisherTC }
}

function decodeCore(reader: BitReader): Omit<TcFields, 'disclosedVendors' | 'publisherTC'> {
  const core: TcCore = readLayout(reader, TC_CORE, BLANK_CORE)
  if (core.version !== 2)
    throw new SignalError('unsupported', `a TC string of version ${core.version} is not read`)
  return {
    ...core,
    vendorConsents: readVendorSection(reader),
    vendorLegitimateInterests: readVendorSection(reader),
    publisherRestrictions: readRestrictions(reader),
  }
}

function readRestrictions(reader: BitReader): TcRestriction[] {
  const restrictions: TcRestriction[] = []
  let width = 0
  const count = reader.read(12)
  if (count > RESTRICTIONS_MAX) throw new SignalError('too_large', `${count} publisher restrictions`)
  for (let left = count; left > 0; left--) {
    const purposeId = reader.read(6)
    const restrictionType = reader.read(2)
    if (purposeId < 1 || purposeId > 24)
      throw new SignalError('malformed', `no purpose has the id ${purposeId}`)
    if (!isRestrictionType(restrictionType))
      throw new SignalError('malformed', 'restriction type 3 is undefined')
    const vendorRanges = disjointRanges(readRanges(reader))
    for (const range of vendorRanges) width += range[1] - range[0] + 1
    if (width > RESTRICTED_MAX)
      throw new SignalError('too_large', `restrictions that span more than ${RESTRICTED_MAX} vendors`)
    restrictions.push({ purposeId, restrictionType, vendorRanges })
  }
  return restrictions
}

function isRestrictionType(type: number): type is RestrictionType {
  return type < 3
}

function decodePublisher(reader: BitReader): TcPublisher {
  const fields = readLayout(reader, TC_PUBLISHER, {
    pubPurposesConsent: [],
    pubPurposesLITransparency: [],
    numCustomPurposes: 0,
  })
  return {
    ...fields,
    customPurposesConsent: reader.readBitField(fields.numCustomPurposes),
    customPurposesLITransparency: reader.readBitField(fields.numCustomPurposes),
  }
}

function refuseSecond(name: string, first: unknown): void {
  if (first !== null) throw new SignalError('malformed', `two ${name} segments`)
}
