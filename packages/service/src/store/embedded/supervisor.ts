import { setTimeout as delay } from 'node:timers/promises'
import type { Note } from './note.ts'
import type { Postmaster } from './postmaster.ts'

const firstPauseMs = 50
const longestPauseMs = 5_000

/** Keeps a server running until `stop`, whoever ends it; a new one recovers whatever was acknowledged. */
export function supervise(
  first: Postmaster,
  start: () => Promise<Postmaster>,
  note: Note,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let current = first

  async function keepRunning(): Promise<void> {
    for (;;) {
      const code = await current.exited
      if (stopping.signal.aborted) return
      note('PostgreSQL has ended; it is started again', { code })
      await bringBack()
      if (stopping.signal.aborted) return
    }
  }

  async function bringBack(): Promise<void> {
    const ended = performance.now()
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      // Its orphaned processes have to notice and leave before a new one is let in.
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      try {
        current = await start()
        // A stop that came meanwhile has met only the old one.
        if (stopping.signal.aborted) return await current.stop()
        if (await current.waitUntilReady()) {
          note('PostgreSQL is back', { durationMs: Math.round(performance.now() - ended), ...pidOf(current) })
          return
        }
        if (stopping.signal.aborted) return
        note('PostgreSQL did not start; it is tried again', { error: new Error(await current.readLog()) })
      } catch (error) {
        note('PostgreSQL could not be started; it is tried again', { error })
      }
    }
  }

  const running = keepRunning()
  return {
    async stop() {
      stopping.abort()
      await current.stop()
      await running
    },
  }
}

function pidOf({ pid }: Postmaster): { pid?: number } {
  return pid === undefined ? {} : { pid }
}
