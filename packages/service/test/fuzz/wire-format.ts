import type { FuzzRequest } from './fuzz-request.ts'

/** What a target puts in the place of `@@name@@`. */
export type Names = ReadonlyMap<string, string>

export function resolveNames(text: string, names: Names): string {
  return text.replaceAll(/@@([a-z0-9.-]+)@@/g, (whole, name: string) => names.get(name) ?? whole)
}

/** The bytes of a request. All names are ASCII, so a body of any encoding can hold them. */
export function writeRequest(request: FuzzRequest, names: Names): Buffer {
  const body =
    request.body?.includes('@@') === true
      ? Buffer.from(resolveNames(request.body.toString('latin1'), names), 'latin1')
      : (request.body ?? Buffer.alloc(0))
  const lines = headLines(request, body.length)
  const requestLine = resolveNames(`${request.method} ${request.target} HTTP/1.1`, names)
  const resolved = lines.map((line) => resolveNames(line, names))
  if (request.wound !== undefined) return request.wound.write({ requestLine, lines: resolved, body })
  const head = Buffer.from(`${[requestLine, ...resolved].join('\r\n')}\r\n\r\n`)
  return Buffer.concat([head, request.isChunked ? chunked(body) : body])
}

function headLines({ credential, headers, body, isChunked }: FuzzRequest, length: number): string[] {
  const { authorization } = credential
  return [
    ...(headers.some(([name]) => name === 'Host') ? [] : ['Host: assent.test']),
    ...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(isChunked ? ['Transfer-Encoding: chunked'] : body === undefined ? [] : [`Content-Length: ${length}`]),
  ]
}

/** In three pieces of odd sizes, with an extension. */
function chunked(body: Buffer): Buffer {
  const cuts = [0, Math.floor(body.length / 3), Math.floor(body.length / 2), body.length]
  const pieces = cuts.slice(1).flatMap((end, index) => {
    const piece = body.subarray(cuts[index], end)
    if (piece.length === 0) return []
    return [Buffer.from(`${piece.length.toString(16)};a=b\r\n`), piece, Buffer.from('\r\n')]
  })
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')])
}
