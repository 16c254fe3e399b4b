import { setTimeout as delay } from 'node:timers/promises'

/** Whether something comes to its end within a time; the timer goes with it. */
export async function within(limitMs: number, ending: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController()
  const late = delay(limitMs, false, { signal: timer.signal }).catch(() => false)
  try {
    return await Promise.race([ending.then(() => true), late])
  } finally {
    timer.abort()
  }
}
