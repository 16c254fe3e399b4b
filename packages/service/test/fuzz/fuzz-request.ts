import { METHODS } from 'node:http'
import type { Credential } from './credentials.ts'

export type HeaderLine = readonly [name: string, value: string]

/** A head and a body as they would be sent, to be spoiled. */
export interface Unsent {
  readonly requestLine: string
  readonly lines: readonly string[]
  readonly body: Buffer
}

/** Framing that no client of good will sends: what comes back is judged by its form alone. */
export interface Wound {
  readonly name: string
  write(unsent: Unsent): Buffer
}

/**
 * A request down to its bytes, except that `@@name@@` stands for what only its target knows: keys, ids, tokens. So it
 * can be printed, and sent again elsewhere.
 */
export interface FuzzRequest {
  readonly method: string
  readonly target: string
  readonly credential: Credential
  /** Beside Host, Authorization and the framing. */
  readonly headers: readonly HeaderLine[]
  readonly body: Buffer | undefined
  readonly isChunked: boolean
  readonly wound: Wound | undefined
}

const methods = new Set(METHODS.filter((method) => method !== 'CONNECT'))

/** Whether it is one HTTP request and no more: then there is one answer to it, and that is the document's. */
export function isSound({ method, target, headers, wound }: FuzzRequest): boolean {
  return (
    wound === undefined &&
    methods.has(method) &&
    /^[\x21-\x7e]+$/.test(target) &&
    headers.every(
      ([name, value]) => /^[!#$%&'*+.^`|~\w-]+$/.test(name) && !/[^\t\x20-\x7e\x80-\u{10ffff}]/u.test(value),
    )
  )
}
