import { constants, createHash, hash, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { BadDer, inside, requireTag, tags } from './der.ts'
import { algorithmOf, ids, readTimeStampToken, type TimeStampToken } from './read-token.ts'

const digests: Readonly<Record<string, string>> = {
  [ids.sha256]: 'sha256',
  [ids.sha384]: 'sha384',
  [ids.sha512]: 'sha512',
}

/** RFC 3161, 2.3: the purpose a certificate must have, and no other. */
const timeStamping = '1.3.6.1.5.5.7.3.8'

/**
 * When an authority had seen these bytes, ms since 1970.
 *
 * @param trusted certificates of the authority, or of whoever issued them; undefined: any authority's word is taken,
 *   which is enough to keep a token and not to believe it
 * @throws BadDer when the token does not say so
 */
export function verifyTimeStamp(
  token: Buffer,
  bytes: Buffer,
  trusted?: readonly X509Certificate[],
): TimeStampToken {
  const read = readTimeStampToken(token)
  const { info, imprint, signer, genTime } = read
  if (imprint.algorithm !== ids.sha256 || !imprint.hash.equals(hash('sha256', bytes, 'buffer')))
    throw new BadDer('the token is of something else')
  const digest = digests[signer.digestAlgorithm]
  if (digest === undefined) throw new BadDer('the token is signed over a hash that is not known here')
  const [type, hashed] = [ids.contentType, ids.messageDigest].map((id) => signer.attributes.get(id))
  if (requireTag(type, tags.oid).content.toString('hex') !== ids.tstInfo)
    throw new BadDer('the signature is over something else')
  const digested = createHash(digest).update(info).digest()
  if (!requireTag(hashed, tags.octetString).content.equals(digested))
    throw new BadDer('what the token says was changed')
  const known = [...read.certificates.map(openCertificate), ...(trusted ?? [])]
  const certificate = signingCertificate(read, known)
  const padding =
    signer.signatureAlgorithm === ids.rsaPss
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
      : {}
  const key = { key: publicKeyOf(certificate), ...padding }
  if (!verify(digest, signer.signedAttributes, key, signer.signature))
    throw new BadDer('the signature of the token does not hold')
  requireAuthority(certificate, genTime)
  if (trusted !== undefined && !isIssuedBy(certificate, known, trusted, genTime))
    throw new BadDer('the token is not of an authority that was given')
  return read
}

/** The certificate that the signed attributes name by its hash (RFC 5035, RFC 2634), so that no other takes its place. */
function signingCertificate({ signer }: TimeStampToken, known: readonly X509Certificate[]): X509Certificate {
  const v2 = signer.attributes.get(ids.signingCertificateV2)
  const [list] = inside(v2 ?? signer.attributes.get(ids.signingCertificate), tags.sequence)
  const [first] = inside(list, tags.sequence)
  const parts = inside(first, tags.sequence)
  const named = parts[0]?.tag === tags.sequence ? digests[algorithmOf(parts[0])] : undefined
  const algorithm = v2 === undefined ? 'sha1' : (named ?? 'sha256')
  const expected = parts.find(({ tag }) => tag === tags.octetString)?.content
  const found = known.find(({ raw }) => expected?.equals(createHash(algorithm).update(raw).digest()))
  if (found === undefined) throw new BadDer('the certificate that signed is neither in the token nor given')
  return found
}

function openCertificate(der: Buffer): X509Certificate {
  try {
    return new X509Certificate(der)
  } catch (cause) {
    throw new BadDer('a certificate of the token cannot be read', { cause })
  }
}

function publicKeyOf(certificate: X509Certificate): KeyObject {
  try {
    return certificate.publicKey
  } catch (cause) {
    throw new BadDer('the certificate that signed has a key of a kind not known here', { cause })
  }
}

function requireAuthority(certificate: X509Certificate, at: number): void {
  const purposes = certificate.keyUsage ?? []
  if (purposes.length !== 1 || purposes[0] !== timeStamping)
    throw new BadDer('the certificate that signed is not one for time stamps')
  if (!isValidAt(certificate, at)) throw new BadDer('the certificate was not valid then')
}

function isValidAt({ validFrom, validTo }: X509Certificate, at: number): boolean {
  return Date.parse(validFrom) <= at && at <= Date.parse(validTo)
}

const chainMax = 5

/** Whether a chain of issuers leads to one that is trusted. */
function isIssuedBy(
  certificate: X509Certificate,
  known: readonly X509Certificate[],
  trusted: readonly X509Certificate[],
  at: number,
  left = chainMax,
): boolean {
  if (trusted.some(({ raw }) => raw.equals(certificate.raw))) return true
  if (left === 0) return false
  return known
    .filter((issuer) => issuer.ca && isValidAt(issuer, at) && certificate.checkIssued(issuer))
    .filter((issuer) => certificate.verify(issuer.publicKey))
    .some((issuer) => isIssuedBy(issuer, known, trusted, at, left - 1))
}
