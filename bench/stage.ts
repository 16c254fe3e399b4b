// What the benchmarks share: servers as processes of their own, a load process, medians, and a table.
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openEmbeddedPostgres } from '../packages/service/src/store/embedded/open-embedded-postgres.ts'
import type { LoadOrder, LoadResult } from './load.ts'

/** A server under load. */
export interface Candidate {
  readonly name: string
  readonly process: ChildProcess
  readonly port: number
  /** The test secret key; a filler of its length where there are no keys. */
  readonly key: string
}

export interface Round extends LoadResult {
  /** CPU of the server process, µs a request. */
  readonly cpu: number
}

export interface Stage extends AsyncDisposable {
  makeDatabase(name: string): Promise<string>
  start(name: string, file: string, args: readonly string[]): Promise<Candidate>
  send(order: LoadOrder): Promise<LoadResult>
  measure(candidate: Candidate, order: Omit<LoadOrder, 'port' | 'key'>): Promise<Round>
}

/** As `npm start` has it. */
const asStarted = ['--max-semi-space-size=16']

export async function openStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'assent-bench-'))
  const server = await openEmbeddedPostgres({ dataDir: folder, purpose: 'serve', note: () => undefined })
  const load = fork(new URL('./load.ts', import.meta.url))
  const children: ChildProcess[] = [load]

  const send = (order: LoadOrder): Promise<LoadResult> => {
    load.send(order)
    return new Promise((resolve) => load.once('message', (result) => resolve(result as LoadResult)))
  }

  return {
    send,
    async makeDatabase(name) {
      const client = new pg.Client({ connectionString: server.url })
      await client.connect()
      await client.query(`CREATE DATABASE ${name}`).finally(() => client.end())
      return server.url.replace(/\/assent(\?|$)/, `/${name}$1`)
    },
    start(name, file, args) {
      const child = fork(new URL(`./${file}`, import.meta.url), [...args], { execArgv: asStarted })
      children.push(child)
      return new Promise((resolve, reject) => {
        child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)))
        child.once('message', (ready) => {
          const { port, keys } = ready as { port: number; keys?: { secret: string } }
          resolve({ name, process: child, port, key: keys?.secret ?? 'x'.repeat(63) })
        })
      })
    },
    async measure(candidate, order) {
      const before = await cpuMicroseconds(candidate.process)
      const result = await send({ ...order, port: candidate.port, key: candidate.key })
      if (result.refused > 0) throw new Error(`${candidate.name} refused ${result.refused} requests`)
      const spent = (await cpuMicroseconds(candidate.process)) - before
      return { ...result, cpu: spent / Math.max(1, result.answered) }
    },
    async [Symbol.asyncDispose]() {
      for (const child of children) child.kill()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** One round of a load process; whoever is refused under a load that was meant to be borne is a finding. */
export async function runOrder(load: ChildProcess, order: LoadOrder): Promise<LoadResult> {
  const answered = new Promise<LoadResult>((resolve) => {
    load.once('message', (result) => resolve(result as LoadResult))
  })
  load.send(order)
  const result = await answered
  if (result.refused > 0) throw new Error(`${result.refused} requests were refused`)
  return result
}

/** There and back again, so that a drift of the machine falls on all alike; the first round is the warm-up. */
export async function compare(
  stage: Stage,
  candidates: readonly Candidate[],
  rounds: number,
  orderOf: (round: number) => Omit<LoadOrder, 'port' | 'key'>,
): Promise<Map<string, Round[]>> {
  const results = new Map<string, Round[]>(candidates.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round++)
    for (const candidate of round % 2 === 0 ? candidates : candidates.toReversed()) {
      const result = await stage.measure(candidate, orderOf(round))
      if (round > 0) results.get(candidate.name)?.push(result)
    }
  return results
}

/** User and system time of a process, from /proc (ticks of 10 ms). */
async function cpuMicroseconds(child: ChildProcess): Promise<number> {
  const text = await readFile(`/proc/${child.pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

export async function residentMegabytes(child: ChildProcess): Promise<number> {
  const text = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024)
}

/** One line a candidate: its rate of the first one's, and how many times its rate the last one does. */
export function printTable(results: ReadonlyMap<string, readonly Round[]>): void {
  const rows = [...results].map(([name, all]) => ({
    name,
    rate: median(all.map((round) => round.answered / round.seconds)),
    p50: median(all.map((round) => round.p50)),
    p99: median(all.map((round) => round.p99)),
    cpu: median(all.map((round) => round.cpu)),
  }))
  const [ceiling, last] = [rows[0]?.rate ?? 1, rows.at(-1)?.rate ?? 1]
  print(`${''.padEnd(41)}  per s   of ceiling   Assent is   p50 ms   p99 ms   CPU µs`)
  for (const { name, rate, p50, p99, cpu } of rows)
    print(
      [
        name.padEnd(41),
        rate.toFixed(0).padStart(6),
        (rate / ceiling).toFixed(2).padStart(12),
        `${(last / rate).toFixed(2)} x`.padStart(11),
        p50.toFixed(1).padStart(8),
        p99.toFixed(1).padStart(8),
        cpu.toFixed(0).padStart(8),
      ].join(' '),
    )
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
