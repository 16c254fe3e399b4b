import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openCluster } from './cluster.ts'
import { chooseLauncher, launchAsNobody } from './launcher.ts'
import { chooseListenAddress } from './listen-address.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from './open-embedded-postgres.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { type Postmaster, startPostmaster } from './postmaster.ts'
import { postmasterFilePath } from './postmaster-file.ts'
import { aDataDir, query } from './test-data-dir.ts'

const note = () => {}

/** A server that no owner stands for, as one of a killed owner where there is no death signal. */
async function startAbandoned(
  dataDir: string,
  marks: Record<string, string>,
  launcherFor = chooseLauncher,
): Promise<Postmaster> {
  await mkdir(dataDir, { recursive: true })
  const binaries = await findPostgresBinaries()
  const launcher = await launcherFor(dataDir, binaries)
  const data = await openCluster({ dataDir, binaries, launcher, generation: 1, note })
  const settings = { ...(await chooseListenAddress(data, launcher)).settings, ...marks }
  const logPath = join(dataDir, 'postgres.log')
  const postmaster = await startPostmaster({ data, binaries, launcher, settings, logPath, note })
  assert.ok(await postmaster.waitUntilReady(), await postmaster.readLog())
  return postmaster
}

function open(dataDir: string): Promise<EmbeddedPostgres> {
  return openEmbeddedPostgres({ dataDir, purpose: 'serve', note })
}

describe('a server without an owner', () => {
  let dataDir: Awaited<ReturnType<typeof aDataDir>>
  before(async () => {
    dataDir = await aDataDir()
  })
  after(() => dataDir[Symbol.asyncDispose]())

  test('is stopped, cleanly, and replaced', async () => {
    const old = await startAbandoned(dataDir.path, { cluster_name: 'assent' })
    await using server = await open(dataDir.path)
    assert.equal(await old.exited, 'exit code 0')
    assert.equal((await query(server.url, 'SELECT 1')).length, 1)
  })

  test('that somebody else started is left alone', async () => {
    const foreign = await startAbandoned(dataDir.path, {})
    const refusal = new RegExp(`not started by Assent \\(process ${foreign.pid}\\)`)
    await assert.rejects(open(dataDir.path), refusal).finally(foreign.stop)
  })

  test('whose number another program has by now does not keep ours from starting, nor is that one harmed', async () => {
    const data = join(dataDir.path, 'postgres')
    const bystander = spawn('sleep', ['60'], { cwd: data, stdio: 'ignore' })
    await writeFile(postmasterFilePath(data), `${bystander.pid}\n${data}\n`)
    await writeFile(join(data, '.s.PGSQL.5432.lock'), `${bystander.pid}\n${data}\n`)
    await using server = await open(dataDir.path)
    assert.equal((await query(server.url, 'SELECT 1')).length, 1)
    assert.equal(bystander.exitCode ?? bystander.signalCode, null)
    bystander.kill()
  })
})

test('where root may make no namespaces, nobody runs the server; later another way takes over its data', {
  skip: process.getuid?.() !== 0,
}, async () => {
  await using dataDir = await aDataDir()
  // mkdtemp made the folder above closed, through which nobody has no way.
  await chmod(join(dataDir.path, '..'), 0o755)
  const asNobody = async (path: string, binaries: Awaited<ReturnType<typeof findPostgresBinaries>>) => {
    const launcher = await launchAsNobody(path, binaries, [])
    assert.ok(launcher)
    return launcher
  }
  const old = await startAbandoned(dataDir.path, { cluster_name: 'assent' }, asNobody)
  await old.stop()
  await using server = await open(dataDir.path)
  assert.equal((await query(server.url, 'SELECT 1')).length, 1)
})
