/** What is in flight at a stop has this long, then the process ends. */
export const drainMaxMs = 20_000

/** The first signal resolves it; later ones do not cut the draining short. */
export function signalToStop(): Promise<void> {
  return new Promise((resolve) => {
    process.on('SIGTERM', () => resolve())
    process.on('SIGINT', () => resolve())
  })
}
