import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { readEmailAddress } from './email-address.ts'

/** Types whose values are personal data: never stored, logged or minted into a URL in the clear. */
const personalTypes = new Set(['email', 'phone'])

export function isPersonalType(type: string): boolean {
  return personalTypes.has(type)
}

export type IdentifierReading = { readonly value: string } | { readonly fault: string }

/** The one spelling of an identifier, so that two spellings of an address are one person; or what is wrong with it. */
export function readIdentifier(type: string, given: string): IdentifierReading {
  if (type === 'email') {
    const address = readEmailAddress(given)
    return typeof address === 'string' ? { value: address } : address
  }
  if (type === 'phone') return readPhone(given)
  const value = given.trim()
  if (!/^[A-Za-z0-9._~:@|+=-]{1,160}$/.test(value))
    return { fault: 'This has 1 to 160 characters out of A-Z a-z 0-9 . _ ~ : @ | + = - and nothing else.' }
  return { value }
}

/** E.164. A national number names a person only beside a country, so it must begin with +. */
function readPhone(given: string): IdentifierReading {
  const text = given.trim()
  const number = /^\+[0-9 ().-]{6,30}$/.test(text) ? parsePhoneNumberFromString(text) : undefined
  if (number === undefined || !number.isPossible() || number.ext !== undefined)
    return { fault: 'A phone number is given in the international form E.164: + and 7 to 15 digits.' }
  return { value: number.number }
}
