import { tellByMail } from '../delivery/tell-disabled.ts'
import { openJobWork } from '../jobs/open-job-work.ts'
import { systemClock } from '../kernel/clock.ts'
import { readConfig } from '../kernel/config.ts'
import { systemRandom } from '../kernel/id.ts'
import { openLog } from '../kernel/log.ts'
import { loadMasterKey } from '../kernel/master-key.ts'
import { logUrlOf } from '../log/open-log-work.ts'
import { openDatabase } from '../open-database.ts'
import { openService } from '../service.ts'
import { openTracer } from '../tracing/open-tracer.ts'
import { openWebhookWork } from '../webhooks/open-webhook-work.ts'
import type { Output } from './output.ts'
import { drainMaxMs, signalToStop } from './stop-signal.ts'

/** Background jobs and nothing else, until SIGTERM or SIGINT. */
export async function work({ say }: Output): Promise<void> {
  const config = readConfig()
  const stop = signalToStop()
  const log = openLog(config.logLevel)
  const masterKey = loadMasterKey(config.masterKey, config.dataDir)
  const parts = { config, clock: systemClock, log, random: systemRandom(), masterKey }
  await using opened = new AsyncDisposableStack()
  const tracer = await openTracer(config, log)
  opened.defer(() => tracer?.close())
  const database = await openDatabase(parts, 'command')
  opened.defer(() => database.close())
  const service = await openService({ ...parts, database, tracer, issuer: () => logUrlOf(config) })
  opened.defer(() => service.close())
  const jobs = await openJobWork(service, database.url, say)
  opened.defer(() => jobs.close())
  const webhooks = openWebhookWork({ ...service, tellDisabled: tellByMail(service) })
  opened.defer(() => webhooks.close())
  say('Assent is doing background jobs')
  await stop
  setTimeout(() => process.exit(1), drainMaxMs).unref()
}
