import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { aConsent } from '../a-consent.ts'
import { runWith } from '../run-assent.ts'
import { runOffline } from '../run-offline.ts'
import { until } from '../until.ts'
import { type ServerProcess, startServer } from './server-process.ts'

// docs/operations.md, Backup and restore, as somebody would do it: with `assent serve`, and `cp -a` while it is stopped.

const publicUrl = 'https://consent.example'

interface Running extends AsyncDisposable {
  record(ref: string): Promise<string>
  /** Once its place in the log is proved. */
  receipt(url: string): Promise<string>
  /** The status of a request with the test secret key. */
  status(path: string): Promise<number>
  keySet(): Promise<string>
  stop(): Promise<number | null>
}

async function serveFrom(dataDir: string, settings: Readonly<Record<string, string>> = {}): Promise<Running> {
  const server: ServerProcess = startServer({
    dataDir,
    logPath: `${dataDir}.log`,
    settings: { ASSENT_PUBLIC_URL: publicUrl, ASSENT_LOG_LEVEL: 'warn', ...settings },
  })
  const url = await server.url
  const keys = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8')) as { test: { secret: string } }
  const headers = { Authorization: `Bearer ${keys.test.secret}`, 'Content-Type': 'application/json' }
  const get = (path: string) => fetch(url + path, { headers })
  return {
    async record(ref) {
      const answer = await fetch(`${url}/v1/consent`, {
        method: 'POST',
        headers,
        body: JSON.stringify(aConsent(ref)),
      })
      assert.equal(answer.status, 201)
      return ((await answer.json()) as { receipt: { url: string } }).receipt.url
    },
    receipt: (path) =>
      until(async () => {
        const text = await (await get(path)).text()
        return (JSON.parse(text) as { status: string }).status === 'logged' ? text : undefined
      }),
    status: async (path) => (await get(path)).status,
    keySet: async () => await (await fetch(`${url}/.well-known/jwks.json`)).text(),
    stop: () => server.stop(),
    [Symbol.asyncDispose]: async () => void (await server.stop()),
  }
}

const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to])
const jwsOf = (receipt: string) => (JSON.parse(receipt) as { jws: string }).jws

/** The logs of `test`, as an auditor is given them; the database is opened for the moment. */
async function logKeysOf(dataDir: string): Promise<string[]> {
  const settings = { ASSENT_DATA_DIR: dataDir, ASSENT_PUBLIC_URL: publicUrl }
  const { code, out, err } = await runWith(settings, 'keys', 'list-log', '--json')
  assert.equal(code, 0, err)
  return JSON.parse(out) as string[]
}

async function assertVerifies(folder: string, receipt: string, keySet: string, logKeys: readonly string[]) {
  const [receiptFile, keysFile] = [join(folder, 'receipt.json'), join(folder, 'jwks.json')]
  await writeFile(receiptFile, receipt)
  await writeFile(keysFile, keySet)
  const end = await runOffline('verify', receiptFile, '--keys', keysFile, '--log-key', ...logKeys)
  assert.equal(end.code, 0, end.text)
  assert.match(end.text, /VALID/)
}

test('a cold copy in another folder starts, gives the same receipts, and goes on with the same log; an older one opens a new log', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assent-backup-'))
  const [home, backup, moved, restored] = ['home', 'backup', 'moved', 'restored'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string]
  try {
    const first = await serveFrom(home)
    const early = await first.record('user_1')
    const earlyReceipt = await first.receipt(early)
    assert.equal(await first.stop(), 0)
    await copy(home, backup)

    // Moving house: everything of one moment, and nothing happened since.
    await copy(backup, moved)
    const there = await serveFrom(moved)
    assert.equal(jwsOf(await there.receipt(early)), jwsOf(earlyReceipt))
    const next = await there.receipt(await there.record('user_1'))
    const movedKeySet = await there.keySet()
    await there.stop()
    const movedLogKeys = await logKeysOf(moved)
    for (const receipt of [earlyReceipt, next])
      await assertVerifies(folder, receipt, movedKeySet, movedLogKeys)

    // Meanwhile at home more is recorded and signed; then the database there is lost, and the guard is not.
    const second = await serveFrom(home)
    const late = await second.record('user_2')
    const lateReceipt = await second.receipt(late)
    const keptKeySet = await second.keySet()
    await second.stop()
    const keptLogKeys = await logKeysOf(home)
    assert.deepEqual(movedLogKeys, keptLogKeys, 'one log, one key')
    await copy(backup, restored)
    await rm(join(restored, 'log-guard'), { recursive: true })
    await copy(join(home, 'log-guard'), join(restored, 'log-guard'))

    const told = await runWith({ ASSENT_DATA_DIR: restored, ASSENT_PUBLIC_URL: publicUrl }, 'doctor')
    assert.match(told.out, /warning +log guard of test +the log was signed at .*restored to an older state/)
    const third = await serveFrom(restored)
    assert.equal(jwsOf(await third.receipt(early)), jwsOf(earlyReceipt))
    assert.equal(await third.status(late), 404)
    const after = await third.receipt(await third.record('user_2'))
    const keySet = await third.keySet()
    await third.stop()
    const logKeys = await logKeysOf(restored)
    assert.deepEqual(
      logKeys.map((key) => key.split('+')[0]),
      ['consent.example/log/test-0', 'consent.example/log/test-1'],
    )
    await assertVerifies(folder, after, keySet, logKeys.slice(1))
    // What the lost time gave out still verifies, by what was kept of it.
    await assertVerifies(folder, lateReceipt, keptKeySet, keptLogKeys)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('without its master key a copy does not start, and says so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assent-backup-'))
  try {
    const home = join(folder, 'home')
    const server = await serveFrom(home)
    await server.record('user_1')
    await server.stop()
    await rm(join(home, 'master.key'))
    await assert.rejects(serveFrom(home), /sealed with another master key/)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
