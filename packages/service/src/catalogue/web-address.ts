import { z } from 'zod'

const written = /^https?:\/\/[\x21-\x7e]+$/
const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** A page of the project's: https, or http on the machine one develops on. */
export const webAddress = addressSchema(pageFault)

/** What a browser sends as `Origin` (RFC 6454), or `https://*.` before a domain for all that lies under it. */
export const webOrigin = addressSchema(originFault)

function addressSchema(faultOf: (text: string) => string | undefined): z.ZodString {
  return z
    .string()
    .max(2048, 'is longer than 2048 characters')
    .regex(written, 'is not an address that starts with https://, in ASCII and without spaces')
    .superRefine((text, context) => {
      const fault = written.test(text) ? faultOf(text) : undefined
      if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
    })
}

function pageFault(text: string): string | undefined {
  const url = URL.parse(text)
  if (url === null) return 'is not an address'
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or a password'
  if (url.hash !== '') return 'must not hold a fragment (#)'
  return insecure(url)
}

function originFault(text: string): string | undefined {
  const isWildcard = text.startsWith('https://*.')
  const exact = isWildcard ? text.replace('*.', '') : text
  const url = URL.parse(exact)
  if (url === null || exact.includes('*')) return 'is not an origin'
  if (url.origin !== exact) return `is more than an origin, or not as browsers write it: ${url.origin}`
  // One label is a whole top-level domain.
  if (isWildcard && !url.hostname.includes('.')) return 'stands for more than one owner'
  return insecure(url)
}

function insecure(url: URL): string | undefined {
  if (url.protocol === 'https:' || loopback.has(url.hostname)) return undefined
  return 'must be https: only localhost may go without'
}
