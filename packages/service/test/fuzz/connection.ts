import { connect, type Socket } from 'node:net'
import { type Answer, AnswerReader, headerOf } from './answer-reader.ts'

/** What came back for one request. */
export interface Reply {
  readonly answers: readonly Answer[]
  /** Bytes behind the answer that no request had asked for. */
  readonly leftOver: string
  readonly isClosed: boolean
  readonly ms: number
}

/** A socket held open from request to request: what one leaves behind in the stream, the next would trip over. */
export interface KeptConnection {
  ask(bytes: Buffer, method: string): Promise<Reply>
  close(): void
}

const patienceMs = 60_000

export function keepConnection(url: string): KeptConnection {
  let socket: Socket | undefined
  return {
    async ask(bytes, method) {
      socket ??= await open(url)
      const reply = await exchange(socket, new AnswerReader(), bytes, {
        method,
        patienceMs,
        isDone: (answers) => answers.length > 0,
      })
      const [answer] = reply.answers
      const says = answer === undefined ? undefined : headerOf(answer, 'connection')
      if (
        reply.isClosed ||
        answer === undefined ||
        reply.leftOver !== '' ||
        says?.toLowerCase() === 'close'
      ) {
        socket.destroy()
        socket = undefined
      }
      return reply
    },
    close: () => socket?.destroy(),
  }
}

const quietMs = 60

/**
 * On a socket of its own, for what may be no request, half of one, or two: writes, waits until the server has gone
 * quiet, and ends its side so that the server knows that nothing more comes.
 */
export async function askOnce(url: string, bytes: Buffer, method: string): Promise<Reply> {
  const socket = await open(url)
  const reader = new AnswerReader()
  const started = performance.now()
  const first = await exchange(socket, reader, bytes, { method, patienceMs: quietMs, isDone: () => false })
  if (first.isClosed) return first
  socket.end()
  const rest = await exchange(socket, reader, Buffer.alloc(0), { method, patienceMs, isDone: () => false })
  socket.destroy()
  const answers = [...first.answers, ...rest.answers]
  return { ...rest, answers, ms: performance.now() - started }
}

function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    socket.once('connect', () => {
      socket.off('error', reject)
      // The server may close while we still write: what it said before counts, and `close` follows.
      socket.on('error', () => undefined)
      resolve(socket)
    })
    socket.once('error', reject)
  })
}

function exchange(
  socket: Socket,
  reader: AnswerReader,
  bytes: Buffer,
  until: {
    readonly method: string
    readonly patienceMs: number
    readonly isDone: (answers: readonly Answer[]) => boolean
  },
): Promise<Reply> {
  const started = performance.now()
  const answers: Answer[] = []
  return new Promise((resolve) => {
    const takeAll = (isClosed: boolean) => {
      for (let answer = reader.take(until.method, isClosed); answer !== undefined; ) {
        answers.push(answer)
        answer = reader.leftOver.length === 0 ? undefined : reader.take(until.method, isClosed)
      }
    }
    const finish = (isClosed: boolean) => {
      clearTimeout(timer)
      socket.off('data', onData).off('close', onClose)
      resolve({
        answers,
        leftOver: reader.leftOver.toString('latin1').slice(0, 500),
        isClosed,
        ms: performance.now() - started,
      })
    }
    const onData = (chunk: Buffer) => {
      reader.push(chunk)
      takeAll(false)
      if (until.isDone(answers)) finish(false)
    }
    const onClose = () => {
      takeAll(true)
      finish(true)
    }
    const timer = setTimeout(() => finish(false), until.patienceMs)
    socket.on('data', onData).on('close', onClose)
    if (socket.destroyed) return onClose()
    if (bytes.length > 0) socket.write(bytes)
  })
}
