import cluster from 'node:cluster'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { endpoints } from '../api/endpoints.ts'
import { readCatalogueFile } from '../catalogue/read-catalogue-file.ts'
import { tellByMail } from '../delivery/tell-disabled.ts'
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
import { mountPages } from '../http/mount-pages.ts'
import { mountVerifyPage } from '../http/mount-verify-page.ts'
import { mountReference } from '../http/reference.ts'
import { mountLog } from '../http/serve-log.ts'
import { buildServer } from '../http/server.ts'
import { gaugeJobs } from '../jobs/gauge-jobs.ts'
import { openJobWork } from '../jobs/open-job-work.ts'
import { CannotStart } from '../kernel/cannot-start.ts'
import { systemClock } from '../kernel/clock.ts'
import { type Config, readConfig } from '../kernel/config.ts'
import { systemRandom } from '../kernel/id.ts'
import { openLog } from '../kernel/log.ts'
import { loadMasterKey } from '../kernel/master-key.ts'
import { type Metrics, openClusterMetrics, openMetrics } from '../metrics/metrics.ts'
import { openDatabase } from '../open-database.ts'
import { pages } from '../pages/pages.ts'
import { gaugeLog, openService, type Service } from '../service.ts'
import { openTracer } from '../tracing/open-tracer.ts'
import { gaugeEvents } from '../webhooks/gauge-events.ts'
import { openWebhookWork } from '../webhooks/open-webhook-work.ts'
import type { Given } from './command.ts'
import { openWorkers } from './open-workers.ts'
import type { Output } from './output.ts'
import { drainMaxMs, signalToStop } from './stop-signal.ts'

const sampleCatalogue = fileURLToPath(new URL('../../../../catalogue/shop.yaml', import.meta.url))
const dayMs = 86_400_000

/**
 * The whole service: database, migrations, first start, web door; until SIGTERM or SIGINT. With several workers they
 * have the door, and this process has the database, the log and the background jobs.
 */
export async function serve({ say }: Output, given: Given): Promise<void> {
  const config = readConfig()
  const workers = Number(given['workers'])
  if (cluster.isWorker) return await serveAsWorker(config)
  const stop = signalToStop()
  const parts = partsOf(config)
  const { log } = parts
  // What is opened is closed in reverse, also when a later step of the start fails.
  await using opened = new AsyncDisposableStack()
  const tracer = await openTracer(config, log)
  opened.defer(() => tracer?.close())

  const database = await openDatabase(parts, 'serve')
  opened.defer(() => database.close())
  const project = { ...parts, pool: database.pool }
  const firstKeys = await makeProject(project, (keys) => writeKeysFile(config.dataDir, keys))
  await applyCatalogueWhereNone(project, readCatalogueFile('shop.yaml', await readFile(sampleCatalogue)))

  let address = ''
  const isAlone = workers === 1
  const metrics = config.metrics && openMetrics(isAlone ? '' : 'assent_primary_')
  const service = await openService({
    ...parts,
    database,
    issuer: () => config.publicUrl ?? address,
    keepsLog: true,
    metrics: isAlone ? metrics : undefined,
    tracer,
  })
  opened.defer(() => service.close())
  const partitions = setInterval(() => {
    database
      .preparePartitions()
      .catch((error: unknown) => log.error('partitions could not be made', { error }))
  }, dayMs)
  opened.defer(() => clearInterval(partitions))

  if (isAlone) {
    const door = await openDoor(service)
    opened.defer(() => door.close())
    address = door.address
  } else {
    if (metrics !== undefined) gaugeLog(metrics, service.logWork)
    const door = await openWorkers(workers, log)
    opened.defer(() => door.close())
    address = door.address
  }
  if (config.metrics !== undefined && metrics !== undefined) {
    const text = isAlone ? metrics.text : withWorkers(metrics)
    const door = await openMetricsDoor({ ...config.metrics, log, text })
    opened.defer(() => door.close())
    say(`Metrics are at ${door.url}`)
  }
  if (metrics !== undefined) {
    gaugeJobs(metrics, service)
    gaugeEvents(metrics, service)
  }
  if (config.runsJobs) {
    const jobs = await openJobWork(service, database.url, say)
    opened.defer(() => jobs.close())
    const webhooks = openWebhookWork({ ...service, tellDisabled: tellByMail(service) })
    opened.defer(() => webhooks.close())
  }
  if (firstKeys !== undefined) announceKeys(say, firstKeys, keysFileOf(config.dataDir))
  say(`Assent is listening on ${address} (reference: ${address}/reference)`)
  await stop
  // A stuck client must not keep the database open: what is in flight has its time, then the process ends.
  setTimeout(() => process.exit(1), drainMaxMs).unref()
}

/** The web door alone, beside others on the same port; ends with the process that started it. */
async function serveAsWorker(config: Config): Promise<void> {
  const stop = signalToStop()
  const left = new Promise<void>((resolve) => process.once('disconnect', resolve))
  await using opened = new AsyncDisposableStack()
  // The channel to the primary would keep this process.
  opened.defer(() => {
    if (process.connected) process.disconnect()
  })
  const parts = partsOf(config)
  const tracer = await openTracer(config, parts.log)
  opened.defer(() => tracer?.close())
  const database = await openDatabase(parts, 'command')
  opened.defer(() => database.close())
  let address = ''
  const service = await openService({
    ...parts,
    database,
    issuer: () => config.publicUrl ?? address,
    metrics: config.metrics && openMetrics(),
    tracer,
  })
  opened.defer(() => service.close())
  if (service.metrics !== undefined) openClusterMetrics()
  const door = await openDoor(service)
  opened.defer(() => door.close())
  address = door.address
  await Promise.race([stop, left])
  setTimeout(() => process.exit(1), drainMaxMs).unref()
}

function partsOf(config: Config) {
  const log = openLog(config.logLevel)
  const masterKey = loadMasterKey(config.masterKey, config.dataDir)
  return { config, clock: systemClock, log, random: systemRandom(), masterKey }
}

interface Door {
  readonly address: string
  close(): Promise<void>
}

async function openDoor(service: Service): Promise<Door> {
  const { config } = service
  const app = await buildServer(service, endpoints, [
    mountReference(service, endpoints),
    mountLog(service),
    mountPages(service, pages),
    mountVerifyPage(),
  ])
  await app.listen({ port: config.port, host: config.host }).catch(explainListen(config))
  return { address: addressOf(app.server.address() as AddressInfo), close: () => app.close() }
}

/** Theirs added up, and this process's own under names of its own. */
function withWorkers(own: Metrics): () => Promise<string> {
  const theirs = openClusterMetrics()
  return async () => `${await theirs.text()}\n${await own.text()}`
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
