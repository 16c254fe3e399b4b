import cluster, { type Address, type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { keepCounts } from '../http/request-counter.ts'
import { CannotStart } from '../kernel/cannot-start.ts'
import type { Log } from '../kernel/log.ts'

export interface Workers {
  readonly address: string
  /** Each answers what it has begun. */
  close(): Promise<void>
}

const againAfterMs = 1000

/** Starts so many processes that share one port; whichever ends by itself is started again. */
export async function openWorkers(count: number, log: Log): Promise<Workers> {
  keepCounts()
  let closing = false
  cluster.setupPrimary({ args: ['serve'] })
  const begin = (): Worker => {
    const worker = cluster.fork()
    worker.once('exit', () => void replace())
    return worker
  }
  const replace = async () => {
    if (closing) return
    log.error('a worker ended; another one takes its place')
    await pause(againAfterMs, undefined, { ref: false })
    if (!closing) begin()
  }
  const started = Array.from({ length: count }, begin)
  const listening = await Promise.all(started.map(untilListening))
  const [{ address, port }] = listening as [Address, ...Address[]]
  return {
    address: `http://${address.includes(':') ? `[${address}]` : address}:${port}`,
    async close() {
      closing = true
      const alive = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
      await Promise.all(
        alive.map(async (worker) => {
          const ended = once(worker, 'exit')
          worker.process.kill('SIGTERM')
          await ended
        }),
      )
    },
  }
}

/** The first start is watched: a worker that cannot listen says why itself, and there is no use in trying again. */
async function untilListening(worker: Worker): Promise<Address> {
  const ended = once(worker, 'exit').then(() => {
    throw new CannotStart('A worker ended before it could listen; what it says above is why.')
  })
  const [address] = (await Promise.race([once(worker, 'listening'), ended])) as [Address]
  return address
}
