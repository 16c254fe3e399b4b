import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Environment } from '../../src/domain/scope.ts'
import type { FirstKeys } from '../../src/first-start.ts'
import { readConfig } from '../../src/kernel/config.ts'
import { contractOf } from '../contract.ts'
import { startServer } from '../failure/server-process.ts'
import { type FurtherKeys, prepareTarget } from './prepare-target.ts'
import type { Target } from './target.ts'

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** It tells all that it can tell, believes its proxy, and refuses nobody for asking too often. */
const settings = {
  ASSENT_LOG_LEVEL: 'debug',
  ASSENT_LIMIT_AUTH_FAILURES_PER_MINUTE: '10000000',
  ASSENT_TRUSTED_PROXY: '127.0.0.1',
  ASSENT_GEO_HEADER: 'x-country',
}

/** The service as it is run in earnest, in a process of its own, with what it writes to standard error. */
export async function openProcessTarget(
  options: { readonly databaseUrl?: string; readonly isBrief?: boolean } = {},
): Promise<Target> {
  const dataDir = await mkdtemp(join(tmpdir(), 'assent-fuzz-'))
  const logPath = join(dataDir, 'server.log')
  const here = {
    ...settings,
    ...(options.databaseUrl === undefined ? {} : { ASSENT_DATABASE_URL: options.databaseUrl }),
  }
  const server = startServer({ dataDir, logPath, settings: here })
  const url = await server.url
  const keys = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8')) as Record<
    Environment,
    FirstKeys
  >
  // An operator's commands take longer than a brief campaign as a whole.
  const further =
    options.isBrief === true
      ? { listed: keys.test.public, revoked: 'sk_test_revoked', expired: 'sk_test_expired' }
      : await makeKeys({ ...here, ASSENT_DATA_DIR: dataDir })
  const names = await prepareTarget(url, keys, further)
  return {
    url,
    contract: contractOf({ config: readConfig(here) }),
    names,
    readLog: () => readFile(logPath, 'utf8'),
    isAlive: () => isRunning(server.pid),
    async [Symbol.asyncDispose]() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** As an operator makes them; the server hears of them at its next poll. */
async function makeKeys(env: Readonly<Record<string, string>>): Promise<FurtherKeys> {
  const { PATH = '', HOME = '/' } = process.env
  const run = async (...args: string[]) => {
    const options = { env: { PATH, HOME, ...env } }
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, 'keys', ...args, '--json'],
      options,
    )
    return JSON.parse(stdout) as { id: string; key: string }
  }
  const listed = await run(
    'create',
    '--type',
    'public',
    '--origin',
    'https://shop.example',
    'https://*.shop.example',
  )
  const revoked = await run('create', '--type', 'secret')
  await run('revoke', revoked.id)
  const expired = await run('create', '--type', 'secret')
  await run('rotate', expired.id, '--overlap-hours', '0')
  await new Promise((done) => setTimeout(done, settingsPollMs))
  return { listed: listed.key, revoked: revoked.key, expired: expired.key }
}

/** More than twice the server's. */
const settingsPollMs = 2500

function isRunning(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}
