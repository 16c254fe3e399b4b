// npm run soak: a real server at half of what it can do, for 20 minutes (SOAK_MINUTES), and what it holds on to. Exit
// code 1 when heap or descriptors grow, when the event loop is held up, or when the count of records is not what was
// acknowledged.
import { fork } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectionUrl } from '../packages/service/src/store/embedded/listen-address.ts'
import { readPostmasterFile } from '../packages/service/src/store/embedded/postmaster-file.ts'
import { ask } from '../packages/service/test/failure/server-pair.ts'
import { findServerPort, startServer } from '../packages/service/test/failure/server-process.ts'
import { median, print, runOrder } from './stage.ts'

const minutes = Number(process.env['SOAK_MINUTES'] ?? 20)
const limits = { heapMegabytes: 16, descriptors: 10, loopMs: 50 }
/** Of a quarter of a minute: mostly recording, and then reading what was recorded. */
const slice = { recordSeconds: 12, readSeconds: 3 }
const connections = 32

interface Sample {
  readonly heapMegabytes: number
  readonly descriptors: number
  /** The 99th percentile of the delay of the event loop since the sample before. */
  readonly loopMs: number
}

const folder = await mkdtemp(join(tmpdir(), 'assent-soak-'))
const metricsPort = await findServerPort()
const server = startServer({
  dataDir: join(folder, 'data'),
  logPath: join(folder, 'server.log'),
  settings: { ASSENT_METRICS_PORT: String(metricsPort), ASSENT_LOG_LEVEL: 'warn' },
})
const load = fork(new URL('./load.ts', import.meta.url))
let acknowledged = 0
try {
  process.exitCode = (await soak()) ? 0 : 1
} finally {
  load.kill()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function soak(): Promise<boolean> {
  const port = Number(new URL(await server.url).port)
  const { test } = JSON.parse(await readFile(join(folder, 'data', 'keys.json'), 'utf8'))
  const common = { port, key: test.secret as string, connections, series: 'soak' }
  const record = async (seconds: number, perSecond?: number) => {
    const order = {
      ...common,
      kind: 'record',
      path: '/v1/consent',
      seconds,
      first: acknowledged,
      known: 0,
    } as const
    const result = await runOrder(load, { ...order, ...(perSecond === undefined ? {} : { perSecond }) })
    acknowledged += result.answered
    return result.answered / result.seconds
  }
  const read = async (seconds: number, perSecond: number) => {
    const path = '/v1/subjects/{ref}/consent'
    await runOrder(load, { ...common, kind: 'read', path, seconds, first: 0, known: acknowledged, perSecond })
  }

  await record(5)
  const capacity = await record(10)
  const perSecond = Math.max(1, Math.floor(capacity / 2))
  print(`${minutes} min at ${perSecond} a second, half of what was measured (${capacity.toFixed(0)})`)
  print('minute   heap MB   descriptors   event loop p99 ms   records')
  await takeSample(metricsPort)
  const samples: Sample[] = []
  for (let minute = 1; minute <= minutes; minute++) {
    for (let quarter = 0; quarter < 4; quarter++) {
      await record(slice.recordSeconds, perSecond)
      await read(slice.readSeconds, perSecond)
      samples.push(await takeSample(metricsPort))
    }
    printMinute(minute, samples.slice(-4))
  }
  return judge(samples, await countRecords())
}

async function takeSample(port: number): Promise<Sample> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  return {
    heapMegabytes: value('nodejs_heap_size_used_bytes') / 1024 ** 2,
    descriptors: value('process_open_fds'),
    loopMs: value('nodejs_eventloop_lag_p99_seconds') * 1000,
  }
}

async function countRecords(): Promise<number> {
  const dataDir = join(folder, 'data')
  const address = await readPostmasterFile(join(dataDir, 'postgres'))
  if (address === undefined) throw new Error('the database does not run')
  const url = await connectionUrl(dataDir, address)
  const [row] = await ask<{ n: number }>(url, 'SELECT count(*)::int AS n FROM consent_records')
  return row?.n ?? Number.NaN
}

/** The least heap is the one shortly after V8 has collected; of the event loop the worst quarter counts. */
function summarize(samples: readonly Sample[]): Sample {
  return {
    heapMegabytes: Math.min(...samples.map(({ heapMegabytes }) => heapMegabytes)),
    descriptors: median(samples.map(({ descriptors }) => descriptors)),
    loopMs: Math.max(...samples.map(({ loopMs }) => loopMs)),
  }
}

function printMinute(minute: number, samples: readonly Sample[]): void {
  const { heapMegabytes, descriptors, loopMs } = summarize(samples)
  print(
    [
      String(minute).padStart(6),
      heapMegabytes.toFixed(1).padStart(9),
      String(descriptors).padStart(13),
      loopMs.toFixed(1).padStart(19),
      String(acknowledged).padStart(9),
    ].join(' '),
  )
}

/** The second quarter of the time with the last: in the first one caches fill and V8 finds its size. */
function judge(samples: readonly Sample[], stored: number): boolean {
  const quarter = Math.max(1, Math.floor(samples.length / 4))
  const before = summarize(samples.slice(quarter, 2 * quarter))
  const after = summarize(samples.slice(-quarter))
  const worst = summarize(samples).loopMs
  const checks: readonly (readonly [name: string, found: number, most: number])[] = [
    ['heap grew by MB', after.heapMegabytes - before.heapMegabytes, limits.heapMegabytes],
    ['descriptors grew by', after.descriptors - before.descriptors, limits.descriptors],
    ['event loop p99, worst quarter of a minute, ms', worst, limits.loopMs],
    ['records acknowledged and not stored', acknowledged - stored, 0],
  ]
  // A figure that is missing (NaN) is no figure that is fine.
  const isFine = ([, found, most]: (typeof checks)[number]) => found <= most
  print('')
  for (const check of checks)
    print(`${isFine(check) ? 'ok    ' : 'FAILED'}  ${check[0]}: ${check[1].toFixed(1)} (at most ${check[2]})`)
  return checks.every(isFine)
}
