import type { Operation } from './api-document.ts'
import type { Reply } from './connection.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import { isSound } from './fuzz-request.ts'

/** A request as it was sent, and what came of it. */
export interface Exchange {
  readonly request: FuzzRequest
  /** With the names of the target put in. */
  readonly target: string
  /** The target without its query; like the server, it takes a fragment for one. */
  readonly path: string
  readonly body: string
  readonly header: (name: string) => readonly string[]
  /** Of the document; undefined: the request asks for something else. */
  readonly operation: Operation | undefined
  /** One HTTP request and no more; else answers are judged by their form alone. */
  readonly isSound: boolean
  readonly reply: Reply
}

/** One thing that must not be. */
export interface Fault {
  readonly rule: string
  readonly detail: string
}

/** Looks at an exchange, and says what is wrong with it; nothing: an empty list. */
export type Rule = (exchange: Exchange) => readonly string[]

export function describeExchange(
  request: FuzzRequest,
  sent: { readonly target: string; readonly body: string; readonly resolve: (text: string) => string },
  operations: readonly Operation[],
  reply: Reply,
): Exchange {
  const path = sent.target.split(/[?#]/)[0] ?? ''
  const asked = request.method === 'HEAD' ? 'GET' : request.method
  return {
    request,
    target: sent.target,
    path,
    body: sent.body,
    header: (name) =>
      request.headers
        .filter(([found]) => found.toLowerCase() === name)
        .map(([, value]) => sent.resolve(value).trim()),
    operation: operations.find(({ method, pattern }) => method === asked && pattern.test(path)),
    isSound: isSound(request),
    reply,
  }
}
