// npm run bench: everything in one run, in turn, on one machine, so that the ratios hold where the figures do not.
import { cpus } from 'node:os'
import {
  type Candidate,
  compare,
  openStage,
  print,
  printTable,
  residentMegabytes,
  type Stage,
} from './stage.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 3)
const connections = 64
const people = 20_000
const recordPath = '/v1/consent'
const readPath = '/v1/subjects/{ref}/consent'
const load = { connections, seconds, first: 0, known: people }

await using stage = await openStage()

print(
  `${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}, ${connections} connections, ${rounds} rounds of ${seconds} s, medians`,
)
const ceiling = await stage.start('ceiling: node:http, parse and echo', 'ceiling.ts', [])
const bare = await stage.start('bare INSERT a request, no framework', 'bare-insert.ts', [
  await stage.makeDatabase('bench_bare'),
])
const single = await stage.start('one transaction a request, same features', 'assent.ts', [
  await stage.makeDatabase('bench_single'),
  'single',
])
const assent = await stage.start('Assent', 'assent.ts', [await stage.makeDatabase('bench_gathered')])
const logged = await stage.start('Assent, keeping the log', 'assent.ts', [
  await stage.makeDatabase('bench_logged'),
  'logged',
])

print('\nrecording: POST /v1/consent with an Idempotency-Key, a new person each')
printTable(
  await compare(stage, [ceiling, bare, single, assent, logged], rounds, (round) => ({
    ...load,
    kind: 'record',
    path: recordPath,
    series: `r${round}`,
  })),
)

print(`\nreading: GET ${readPath}, ${people} people`)
await seed(stage, assent)
printTable(
  await compare(stage, [ceiling, assent], rounds, () => ({
    ...load,
    kind: 'read',
    path: readPath,
    series: 'seed',
  })),
)

print(`\nmemory of the Assent process: ${await residentMegabytes(assent.process)} MB`)

/** People to read: recorded through the service itself. */
async function seed(on: Stage, { port, key }: Candidate): Promise<void> {
  for (let first = 0; first < people; ) {
    const done = await on.send({
      port,
      key,
      path: recordPath,
      connections,
      seconds: 2,
      kind: 'record',
      series: 'seed',
      first,
      known: 0,
    })
    first += done.answered
  }
}
