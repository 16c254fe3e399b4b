import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, statSync } from 'node:fs'
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { aConsent } from '../a-consent.ts'
import { ask } from './server-pair.ts'
import { findServerPort, startServer } from './server-process.ts'

// docs/operations.md: a dump of a PostgreSQL of one's own, taken while the server records, restored into another database.

const run = promisify(execFile)
/** Of the machine's own PostgreSQL, with the programs that the built-in one does not bring. */
const programs = globSync('/usr/lib/postgresql/*/bin/pg_dump')
  .map((path) => join(path, '..'))
  .at(-1)
const account = postgresAccount()

test('a dump that is taken under way, restored elsewhere: the server starts on it, and what was recorded before is there', {
  skip:
    (programs === undefined || account === undefined) && 'there is no PostgreSQL of the machine with pg_dump',
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assent-dump-'))
  await using postgres = await startPostgres(folder)
  const dataDir = join(folder, 'server')
  const serve = (database: string) =>
    startServer({
      dataDir,
      logPath: join(folder, 'server.log'),
      settings: { ASSENT_DATABASE_URL: postgres.url(database), ASSENT_LOG_LEVEL: 'warn' },
    })
  for (const name of ['assent', 'restored']) await ask(postgres.url('postgres'), `CREATE DATABASE ${name}`)
  const server = serve('assent')
  const url = await server.url
  const { test: keys } = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'))
  const headers = { Authorization: `Bearer ${keys.secret}`, 'Content-Type': 'application/json' }
  const record = async (ref: string) => {
    const body = JSON.stringify(aConsent(ref))
    const answer = await fetch(`${url}/v1/consent`, { method: 'POST', headers, body })
    assert.equal(answer.status, 201)
    return ((await answer.json()) as { receipt: { url: string } }).receipt.url
  }
  const jws = async (base: string, path: string) =>
    await (await fetch(base + path, { headers: { ...headers, Accept: 'application/jose' } })).text()

  const before = await record('user_0')
  const receipt = await jws(url, before)
  const dump = join(folder, 'assent.dump')
  let dumping = true
  const dumped = run(join(programs ?? '', 'pg_dump'), [
    '--format=custom',
    `--file=${dump}`,
    postgres.url('assent'),
  ]).finally(() => {
    dumping = false
  })
  for (let at = 1; dumping; at++) await record(`user_${at}`)
  await dumped
  assert.equal(await server.stop(), 0)
  await run(join(programs ?? '', 'pg_restore'), [`--dbname=${postgres.url('restored')}`, dump])

  const again = serve('restored')
  const restoredUrl = await again.url
  assert.equal(await jws(restoredUrl, before), receipt)
  const [row] = await ask<{ n: number; holes: number }>(
    postgres.url('restored'),
    `SELECT (SELECT count(*)::int FROM consent_records) AS n,
       (SELECT count(*)::int FROM consent_records r LEFT JOIN subjects s USING (route_key) WHERE s.route_key IS NULL) AS holes`,
  )
  assert.ok((row?.n ?? 0) >= 1)
  assert.equal(row?.holes, 0, 'a dump is of one moment')
  assert.equal(await again.stop(), 0)
})

/** PostgreSQL refuses to run as root. */
function postgresAccount(): { readonly uid: number; readonly gid: number } | undefined {
  const { uid, gid } = userInfo()
  if (uid !== 0) return { uid, gid }
  const home = '/var/lib/postgresql'
  if (!existsSync(home)) return undefined
  const owner = statSync(home)
  return owner.uid === 0 ? undefined : { uid: owner.uid, gid: owner.gid }
}

async function startPostgres(folder: string): Promise<AsyncDisposable & { url(database: string): string }> {
  if (programs === undefined || account === undefined) throw new Error('there is no PostgreSQL')
  const home = await mkdtemp(join(tmpdir(), 'assent-dump-postgres-'))
  await chown(home, account.uid, account.gid)
  const data = join(home, 'data')
  const port = await findServerPort()
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  await run(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust'], {
    ...account,
    cwd: home,
  })
  const args = ['-D', data, '-p', String(port), '-k', home, '-c', 'listen_addresses=127.0.0.1']
  const child = spawn(join(programs, 'postgres'), args, { ...account, cwd: home, stdio: 'ignore' })
  const ended = once(child, 'exit')
  for (let tries = 0; ; tries++) {
    const isUp = await ask(url('postgres'), 'SELECT 1').then(
      () => true,
      () => false,
    )
    if (isUp) break
    if (tries === 100) throw new Error('PostgreSQL does not start')
    await delay(100)
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      // Fast shutdown.
      child.kill('SIGINT')
      await ended
      await rm(home, { recursive: true, force: true })
      await rm(folder, { recursive: true, force: true })
    },
  }
}
