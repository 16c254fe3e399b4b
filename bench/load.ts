// A closed-loop HTTP client on raw sockets: each connection sends its next request when the last one is answered.
// It runs as a process of its own, so that what it costs is not counted as the server's.
import { connect, type Socket } from 'node:net'

/** One round, as the parent process orders it. */
export interface LoadOrder {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  readonly kind: 'record' | 'read'
  readonly key: string
  /** Recording: makes refs unlike those of other rounds. Reading: which refs exist. */
  readonly series: string
  /** Number of the first request. */
  readonly first: number
  readonly known: number
  /** What the servers that only show a ceiling are sent: the same bytes. */
  readonly path: string
  /** Of all connections together; unset: as fast as the answers come. */
  readonly perSecond?: number
  /** Further header lines of a read, each with its line end. */
  readonly headers?: string
}

export interface LoadResult {
  readonly answered: number
  readonly refused: number
  readonly seconds: number
  readonly p50: number
  readonly p99: number
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A ref that passes for a browser's, computed from its number so that reads can name what was recorded. */
export function refOf(series: string, number: number): string {
  let text = ''
  let state = (number * 2654435761 + series.length * 40503) >>> 0
  for (let at = 0; at < 16; at++) {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + at * 374761393) >>> 0
    text += letters.charAt((state >>> 8) % 62)
  }
  return `anon_${series}${text}${number.toString(36).padStart(6, '0')}`
}

export async function runLoad(order: LoadOrder): Promise<LoadResult> {
  const times: number[] = []
  let refused = 0
  let number = order.first
  const begin = performance.now()
  const end = begin + order.seconds * 1000
  await Promise.all(Array.from({ length: order.connections }, () => runConnection()))
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return {
    answered: times.length,
    refused,
    seconds: (performance.now() - begin) / 1000,
    p50: at(0.5),
    p99: at(0.99),
  }

  function runConnection(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port: order.port, host: '127.0.0.1', noDelay: true })
      let received = ''
      let sent = 0
      const next = () => {
        if (performance.now() >= end) {
          socket.end()
          return resolve()
        }
        const mine = number++
        const due =
          order.perSecond === undefined ? 0 : begin + ((mine - order.first) / order.perSecond) * 1000
        const wait = due - performance.now()
        if (wait > 0) setTimeout(send, wait, mine)
        else send(mine)
      }
      const send = (mine: number) => {
        sent = performance.now()
        socket.write(requestOf(order, mine))
      }
      socket.setEncoding('latin1')
      socket.on('connect', next)
      socket.on('error', reject)
      socket.on('data', (chunk: string) => {
        received += chunk
        const length = answerLength(received)
        if (length === undefined || received.length < length) return
        if (received.startsWith('HTTP/1.1 20') || received.startsWith('HTTP/1.1 304'))
          times.push(performance.now() - sent)
        else refused += 1
        received = received.slice(length)
        next()
      })
      closeQuietly(socket)
    })
  }
}

function closeQuietly(socket: Socket): void {
  socket.on('close', () => undefined)
}

function requestOf(order: LoadOrder, number: number): string {
  const key = `Authorization: Bearer ${order.key}\r\n`
  if (order.kind === 'read') {
    const path = order.path.replace('{ref}', refOf(order.series, number % order.known))
    return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${key}${order.headers ?? ''}\r\n`
  }
  const body = bodyOf(refOf(order.series, number))
  return (
    `POST ${order.path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${key}Content-Type: application/json\r\n` +
    `Idempotency-Key: ${order.series}-${number}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  )
}

/** What a banner sends: about 400 bytes. */
function bodyOf(ref: string): string {
  return JSON.stringify({
    subject: { ref },
    purposes: { analytics: 'granted', marketing: 'denied', recommendations: 'granted', newsletter: 'denied' },
    country: 'DE',
    language: 'de',
    source: 'banner',
    action: 'custom',
    notice: 'bnr_3:de',
    metadata: { page: '/signup', banner: 'bottom', campaign: 'spring-2026', experiment: 'b' },
  })
}

function answerLength(received: string): number | undefined {
  const head = received.indexOf('\r\n\r\n')
  if (head < 0) return undefined
  const found = /content-length: (\d+)/i.exec(received.slice(0, head))
  return head + 4 + Number(found?.[1] ?? 0)
}

if (process.send !== undefined) {
  process.on('message', (order: LoadOrder) => {
    runLoad(order).then(
      (result) => process.send?.(result),
      (error: Error) => {
        throw error
      },
    )
  })
}
