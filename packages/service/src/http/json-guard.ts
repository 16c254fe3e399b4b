import { isAscii, isUtf8 } from 'node:buffer'
import { type Issue, Refusal, refuseInvalid } from '../kernel/refusal.ts'

const depthMax = 16

/**
 * Bytes to a value that means one thing (I-JSON, RFC 7493, and stricter): JSON.parse by itself takes the last of two
 * equal members, mends broken UTF-8, and builds any depth. One pass over the bytes counts members and depth outside of
 * strings; a duplicate shows as a member that the parsed value does not have. What the text in `unread` holds (the name
 * of a member of the body) is left to `textIssues`.
 */
export function parseJson(bytes: Buffer, unread?: string): unknown {
  if (bytes.length === 0) throw malformed('The body is empty.')
  if (!isUtf8(bytes)) throw malformed('The body is not valid UTF-8.')
  if (bytes[0] === 0xef) throw malformed('The body begins with a byte order mark.')
  const { members, escapes } = scan(bytes)
  const value = parse(bytes)
  const walk = new Walk(escapes || !isAscii(bytes), unread)
  walk.visit(value, '')
  if (walk.members !== members) throw malformed('An object of the body has the same member twice.')
  if (walk.issues.length > 0) throw refuseInvalid(walk.issues)
  return value
}

/** What no string or number of a request may be, of a part of a body that `parseJson` left unread. */
export function textIssues(value: unknown): readonly Issue[] {
  const walk = new Walk(true)
  walk.visit(value, '')
  return walk.issues
}

const quote = 0x22
const backslash = 0x5c

function scan(bytes: Buffer): { members: number; escapes: boolean } {
  let depth = 0
  let members = 0
  let escapes = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quote) {
      for (at += 1; at < bytes.length && bytes[at] !== quote; at++) {
        if (bytes[at] !== backslash) continue
        escapes = true
        at += 1
      }
    } else if (byte === 0x7b || byte === 0x5b) {
      depth += 1
      if (depth > depthMax) throw malformed(`The body is nested deeper than ${depthMax} levels.`)
    } else if (byte === 0x7d || byte === 0x5d) {
      depth -= 1
    } else if (byte === 0x3a) {
      members += 1
    }
  }
  return { members, escapes }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw malformed('The body is not valid JSON.')
  }
}

/** Counts members and gathers what no string or number of a request may be. */
class Walk {
  members = 0
  readonly issues: Issue[] = []
  readonly #checkText: boolean
  readonly #unread: string | undefined

  constructor(checkText: boolean, unread?: string) {
    this.#checkText = checkText
    this.#unread = unread
  }

  visit(value: unknown, path: string): void {
    if (typeof value === 'string') {
      if (this.#checkText) this.#text(value, path)
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
        this.#report(path, 'This number cannot be kept exactly.')
    } else if (Array.isArray(value)) {
      value.forEach((item, index) => {
        this.visit(item, within(path, String(index)))
      })
    } else if (value !== null && typeof value === 'object') {
      this.#object(value, path)
    }
  }

  #object(value: object, path: string): void {
    for (const [name, member] of Object.entries(value)) {
      this.members += 1
      if (path === '' && name === this.#unread) {
        this.members += countMembers(member)
        continue
      }
      const memberPath = within(path, name)
      if (name === '__proto__') this.#report(memberPath, 'A member of this name is never taken.')
      if (this.#checkText) this.#text(name, memberPath)
      this.visit(member, memberPath)
    }
  }

  #text(text: string, path: string): void {
    // What is plain ASCII is none of these, and nearly all text is.
    if (printable.test(text)) return
    if (text.includes('\u0000')) this.#report(path, 'Text must not hold a NUL character.')
    else if (!text.isWellFormed()) this.#report(path, 'Text must not hold half of a surrogate pair.')
    else if (endlessMarks.test(text))
      this.#report(path, 'Text must not pile up more than 30 combining marks.')
    else if (text.normalize('NFC') !== text)
      this.#report(path, 'Text must be in Unicode form NFC; it is never changed silently.')
  }

  #report(path: string, message: string): void {
    if (this.issues.length < 100) this.issues.push({ path, message })
  }
}

function countMembers(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0
  const within = Object.values(value).reduce((count: number, member) => count + countMembers(member), 0)
  return Array.isArray(value) ? within : within + Object.keys(value).length
}

const printable = /^[ -~]*$/

/** UAX #15, "Stream-Safe Text Format": no language needs more, and sorting thousands of them costs seconds. */
const endlessMarks = /\p{M}{31}/u

function within(path: string, name: string): string {
  return path === '' ? pathSegment(name) : `${path}.${pathSegment(name)}`
}

/** A name as it may stand in an issue's path: what does not look like one is not repeated to the caller. */
export function pathSegment(name: string): string {
  return /^[A-Za-z0-9_-]{1,64}$/.test(name) ? name : '?'
}

function malformed(message: string): Refusal {
  return new Refusal('malformed_json', message)
}
