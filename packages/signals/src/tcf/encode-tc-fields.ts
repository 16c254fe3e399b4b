import { BitWriter } from '../bits/bit-writer.ts'
import { writeLayout } from '../bits/field.ts'
import { SEGMENT, TC_CORE, TC_PUBLISHER, type TcFields, type TcPublisher } from './tc-fields.ts'
import { writeRanges } from './vendor-ranges.ts'
import { writeVendorSection } from './vendor-section.ts'

/** Every implementation fills a segment up to whole bytes and whole characters. */
const SEGMENT_PADDING = 24

/**
 * Writes a TC string: the core, then the disclosed vendors, then the publisher's own purposes where there are any
 * (TCF, "TC String Format"). The disclosed segment is mandatory since TCF 2.3, and left out only for null.
 *
 * @throws RangeError for a value that its field cannot hold; `decideTcFields` never makes one
 */
export function encodeTcFields(fields: TcFields): string {
  const segments = [encodeCore(fields)]
  if (fields.disclosedVendors !== null) segments.push(encodeDisclosedVendors(fields.disclosedVendors))
  if (fields.publisherTC !== null) segments.push(encodePublisher(fields.publisherTC))
  return segments.join('.')
}

function encodeCore(fields: TcFields): string {
  const writer = new BitWriter()
  writeLayout(writer, TC_CORE, fields)
  writeVendorSection(writer, fields.vendorConsents)
  writeVendorSection(writer, fields.vendorLegitimateInterests)
  writer.write(fields.publisherRestrictions.length, 12)
  for (const { purposeId, restrictionType, vendorRanges } of fields.publisherRestrictions) {
    writer.write(purposeId, 6)
    writer.write(restrictionType, 2)
    writeRanges(writer, vendorRanges)
  }
  return writer.toBase64Url(SEGMENT_PADDING)
}

function encodeDisclosedVendors(ids: readonly number[]): string {
  const writer = new BitWriter()
  writer.write(SEGMENT.disclosedVendors, 3)
  writeVendorSection(writer, ids)
  return writer.toBase64Url(SEGMENT_PADDING)
}

function encodePublisher(publisher: TcPublisher): string {
  const writer = new BitWriter()
  writer.write(SEGMENT.publisherTC, 3)
  writeLayout(writer, TC_PUBLISHER, publisher)
  writer.writeBitField(publisher.customPurposesConsent, publisher.numCustomPurposes)
  writer.writeBitField(publisher.customPurposesLITransparency, publisher.numCustomPurposes)
  return writer.toBase64Url(SEGMENT_PADDING)
}
