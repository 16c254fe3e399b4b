/** One answer as it came over the wire. */
export interface Answer {
  readonly status: number
  /** In the order they came, names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The body, read as UTF-8. */
  readonly text: string
}

export function headerOf(answer: Answer, name: string): string | undefined {
  return answer.headers.find(([found]) => found === name)?.[1]
}

/** Takes answers off the bytes of a connection; what belongs to no answer is left over, and seen. */
export class AnswerReader {
  #bytes: Buffer = Buffer.alloc(0)

  push(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk])
  }

  get leftOver(): Buffer {
    return this.#bytes
  }

  /** The next whole answer to a request of this method; undefined: not all of it is there. */
  take(method: string, isClosed = false): Answer | undefined {
    for (;;) {
      const end = this.#bytes.indexOf('\r\n\r\n')
      if (end < 0) return undefined
      const { status, headers } = parseHead(this.#bytes.toString('latin1', 0, end))
      const body = this.#bodyAfter(end + 4, { method, status, headers, isClosed })
      if (body === undefined) return undefined
      this.#bytes = this.#bytes.subarray(body.next)
      // 100 Continue and its like announce the answer, they are none.
      if (status < 200 && status >= 100) continue
      return { status, headers, text: body.bytes.toString() }
    }
  }

  #bodyAfter(
    start: number,
    of: { method: string; status: number; headers: Answer['headers']; isClosed: boolean },
  ): { bytes: Buffer; next: number } | undefined {
    const found = (name: string) => of.headers.find(([header]) => header === name)?.[1]
    if (of.method === 'HEAD' || of.status < 200 || of.status === 204 || of.status === 304)
      return { bytes: Buffer.alloc(0), next: start }
    if (found('transfer-encoding') !== undefined) return this.#chunksAfter(start)
    const length = found('content-length')
    if (length === undefined)
      return of.isClosed ? { bytes: this.#bytes.subarray(start), next: this.#bytes.length } : undefined
    const next = start + Number(length)
    return next > this.#bytes.length ? undefined : { bytes: this.#bytes.subarray(start, next), next }
  }

  #chunksAfter(start: number): { bytes: Buffer; next: number } | undefined {
    const chunks: Buffer[] = []
    let at = start
    for (;;) {
      const lineEnd = this.#bytes.indexOf('\r\n', at)
      if (lineEnd < 0) return undefined
      const size = Number.parseInt(this.#bytes.toString('latin1', at, lineEnd), 16)
      const next = lineEnd + 2 + size + 2
      if (Number.isNaN(size) || next > this.#bytes.length) return undefined
      if (size === 0) return { bytes: Buffer.concat(chunks), next }
      chunks.push(this.#bytes.subarray(lineEnd + 2, next - 2))
      at = next
    }
  }
}

function parseHead(text: string): Pick<Answer, 'status' | 'headers'> {
  const [statusLine = '', ...lines] = text.split('\r\n')
  const match = /^HTTP\/1\.[01] (\d{3})( |$)/.exec(statusLine)
  return {
    // What is no status line is no answer, and no code stands for that.
    status: Number(match?.[1] ?? 999),
    headers: lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
    }),
  }
}
