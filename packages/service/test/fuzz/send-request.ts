import type { Operation } from './api-document.ts'
import { askOnce, type KeptConnection } from './connection.ts'
import { describeExchange, type Exchange } from './exchange.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import { type Names, resolveNames, writeRequest } from './wire-format.ts'

export interface Sender {
  readonly url: string
  readonly names: Names
  readonly operations: readonly Operation[]
  readonly connection: KeptConnection
}

/** What cannot be told apart from two requests, or half of one, must not spoil the connection of the others. */
export async function sendRequest(request: FuzzRequest, sender: Sender): Promise<Exchange> {
  const { names } = sender
  const bytes = writeRequest(request, names)
  const reply =
    request.wound === undefined
      ? await sender.connection.ask(bytes, request.method)
      : await askOnce(sender.url, bytes, request.method)
  const resolve = (text: string) => resolveNames(text, names)
  const body = resolve(request.body?.toString() ?? '')
  return describeExchange(
    request,
    { target: resolve(request.target), body, resolve },
    sender.operations,
    reply,
  )
}
