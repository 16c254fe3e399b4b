// npm run bench:signals: the writers beside the maintained libraries, then the endpoints beside node:http sending as many
// bytes that it has at hand. With ASSENT_REAL_LISTS set, on the real vendor list there; else on the invented one.
import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { refOf } from './load.ts'
import { type Candidate, compare, openStage, print, printTable } from './stage.ts'

const people = 2000
const series = 'v'
const writers = fileURLToPath(new URL('../packages/signals/bench/bench.ts', import.meta.url))

if (process.argv[2] !== 'endpoints') execFileSync(process.execPath, [writers], { stdio: 'inherit' })

await using stage = await openStage()
const assent = await stage.start('Assent', 'assent.ts', [
  await stage.makeDatabase('bench_signals'),
  'gathered',
  ...realList(),
])
await seed(assent)

for (const [what, path, headers] of [
  [`the TC string of ${people} people`, '/v1/consent/tcstring?ref={ref}', ''],
  [`the GPP string of ${people} people`, '/v1/consent/gpp?ref={ref}&country=US-CA&sections=usnat', ''],
  ['the whole vendor list, compressed', '/v1/tcf/vendor-list', 'Accept-Encoding: gzip\r\n'],
  ['the whole vendor list, plain', '/v1/tcf/vendor-list', ''],
] as const) {
  const bytes = await sizeOf(assent, path.replace('{ref}', refOf(series, 0)), headers !== '')
  const ceiling = await stage.start('ceiling: node:http, the same bytes', 'ceiling.ts', [String(bytes)])
  const order = {
    kind: 'read',
    path,
    headers,
    series,
    connections: 32,
    seconds: 2,
    first: 0,
    known: people,
  } as const
  print(`\n${what}: ${bytes} bytes`)
  const file = await stage.start('a static file of this size', 'static-file.ts', [String(bytes)])
  printTable(await compare(stage, [ceiling, file, assent], 3, () => order))
  for (const { process } of [ceiling, file]) process.kill()
}

function realList(): string[] {
  const place = process.env['ASSENT_REAL_LISTS'] ?? ''
  if (place === '') return []
  return place.endsWith('.json') ? [place] : globSync(join(place, 'vendor-list*.json')).slice(0, 1)
}

/** Half of them take everything, the others choose vendors of their own. */
async function seed({ port, key }: Candidate): Promise<void> {
  for (let first = 0; first < people; first += 500) {
    const records = Array.from({ length: 500 }, (_, index) => aNotice(first + index))
    const response = await fetch(`http://127.0.0.1:${port}/v1/consent/batch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ records }),
    })
    if (response.status !== 200) throw new Error(await response.text())
  }
}

function aNotice(number: number): object {
  const own = Object.fromEntries([1, 2, 3, 4, 9].map((id) => [id + (number % 40), 'denied']))
  return {
    subject: { ref: refOf(series, number) },
    purposes: { marketing: 'granted', analytics: 'granted' },
    vendors: { tcf: { '*': 'granted', ...(number % 2 === 0 ? {} : own) }, google_atp: { '*': 'granted' } },
    country: 'DE',
    language: 'de',
    source: 'banner',
  }
}

/** As it comes over the wire; what `fetch` unpacks has its length in the header. */
async function sizeOf({ port, key }: Candidate, path: string, isZipped: boolean): Promise<number> {
  const headers = { Authorization: `Bearer ${key}`, 'Accept-Encoding': isZipped ? 'gzip' : 'identity' }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return Number(response.headers.get('content-length'))
}
