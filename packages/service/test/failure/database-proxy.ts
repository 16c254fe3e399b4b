import { connect, createServer, type Socket } from 'node:net'
import { findServerPort } from './server-process.ts'

/** Stands between the service and PostgreSQL, and can break what no kill breaks: the way between them. */
export interface DatabaseProxy extends AsyncDisposable {
  readonly url: string
  /**
   * The next COMMIT is carried out and its answer does not arrive: the connection is reset, or stays open in silence.
   */
  loseNextCommit(how: 'reset' | 'silence'): void
  /** New connections are refused and old ones reset, as by a machine whose PostgreSQL is down. */
  goAway(): Promise<void>
  /** Old connections are reset and new ones never answered, as by a machine that starts and is not up yet. */
  fallSilent(): Promise<void>
  /** What the database says comes so much later. */
  slowDown(ms: number): void
  /** What the database says does not come before `comeBack`; nothing of it is lost. */
  hold(): void
  /** As it was. */
  comeBack(): Promise<void>
}

const commitTag = Buffer.from('COMMIT\0')

export async function aDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = socketPathOf(databaseUrl)
  const clients = new Set<Socket>()
  let losing: 'reset' | 'silence' | undefined
  let isSilent = false
  let slowMs = 0
  let held: (() => void)[] | undefined

  const server = createServer((client) => {
    const upstream = connect(target)
    clients.add(client)
    client
      .on('error', () => undefined)
      .on('close', () => {
        clients.delete(client)
        upstream.destroy()
      })
    upstream.on('error', () => undefined).on('close', () => client.destroy())
    let isDeaf = false
    client.on('data', (chunk) => {
      if (!isSilent) upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (losing !== undefined && chunk.includes(commitTag)) {
        isDeaf = true
        if (losing === 'reset') client.resetAndDestroy()
        losing = undefined
      }
      const pass = () => {
        if (!isDeaf && !isSilent && client.writable) client.write(chunk)
      }
      // Timers of one length end in the order in which they began.
      if (held !== undefined) held.push(pass)
      else if (slowMs === 0) pass()
      else setTimeout(pass, slowMs)
    })
  })
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
  // It comes back under the number it had.
  const port = await findServerPort()
  await listen(port)
  const { pathname } = new URL(databaseUrl)

  function hangUp(): void {
    for (const client of clients) client.resetAndDestroy()
  }

  async function goAway(): Promise<void> {
    const closed = new Promise((done) => server.close(done))
    hangUp()
    await closed
  }

  return {
    url: `postgres://postgres@127.0.0.1:${port}${pathname}`,
    loseNextCommit(how) {
      losing = how
    },
    goAway,
    async fallSilent() {
      isSilent = true
      hangUp()
    },
    slowDown(ms) {
      slowMs = ms
    },
    hold() {
      held ??= []
    },
    async comeBack() {
      isSilent = false
      const waiting = held ?? []
      held = undefined
      for (const pass of waiting) pass()
      if (!server.listening) await listen(port)
    },
    [Symbol.asyncDispose]: async () => {
      if (server.listening) await goAway()
    },
  }
}

function socketPathOf(databaseUrl: string): string {
  const { searchParams, port } = new URL(databaseUrl)
  return `${searchParams.get('host')}/.s.PGSQL.${port}`
}
