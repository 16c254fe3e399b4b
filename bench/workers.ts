// npm run bench:workers: `assent serve` as one process and as several (BENCH_WORKERS, 4), each on a database server of
// its own, by turns in one run. On as many cores as the load and the database leave, more processes gain little; they
// must not cost.
import { fork } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, startServer } from '../packages/service/test/failure/server-process.ts'
import { median, print, runOrder } from './stage.ts'

const many = Number(process.env['BENCH_WORKERS'] ?? 4)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 3)
// A batch is at most what waits in one process: with few connections several have smaller ones.
const connections = Number(process.env['BENCH_CONNECTIONS'] ?? 256)

interface Candidate {
  readonly workers: number
  readonly server: ServerProcess
  readonly port: number
  readonly key: string
  /** Records so far. */
  recorded: number
  readonly rates: Record<'record' | 'read', number[]>
}

const folder = await mkdtemp(join(tmpdir(), 'assent-workers-'))
const load = fork(new URL('./load.ts', import.meta.url))
const candidates: Candidate[] = []
try {
  for (const workers of [1, many]) candidates.push(await start(workers))
  for (let round = -1; round < rounds; round++)
    for (const candidate of round % 2 === 0 ? candidates : candidates.toReversed())
      await measure(candidate, round >= 0)
  report('recording: POST /v1/consent', 'record')
  report('reading: GET /v1/subjects/{ref}/consent', 'read')
} finally {
  load.kill()
  for (const { server } of candidates) await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function start(workers: number): Promise<Candidate> {
  const dataDir = join(folder, String(workers))
  const server = startServer({ dataDir, logPath: join(folder, `${workers}.log`), workers })
  const port = Number(new URL(await server.url).port)
  const { test } = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'))
  return { workers, server, port, key: test.secret, recorded: 0, rates: { record: [], read: [] } }
}

async function measure(candidate: Candidate, counts: boolean): Promise<void> {
  const { port, key } = candidate
  const order = { port, key, connections, seconds, series: 'w' }
  const recorded = await runOrder(load, {
    ...order,
    kind: 'record',
    path: '/v1/consent',
    first: candidate.recorded,
    known: 0,
  })
  candidate.recorded += recorded.answered
  const path = '/v1/subjects/{ref}/consent'
  const read = await runOrder(load, { ...order, kind: 'read', path, first: 0, known: candidate.recorded })
  if (!counts) return
  candidate.rates.record.push(recorded.answered / recorded.seconds)
  candidate.rates.read.push(read.answered / read.seconds)
}

function report(title: string, kind: 'record' | 'read'): void {
  const [one = 0, several = 0] = candidates.map(({ rates }) => median(rates[kind]))
  print(
    `${title}, ${connections} connections: ${one.toFixed(0)} a second by one process, ${several.toFixed(0)} by ${many} on ${cpus().length} cores: ${(several / one).toFixed(2)} x`,
  )
}
