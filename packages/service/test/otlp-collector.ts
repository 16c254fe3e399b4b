import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as a collector reads it, out of the bytes on the wire. */
export interface CollectedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  /** Empty: it began its trace. */
  readonly parentSpanId: string
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number
  readonly attributes: Readonly<Record<string, string | number>>
  /** The ids of the spans it is linked with. */
  readonly links: readonly string[]
  readonly isFailure: boolean
}

/** A collector of traces (OTLP over HTTP) that keeps what it gets. */
export interface Collector extends AsyncDisposable {
  readonly url: string
  /** What was posted, byte for byte. */
  readonly bodies: Buffer[]
  readonly paths: string[]
  readonly headers: IncomingHttpHeaders[]
  readonly spans: CollectedSpan[]
  /** What it was told of who sends. */
  readonly resource: Record<string, string | number>
  /** How it answers; 200 unless a test says otherwise. */
  answer: (response: ServerResponse) => void
}

export async function openCollector(): Promise<Collector> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    collector.bodies.push(body)
    collector.paths.push(request.url ?? '')
    collector.headers.push(request.headers)
    for (const group of readMessage(body).messages(1)) {
      for (const resource of group.messages(1)) Object.assign(collector.resource, attributesOf(resource, 1))
      for (const scope of group.messages(2)) keep(collector.spans, scope.messages(2).map(spanOf))
    }
    collector.answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies: [],
    paths: [],
    headers: [],
    spans: [],
    resource: {},
    answer: (response) => void response.writeHead(200).end(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return collector
}

/** What was tried again may come twice. */
function keep(known: CollectedSpan[], spans: readonly CollectedSpan[]): void {
  for (const span of spans) if (!known.some(({ spanId }) => spanId === span.spanId)) known.push(span)
}

/** `opentelemetry.proto.trace.v1.Span`, as far as tests look. */
function spanOf(span: Message): CollectedSpan {
  return {
    name: span.text(5),
    traceId: span.bytes(1).toString('hex'),
    spanId: span.bytes(2).toString('hex'),
    parentSpanId: span.bytes(4).toString('hex'),
    kind: span.number(6),
    attributes: attributesOf(span, 9),
    links: span.messages(13).map((link) => link.bytes(2).toString('hex')),
    isFailure: span.messages(15).some((status) => status.number(3) === 2),
  }
}

function attributesOf(message: Message, field: number): Record<string, string | number> {
  return Object.fromEntries(
    message.messages(field).map((pair) => {
      const [value = readMessage(Buffer.of())] = pair.messages(2)
      return [pair.text(1), value.has(3) ? value.number(3) : value.text(1)]
    }),
  )
}

/** Protocol Buffers, as little as it takes: fields by their number. */
interface Message {
  has(field: number): boolean
  number(field: number): number
  bytes(field: number): Buffer
  text(field: number): string
  messages(field: number): Message[]
}

function readMessage(bytes: Buffer): Message {
  const fields = new Map<number, (Buffer | bigint)[]>()
  let at = 0
  const varint = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at++)
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const take = (length: number) => {
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const wire = tag & 7
    const value = wire === 0 ? varint() : take(wire === 1 ? 8 : wire === 5 ? 4 : Number(varint()))
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value])
  }
  const all = (field: number) => fields.get(field) ?? []
  const buffers = (field: number) => all(field).filter((value) => Buffer.isBuffer(value))
  return {
    has: (field) => fields.has(field),
    number: (field) => Number(all(field).find((value) => typeof value === 'bigint') ?? 0n),
    bytes: (field) => buffers(field)[0] ?? Buffer.of(),
    text: (field) => (buffers(field)[0] ?? Buffer.of()).toString(),
    messages: (field) => buffers(field).map(readMessage),
  }
}
