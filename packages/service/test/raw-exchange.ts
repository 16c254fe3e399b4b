import { connect } from 'node:net'

/** An answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number
  /** Names in lower case; the last of equal ones. */
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
  /** The parsed body; undefined when it is not JSON. */
  readonly json:
    | { readonly code?: string; readonly issues?: readonly { readonly path: string }[] }
    | undefined
}

const lostAfterMs = 60_000

/**
 * Writes bytes as they are, for what `fetch` cannot send, and reads until the server closes the connection: say
 * `Connection: close`, or send what makes the server close it.
 */
export function exchange(url: string, ...parts: readonly (string | Buffer)[]): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const received: Buffer[] = []
    const socket = connect(Number(port), hostname, () => {
      for (const part of parts) socket.write(part)
    })
    socket.setTimeout(lostAfterMs, () => socket.destroy(new Error('the server neither answered nor closed')))
    socket.on('data', (bytes) => received.push(bytes))
    socket.on('error', (error: Error & { code?: string }) => {
      // The server may close while we still write; what it said before counts.
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') reject(error)
    })
    socket.on('close', () => resolve(parseAnswer(Buffer.concat(received).toString('latin1'))))
  })
}

/** A request line, the key, more header lines, and a body with its length: closed after the answer. */
export function rawRequest(
  line: string,
  options: {
    readonly key?: string
    readonly lines?: readonly string[]
    readonly body?: string | Buffer
  } = {},
): Buffer {
  const body = Buffer.from(options.body ?? '')
  const lines = [
    `${line} HTTP/1.1`,
    'Host: assent.test',
    'Connection: close',
    ...(options.key === undefined ? [] : [`Authorization: Bearer ${options.key}`]),
    ...(options.lines ?? []),
    ...(options.body === undefined ? [] : [`Content-Length: ${body.length}`]),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body])
}

function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = text.slice(0, Math.max(0, end)).split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
    }),
  )
  // Not what may follow: bytes that the server could not read as a second request are answered too.
  const length = Number(headers.get('content-length') ?? text.length)
  const body = end < 0 ? '' : text.slice(end + 4, end + 4 + length)
  const isJson = headers.get('content-type')?.startsWith('application/json') === true && body !== ''
  return {
    status: Number(statusLine.split(' ')[1] ?? 0),
    headers,
    text: body,
    json: isJson ? (JSON.parse(Buffer.from(body, 'latin1').toString()) as RawAnswer['json']) : undefined,
  }
}
