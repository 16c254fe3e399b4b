// npm run bench:batch: a batch of 1,000 records beside a single one, streams of both, and the server's memory over many
// batches; all in one run, so that the ratios hold where the figures do not.
import { Agent, request } from 'node:http'
import { cpus } from 'node:os'
import { refOf } from './load.ts'
import { type Candidate, median, openStage, print, residentMegabytes } from './stage.ts'

const size = 1000
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 15)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 3)
const batches = Number(process.env['BENCH_BATCHES'] ?? 1000)
const connections = 64

await using stage = await openStage()
const assent = await stage.start('Assent', 'assent.ts', [await stage.makeDatabase('bench_batch')])
const agent = new Agent({ keepAlive: true })
let number = 0

print(`${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}, batches of ${size}, medians`)

const times: Record<'one' | 'many', number[]> = { one: [], many: [] }
for (let round = -3; round < rounds; round++) {
  const one = await timed('/v1/consent', aRecord())
  const many = await timed('/v1/consent/batch', aBatch())
  // The first ones warm up.
  if (round >= 0) {
    times.one.push(one)
    times.many.push(many)
  }
}
const [one, many] = [median(times.one), median(times.many)]
print(
  `a single record ${one.toFixed(1)} ms, a batch ${many.toFixed(1)} ms: ${(many / one).toFixed(1)} times as long`,
)

const rates: Record<'single' | 'batch', number[]> = { single: [], batch: [] }
for (let round = 0; round < 3; round++) {
  const single = await stage.measure(assent, {
    kind: 'record',
    path: '/v1/consent',
    series: `s${round}`,
    first: 0,
    known: 0,
    connections,
    seconds,
  })
  rates.single.push(single.answered / single.seconds)
  rates.batch.push(await streamOfBatches())
}
const [single, batch] = [median(rates.single), median(rates.batch)]
print(
  `records a second: by single calls over ${connections} connections ${single.toFixed(0)}, by batches over 2 ${batch.toFixed(0)}: ${(batch / single).toFixed(1)} times as many`,
)

const memory: number[] = []
for (let sent = 0; sent < batches; sent++) {
  await send(assent, '/v1/consent/batch', bytesOf(aBatch()))
  if (sent % Math.ceil(batches / 10) === 0) memory.push(await residentMegabytes(assent.process))
}
memory.push(await residentMegabytes(assent.process))
print(`memory of the server over ${batches} batches, MB: ${memory.join(' ')}`)
agent.destroy()

async function streamOfBatches(): Promise<number> {
  const begin = performance.now()
  let recorded = 0
  const stream = async () => {
    while (performance.now() - begin < seconds * 1000) {
      await send(assent, '/v1/consent/batch', bytesOf(aBatch()))
      recorded += size
    }
  }
  await Promise.all([stream(), stream()])
  return recorded / ((performance.now() - begin) / 1000)
}

/** Without what it takes to write the request's text. */
async function timed(path: string, body: object): Promise<number> {
  const bytes = bytesOf(body)
  const begin = performance.now()
  await send(assent, path, bytes)
  return performance.now() - begin
}

function bytesOf(body: object): Buffer {
  return Buffer.from(JSON.stringify(body))
}

function aBatch(): object {
  return { records: Array.from({ length: size }, () => aRecord()) }
}

/** What a banner sends, a new person each. */
function aRecord(): object {
  return {
    subject: { ref: refOf('b', number++) },
    purposes: { analytics: 'granted', marketing: 'denied', recommendations: 'granted', newsletter: 'denied' },
    country: 'DE',
    language: 'de',
    source: 'banner',
    metadata: { page: '/signup', banner: 'bottom', campaign: 'spring-2026', experiment: 'b' },
  }
}

function send({ port, key }: Candidate, path: string, bytes: Buffer): Promise<void> {
  const headers = {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    'Content-Length': bytes.length,
    'Idempotency-Key': `b-${number}-${path.length}`,
  }
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path, method: 'POST', headers, agent }, (answer) => {
      let start = ''
      answer.on('data', (chunk: Buffer) => {
        if (start.length < 100) start += chunk.toString('latin1').slice(0, 100)
      })
      answer.on('end', () => {
        const isTaken = answer.statusCode === 201 || start.startsWith(`{"recorded":${size},"refused":0`)
        if (isTaken) resolve()
        else reject(new Error(`${path} answered ${answer.statusCode}: ${start}`))
      })
    })
    asked.on('error', reject)
    asked.end(bytes)
  })
}
