import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ServedPages extends AsyncDisposable {
  readonly url: string
  /** Paths that were asked for, in order. */
  readonly requests: string[]
}

/** Pages by path, each under its own headers, on a real socket: a browser takes a policy only from an answer. */
export async function servePages(
  pages: Readonly<
    Record<string, { readonly body: string; readonly headers: Readonly<Record<string, string>> }>
  >,
): Promise<ServedPages> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push(path)
    const page = pages[path]
    if (page === undefined) return response.writeHead(404).end()
    return response
      .writeHead(200, { ...page.headers, 'Content-Type': 'text/html; charset=utf-8' })
      .end(page.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
