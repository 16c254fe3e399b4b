import { type EmailAddress, readEmailAddress } from '../domain/email-address.ts'
import { CannotStart } from '../kernel/cannot-start.ts'

/** The mailboxes that a setting names. */
export function readAddresses(setting: string, texts: readonly string[]): EmailAddress[] {
  return texts.map((text) => {
    const address = readEmailAddress(text)
    if (typeof address !== 'string')
      throw new CannotStart(`${setting} names what is no plain e-mail address.`)
    return address
  })
}
