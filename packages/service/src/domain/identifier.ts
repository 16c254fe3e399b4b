import { domainToASCII } from 'node:url'
import { parsePhoneNumberFromString } from 'libphonenumber-js'

/** Types whose values are personal data: never stored, logged or minted into a URL in the clear. */
const personalTypes = new Set(['email', 'phone'])

export function isPersonalType(type: string): boolean {
  return personalTypes.has(type)
}

export type IdentifierReading = { readonly value: string } | { readonly fault: string }

/** The one spelling of an identifier, so that two spellings of an address are one person; or what is wrong with it. */
export function readIdentifier(type: string, given: string): IdentifierReading {
  if (type === 'email') return readEmail(given)
  if (type === 'phone') return readPhone(given)
  const value = given.trim()
  if (!/^[A-Za-z0-9._~:@|+=-]{1,160}$/.test(value))
    return { fault: 'This has 1 to 160 characters out of A-Z a-z 0-9 . _ ~ : @ | + = - and nothing else.' }
  return { value }
}

/** RFC 5321 section 4.5.3.1: 64 octets before the @, 255 behind; 254 in all fit into a path (erratum 1690 of RFC 3696). */
const localOctetsMax = 64
const addressOctetsMax = 254

/** dot-atom of RFC 5322 section 3.2.3, with the letters of RFC 6531. A quoted local part is legal, and no mailbox of anybody's. */
const localShape =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
/** A label of a name that mail can be sent to (RFC 1123 section 2.1); no top-level domain is a number. */
const labelShape = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

function readEmail(given: string): IdentifierReading {
  const fault = { fault: 'This is not an e-mail address.' }
  const text = given.trim().toLowerCase()
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  const domain = domainToASCII(text.slice(at + 1))
  const labels = domain.split('.')
  const isRight =
    localShape.test(local) &&
    Buffer.byteLength(local) <= localOctetsMax &&
    Buffer.byteLength(local) + 1 + domain.length <= addressOctetsMax &&
    labels.length >= 2 &&
    labels.every((label) => labelShape.test(label)) &&
    /[a-z]/.test(labels.at(-1) ?? '')
  return isRight ? { value: `${local}@${domain}` } : fault
}

/** E.164. A national number names a person only beside a country, so it must begin with +. */
function readPhone(given: string): IdentifierReading {
  const text = given.trim()
  const number = /^\+[0-9 ().-]{6,30}$/.test(text) ? parsePhoneNumberFromString(text) : undefined
  if (number === undefined || !number.isPossible() || number.ext !== undefined)
    return { fault: 'A phone number is given in the international form E.164: + and 7 to 15 digits.' }
  return { value: number.number }
}
