import type { RouteKey } from '../kernel/id.ts'
import { isPersonalType, readIdentifier } from './identifier.ts'
import { readSubjectId } from './public-id.ts'

/** How a caller names a person; contract section 5. */
export type Ref =
  | { readonly kind: 'subject_id'; readonly text: string; readonly routeKey: RouteKey }
  | { readonly kind: 'anonymous'; readonly text: string }
  | { readonly kind: 'identifier'; readonly text: string; readonly type: string; readonly value: string }
  | { readonly kind: 'plain'; readonly text: string }

const shape = /^[A-Za-z0-9._~:@|+=-]{1,200}$/
const anonymousShape = /^anon_[0-9A-Za-z]{22,}$/

/** Byte-exact and case-sensitive: what is not plainly a ref is refused, never mended. */
export function parseRef(
  text: string,
  identifierTypes: ReadonlySet<string>,
): Ref | { readonly fault: string } {
  if (!shape.test(text))
    return { fault: 'A ref has 1 to 200 characters out of A-Z a-z 0-9 . _ ~ : @ | + = - and nothing else.' }
  if (text.startsWith('sub_')) {
    const routeKey = readSubjectId(text)
    if (routeKey === undefined)
      return { fault: 'This begins like a subject id (sub_…) but is not one that we made.' }
    return { kind: 'subject_id', text, routeKey }
  }
  if (text.startsWith('anon_')) {
    if (!anonymousShape.test(text) || !looksRandom(text.slice(5)))
      return {
        fault:
          'An anonymous ref is anon_ and at least 22 random base62 characters: knowing it is the authority, so it must not be guessable.',
      }
    return { kind: 'anonymous', text }
  }
  const colon = text.indexOf(':')
  if (colon > 0 && identifierTypes.has(text.slice(0, colon))) return parseIdentifier(text, colon)
  return { kind: 'plain', text }
}

function parseIdentifier(text: string, colon: number): Ref | { readonly fault: string } {
  const type = text.slice(0, colon)
  const read = readIdentifier(type, text.slice(colon + 1))
  return 'fault' in read ? read : { kind: 'identifier', text, type, value: read.value }
}

/** Whether the ref itself is personal data, and so never kept in the clear. */
export function isPersonal(ref: Ref): boolean {
  return ref.kind === 'identifier' && isPersonalType(ref.type)
}

/** The ref as a person's row may keep it; null where it is personal data, or an id of ours that says nothing new. */
export function refInTheClear(ref: Ref): string | null {
  return ref.kind === 'subject_id' || isPersonal(ref) ? null : ref.text
}

/** What the route key is derived from, so that two spellings of one address are one person. */
export function routeSource(ref: Exclude<Ref, { kind: 'subject_id' }>): {
  readonly kind: 'i' | 's'
  readonly value: string
} {
  return ref.kind === 'identifier'
    ? { kind: 'i', value: `${ref.type}\0${ref.value}` }
    : { kind: 's', value: ref.text }
}

/**
 * 22 random base62 characters have about 19 different ones; under 10, only one kind of character, or mostly
 * neighbours in the alphabet means a hand, a counter or a padded number.
 */
function looksRandom(body: string): boolean {
  const seen = new Uint8Array(128)
  let different = 0
  let neighbours = 0
  let kinds = 0
  for (let at = 0; at < body.length; at++) {
    const code = body.charCodeAt(at)
    if (seen[code] === 0) {
      seen[code] = 1
      different += 1
      // Base62 in ASCII: digits, then capitals, then small letters.
      kinds |= code < 58 ? 1 : code < 91 ? 2 : 4
    }
    if (at > 0 && Math.abs(code - body.charCodeAt(at - 1)) <= 1) neighbours += 1
  }
  const isOneKind = kinds === 1 || kinds === 2 || kinds === 4
  return different >= 10 && !isOneKind && neighbours < body.length / 2
}
