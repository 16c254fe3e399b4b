import { BadDer, type Der, inside, oid, readOne, requireTag, tags } from './der.ts'

/** A time-stamp token taken apart (RFC 3161, 2.4.2; CMS, RFC 5652, 5). Nothing of it is believed yet. */
export interface TimeStampToken {
  /** TSTInfo: what the authority says. */
  readonly info: Buffer
  readonly imprint: { readonly algorithm: string; readonly hash: Buffer }
  /** Ms since 1970. */
  readonly genTime: number
  readonly nonce: Buffer | undefined
  readonly certificates: readonly Buffer[]
  readonly signer: TokenSigner
}

export interface TokenSigner {
  readonly digestAlgorithm: string
  readonly signatureAlgorithm: string
  readonly signature: Buffer
  /** As it is signed: a SET OF. */
  readonly signedAttributes: Buffer
  /** By their object identifiers. */
  readonly attributes: ReadonlyMap<string, Der>
}

export const ids = {
  signedData: oid('1.2.840.113549.1.7.2'),
  tstInfo: oid('1.2.840.113549.1.9.16.1.4'),
  contentType: oid('1.2.840.113549.1.9.3'),
  messageDigest: oid('1.2.840.113549.1.9.4'),
  signingCertificate: oid('1.2.840.113549.1.9.16.2.12'),
  signingCertificateV2: oid('1.2.840.113549.1.9.16.2.47'),
  sha256: oid('2.16.840.1.101.3.4.2.1'),
  sha384: oid('2.16.840.1.101.3.4.2.2'),
  sha512: oid('2.16.840.1.101.3.4.2.3'),
  rsaPss: oid('1.2.840.113549.1.1.10'),
} as const

/** @throws BadDer */
export function readTimeStampToken(bytes: Buffer): TimeStampToken {
  const [type, wrapped] = inside(readOne(bytes, tags.sequence), tags.sequence)
  requireId(type, ids.signedData)
  const [signedData] = inside(wrapped, tags.context0)
  const [, , content, ...rest] = inside(signedData, tags.sequence)
  const [contentType, explicit] = inside(content, tags.sequence)
  requireId(contentType, ids.tstInfo)
  const [octets] = inside(explicit, tags.context0)
  const info = requireTag(octets, tags.octetString).content
  const certificates = rest.find(({ tag }) => tag === tags.context0)
  const signers = inside(rest.at(-1), tags.set)
  // RFC 3161, 2.4.2: the signature of the authority and no other.
  if (signers.length !== 1) throw new BadDer('a token with other signatures than one')
  return {
    ...readInfo(info),
    info,
    certificates:
      certificates === undefined ? [] : inside(certificates, tags.context0).map(({ whole }) => whole),
    signer: readSigner(signers[0]),
  }
}

function readInfo(info: Buffer): Pick<TimeStampToken, 'imprint' | 'genTime' | 'nonce'> {
  const [, , imprint, , genTime, ...rest] = inside(readOne(info, tags.sequence), tags.sequence)
  const [algorithm, hashed] = inside(imprint, tags.sequence)
  return {
    imprint: {
      algorithm: algorithmOf(algorithm),
      hash: requireTag(hashed, tags.octetString).content,
    },
    genTime: readTime(requireTag(genTime, tags.generalizedTime).content.toString('latin1')),
    // Accuracy is a SEQUENCE, ordering a BOOLEAN: of what may follow only the nonce is an INTEGER.
    nonce: rest.find(({ tag }) => tag === tags.integer)?.whole,
  }
}

function readSigner(value: Der | undefined): TokenSigner {
  const [, , digest, attributes, algorithm, signature] = inside(value, tags.sequence)
  const signed = requireTag(attributes, tags.context0)
  const known = new Map<string, Der>()
  for (const attribute of inside(signed, tags.context0)) {
    const [type, values] = inside(attribute, tags.sequence)
    const [first, ...more] = inside(values, tags.set)
    const id = requireTag(type, tags.oid).content.toString('hex')
    if (first === undefined || more.length > 0 || known.has(id))
      throw new BadDer('an attribute is not single')
    known.set(id, first)
  }
  return {
    digestAlgorithm: algorithmOf(digest),
    signatureAlgorithm: algorithmOf(algorithm),
    signature: requireTag(signature, tags.octetString).content,
    // RFC 5652, 5.4: signed with the tag of a SET, not with the [0] that it has in its place.
    signedAttributes: Buffer.concat([Buffer.from([tags.set]), signed.whole.subarray(1)]),
    attributes: known,
  }
}

export function algorithmOf(value: Der | undefined): string {
  const [id] = inside(value, tags.sequence)
  return requireTag(id, tags.oid).content.toString('hex')
}

function requireId(value: Der | undefined, id: string): void {
  if (requireTag(value, tags.oid).content.toString('hex') !== id) throw new BadDer('not a time-stamp token')
}

/** RFC 3161, 2.4.2: `YYYYMMDDhhmmss[.s...]Z`. */
function readTime(text: string): number {
  const [, date, year, month, day, hour, minute, second, fraction = ''] =
    /^((\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2}))(\.\d+)?Z$/.exec(text) ?? []
  const ms =
    date === undefined
      ? Number.NaN
      : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}Z`)
  if (Number.isNaN(ms)) throw new BadDer('a token without a time')
  return Math.floor(ms)
}
