import { spawn } from 'node:child_process'
import { once } from 'node:events'
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

/** What that process says at its end, as JSON on standard output; its first line there only says that it has begun. */
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
  /** Once something has been acknowledged. */
  begun(): Promise<void>
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
  const firstLine = once(lines, 'line')
  let lastLine = ''
  lines.on('line', (line) => {
    lastLine = line
  })
  return {
    begun: async () => void (await firstLine),
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
