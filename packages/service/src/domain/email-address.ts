import { domainToASCII } from 'node:url'

/** An address that is one mailbox and nothing else: lower case, ASCII, no name, no comment, no second recipient. */
export type EmailAddress = string & { readonly __brand: 'EmailAddress' }

const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Trims blanks and lowers the case (contract section 5), writes an international domain in its ASCII form (RFC 5891),
 * and refuses the rest: quoted local parts and those beyond ASCII are legal (RFC 5321, RFC 6531), but half of the
 * world's servers cannot be trusted to read them as we do.
 */
export function readEmailAddress(text: string): EmailAddress | { readonly fault: string } {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at).replace(/^ +/, '').toLowerCase()
  const domain = domainToASCII(text.slice(at + 1).replace(/ +$/, ''))
  const labels = domain.split('.')
  const isDomain =
    labels.length > 1 && labels.every((part) => label.test(part)) && !/^[0-9]+$/.test(labels.at(-1) ?? '')
  if (at < 1 || !isDomain || !localPart.test(local))
    return { fault: 'This is not one plain e-mail address, such as ada@example.org.' }
  if (local.length > 64)
    return { fault: 'The part of an e-mail address before the @ has at most 64 characters.' }
  const address = `${local}@${domain}`
  if (address.length > 254) return { fault: 'An e-mail address has at most 254 characters.' }
  return address as EmailAddress
}

/** What limits count by: `ada+shop@example.org` reaches the mailbox of `ada@example.org`. */
export function mailboxOf(address: EmailAddress): string {
  return address.replace(/(?<!^)\+[^@]*@/, '@')
}
