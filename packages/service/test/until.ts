import pg from 'pg'

const patienceMs = 120_000
const firstPauseMs = 10
const longestPauseMs = 200

/**
 * Looks until there is something: for two minutes, which is far more than the slowest of machines needs. The looks grow
 * further apart, so that they do not take the time of what they wait for.
 */
export async function until<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const begun = performance.now()
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(1.5 * pauseMs, longestPauseMs)) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() - begun > patienceMs) throw new Error('it did not happen within two minutes')
    await new Promise((done) => setTimeout(done, pauseMs))
  }
}

/** Looks until it is so. */
export async function untilTrue(look: () => boolean | Promise<boolean>): Promise<void> {
  await until(async () => ((await look()) ? true : undefined))
}

/** Waits until some statement on this very database waits for a lock; only its owner sees that of others. */
export async function untilLockIsAwaited(databaseUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  const look = () =>
    owner.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    )
  await untilTrue(async () => (await look()).rowCount !== 0).finally(() => owner.end())
}
