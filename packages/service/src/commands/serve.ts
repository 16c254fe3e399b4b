import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { endpoints } from '../api/endpoints.ts'
import { readCatalogueFile } from '../catalogue/read-catalogue-file.ts'
import type { Environment } from '../domain/scope.ts'
import {
  applyCatalogueWhereNone,
  defaultProject,
  type FirstKeys,
  keysFileOf,
  makeProject,
  writeKeysFile,
} from '../first-start.ts'
import { openMetricsDoor } from '../http/metrics-door.ts'
import { mountVerifyPage } from '../http/mount-verify-page.ts'
import { mountReference } from '../http/reference.ts'
import { mountLog } from '../http/serve-log.ts'
import { buildServer } from '../http/server.ts'
import { openJobWork } from '../jobs/open-job-work.ts'
import { CannotStart } from '../kernel/cannot-start.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Config } from '../kernel/config.ts'
import { systemRandom } from '../kernel/id.ts'
import { openLog } from '../kernel/log.ts'
import { loadMasterKey } from '../kernel/master-key.ts'
import { openMetrics } from '../metrics/metrics.ts'
import { openDatabase } from '../open-database.ts'
import { openService } from '../service.ts'
import { openWebhookWork } from '../webhooks/open-webhook-work.ts'
import { drainMaxMs, signalToStop } from './stop-signal.ts'

const sampleCatalogue = fileURLToPath(new URL('../../../../catalogue/shop.yaml', import.meta.url))
const dayMs = 86_400_000

/** The whole service: database, migrations, first start, web door; until SIGTERM or SIGINT. */
export async function serve(config: Config, say: (line: string) => void): Promise<void> {
  const stop = signalToStop()
  const log = openLog(config.logLevel)
  const masterKey = loadMasterKey(config.masterKey, config.dataDir)
  const parts = { config, clock: systemClock, log, random: systemRandom(), masterKey }
  // What is opened is closed in reverse, also when a later step of the start fails.
  await using opened = new AsyncDisposableStack()

  const database = await openDatabase(parts, 'serve')
  opened.defer(() => database.close())
  const project = { ...parts, pool: database.pool }
  const firstKeys = await makeProject(project, (keys) => writeKeysFile(config.dataDir, keys))
  await applyCatalogueWhereNone(project, readCatalogueFile('shop.yaml', await readFile(sampleCatalogue)))

  let address = ''
  const service = await openService({
    ...parts,
    database,
    issuer: () => config.publicUrl ?? address,
    keepsLog: true,
    metrics: config.metrics === undefined ? undefined : openMetrics(),
  })
  opened.defer(() => service.close())
  const app = await buildServer(service, endpoints, [
    mountReference(service, endpoints),
    mountLog(service),
    mountVerifyPage(),
  ])
  opened.defer(() => app.close())
  const partitions = setInterval(() => {
    database
      .preparePartitions()
      .catch((error: unknown) => log.error('partitions could not be made', { error }))
  }, dayMs)
  opened.defer(() => clearInterval(partitions))

  if (config.metrics !== undefined && service.metrics !== undefined) {
    const door = await openMetricsDoor({ ...config.metrics, log, text: service.metrics.text })
    opened.defer(() => door.close())
    say(`Metrics are at ${door.url}`)
  }

  await app.listen({ port: config.port, host: config.host }).catch(explainListen(config))
  address = addressOf(app.server.address() as AddressInfo)
  if (config.runsJobs) {
    const jobs = await openJobWork(service, database.url, say)
    opened.defer(() => jobs.close())
    const webhooks = openWebhookWork(service)
    opened.defer(() => webhooks.close())
  }
  if (firstKeys !== undefined) announceKeys(say, firstKeys, keysFileOf(config.dataDir))
  say(`Assent is listening on ${address} (reference: ${address}/reference)`)
  await stop
  // A stuck client must not keep the database open: what is in flight has its time, then the process ends.
  setTimeout(() => process.exit(1), drainMaxMs).unref()
}

function explainListen({ host, port }: Config): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (error.code === 'EADDRINUSE')
      throw new CannotStart(`Something is listening on ${host}:${port} already: stop it, or set PORT.`)
    throw new CannotStart(`Cannot listen on ${host}:${port} (${error.code}): set HOST and PORT.`)
  }
}

function addressOf({ family, address, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

function announceKeys(say: (line: string) => void, keys: Record<Environment, FirstKeys>, path: string): void {
  say(`First start: made the project "${defaultProject}" with the sample catalogue, and its keys.`)
  say(`  test public key   ${keys.test.public}`)
  say(`  test secret key   ${keys.test.secret}`)
  say(`  all keys          ${path} (only you can read it)`)
}
