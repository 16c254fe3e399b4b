import { contentHash } from '../kernel/id.ts'

/**
 * One spelling for one JSON value (RFC 8785): members sorted by UTF-16 code units, no white space, numbers as
 * ECMAScript writes them, undefined members left out. What is hashed, stored and served is this text, never a
 * second serialisation of it.
 *
 * @throws TypeError on what JSON cannot say
 */
export function canonicalDocument(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return canonicalString(value)
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError('JSON has no such number')
      return JSON.stringify(value)
    case 'boolean':
      return String(value)
    case 'object':
      if (value === null) return 'null'
      return Array.isArray(value) ? `[${value.map(canonicalDocument).join(',')}]` : canonicalObject(value)
    default:
      throw new TypeError(`JSON has no ${typeof value}`)
  }
}

/** SHA-256 of the canonical document, base64url. */
export function documentHash(value: unknown): string {
  return contentHash(canonicalDocument(value))
}

export function isSameDocument(one: unknown, other: unknown): boolean {
  return canonicalDocument(one) === canonicalDocument(other)
}

function canonicalObject(value: object): string {
  let text = ''
  for (const name of Object.keys(value).sort()) {
    const member: unknown = value[name as keyof typeof value]
    if (member !== undefined)
      text += `${text === '' ? '' : ','}${canonicalString(name)}:${canonicalDocument(member)}`
  }
  return `{${text}}`
}

/** A lone surrogate has no UTF-8 form (RFC 8785 section 3.2.2.2): two verifiers would hash different bytes. */
function canonicalString(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('a lone surrogate cannot be hashed')
  return JSON.stringify(text)
}
