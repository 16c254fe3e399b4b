import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** What the harness orders of the clients' process, as JSON in its first argument. */
export interface LoadOrder {
  readonly urls: readonly string[]
  readonly secret: string
  /** The refs of a round begin with it. */
  readonly series: string
  readonly subjects: number
  readonly clients: number
  /** The longest a client rests between two requests. */
  readonly pauseMs: number
  readonly seed: number
  /** The file of acknowledgements. */
  readonly path: string
}

/** What that process says at its end, as JSON on standard output; its lines before tell how many it has had acknowledged. */
export interface LoadReport {
  readonly acknowledged: number
  /** Acknowledged after at least one attempt whose outcome was unknown. */
  readonly retried: number
  readonly broken: number
  readonly unavailable: number
  readonly inProgress: number
  /** Answers that no crash excuses: a 500, a refusal of a sound request, two answers for one key. */
  readonly unexpected: readonly string[]
}

export interface Clients {
  /** Once so many records have been acknowledged. */
  reached(acknowledged: number): Promise<void>
  /** Once each client's present request is acknowledged. */
  finish(): Promise<LoadReport>
  kill(): Promise<void>
}

const program = fileURLToPath(new URL('./crash-load.ts', import.meta.url))

export function startClients(order: LoadOrder): Clients {
  const child = spawn(process.execPath, [program, JSON.stringify(order)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  let lastLine = ''
  const told = new EventEmitter()
  lines.on('line', (line) => {
    lastLine = line
    told.emit('line')
  })
  return {
    async reached(acknowledged) {
      while (!(Number(lastLine) >= acknowledged)) {
        if (child.exitCode !== null) throw new Error('the clients have ended')
        await Promise.race([once(told, 'line'), ended])
      }
    },
    async finish() {
      child.stdin.write('finish\n')
      await once(lines, 'close')
      return JSON.parse(lastLine) as LoadReport
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
