import type fc from 'fast-check'
import type { Credential } from './credentials.ts'
import type { FuzzRequest, HeaderLine, Wound } from './fuzz-request.ts'
import { type Tree, writeTree } from './json-tree.ts'

/** A request while faults are put into it: still with its parts apart. */
export interface Draft {
  readonly method: string
  /** `/v1/subjects/{ref}/consent`. */
  readonly template: string
  /** Encoded as they will stand in the path. */
  readonly segments: Readonly<Record<string, string>>
  /** Not encoded yet. */
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly credential: Credential
  readonly headers: readonly HeaderLine[]
  readonly tree: Tree | undefined
  /** What becomes of the whole, once it is put together. */
  readonly bodyChanges: readonly ((body: Buffer) => Buffer)[]
  readonly targetChanges: readonly ((target: string) => string)[]
  readonly isChunked: boolean
  readonly wound: Wound | undefined
}

export type Fault = (draft: Draft) => Draft
export type Faults = fc.Arbitrary<Fault>

export function finish(draft: Draft): FuzzRequest {
  const path = draft.template.replace(/\{([a-z]+)\}/g, (_, name: string) => draft.segments[name] ?? '')
  const query = draft.query.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&')
  const target = query === '' ? path : `${path}?${query}`
  const json = draft.tree === undefined ? undefined : Buffer.from(writeTree(draft.tree))
  const isSpoilt = json !== undefined || draft.bodyChanges.length > 0
  return {
    method: draft.method,
    target: draft.targetChanges.reduce((text, change) => change(text), target),
    credential: draft.credential,
    headers: draft.headers,
    body: isSpoilt
      ? draft.bodyChanges.reduce<Buffer>((bytes, change) => change(bytes), json ?? Buffer.alloc(0))
      : undefined,
    isChunked: draft.isChunked,
    wound: draft.wound,
  }
}

/** `encodeURIComponent` throws on half a surrogate pair; a placeholder stays what it is. */
export function percentEncode(text: string): string {
  return text
    .split(/(@@[a-z0-9.]+@@)/)
    .map((part, index) => (index % 2 === 1 ? part : encodeURIComponent(part.toWellFormed())))
    .join('')
}
