import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The order of the house: a file imports from its own place or from the left, types included. */
const places = [
  'kernel/',
  'metrics/',
  'tracing/',
  'domain/',
  'regimes/',
  'catalogue/',
  'store/',
  'ledger/',
  'log/',
  'signals/',
  'events/',
  'webhooks/',
  'publish-file.ts',
  'first-start.ts',
  'open-database.ts',
  'service.ts',
  'http/',
  'delivery/',
  'data-requests/',
  'api/',
  'pages/',
  'jobs/',
  'commands/',
  'main.ts',
]

/** What only some may touch, and who. */
const reserved: readonly { readonly what: string; readonly pattern: RegExp; readonly only: RegExp }[] = [
  { what: 'the pg driver', pattern: /(from |import\()'pg'/, only: /^store\// },
  { what: 'the web framework', pattern: /(from |import\()'(fastify|@scalar\/[^']+)'/, only: /^http\// },
  { what: 'the metrics library', pattern: /(from |import\()'prom-client'/, only: /^metrics\// },
  {
    what: 'the job library',
    pattern: /(from |import\()'graphile-worker'/,
    only: /^jobs\/|^store\/job-queue\.ts$/,
  },
  {
    what: 'the tracing library',
    pattern: /(from |import\()'@opentelemetry\//,
    only: /^tracing\/otel-tracer\.ts$/,
  },
  { what: 'mail', pattern: /(from |import\()'nodemailer'/, only: /^delivery\/mailer\.ts$/ },
  { what: 'process.env', pattern: /process\.env/, only: /^kernel\/config\.ts$|^store\/embedded\// },
  { what: 'the system clock', pattern: /Date\.now\(|new Date\(\)/, only: /^kernel\/clock\.ts$/ },
  {
    what: 'randomness',
    pattern: /Math\.random|randomUUID|randomBytes|randomFill|getRandomValues/,
    only: /^kernel\/(id|master-key)\.ts$/,
  },
]

const drawers = /(^|\/)(utils?|helpers?|common|shared|lib|misc|types|constants|managers?|services)(\/|\.ts$)/
const linesMax = 300

interface SourceFile {
  /** Below the repository. */
  readonly path: string
  readonly text: string
  /** Below the repository; bare package names are left out. Types and what is imported later (`import()`) included. */
  readonly imports: readonly string[]
}

function readSources(patterns: string[]): SourceFile[] {
  return globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      const found = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, to = '']) => to)
      return {
        path,
        text,
        imports: found.map((to) => normalize(join(dirname(path), to)).replaceAll('\\', '/')),
      }
    })
}

const service = 'packages/service/src/'
const sources = readSources(['packages/*/src/**/*.ts'])
const code = sources.filter(({ path }) => !path.endsWith('.test.ts') && !path.includes('/test-'))
const house = code.filter(({ path }) => path.startsWith(service))

function placeOf(path: string): number {
  const inside = path.slice(service.length)
  const holds = (place: string) => (place.endsWith('/') ? inside.startsWith(place) : inside === place)
  return places.findIndex(holds)
}

test('every file of the service has its place', () => {
  assert.deepEqual(
    house.filter(({ path }) => placeOf(path) < 0).map(({ path }) => path),
    [],
  )
})

test('imports point one way, types included', () => {
  const upward = house.flatMap(({ path, imports }) =>
    imports
      .filter((to) => !to.startsWith(service) || placeOf(to) > placeOf(path))
      .map((to) => `${path} imports ${to}`),
  )
  assert.deepEqual(upward, [])
})

test('there are no import cycles, types included', () => {
  assert.deepEqual(findCycles(code), [])
})

test('what is imported later is named on the spot, so that it is held to the same rules', () => {
  const hidden = code.filter(({ text }) => /\bimport\((?!'[^']+'\))/.test(text)).map(({ path }) => path)
  assert.deepEqual(hidden, [])
})

test('a command is loaded when it is called: before that, the command line has loaded next to nothing', () => {
  const places = (path: string) =>
    [...loadedBy(`${service}${path}`, house)]
      .map((loaded) => loaded.slice(service.length).replace(/\/.*/, '/'))
      .filter((place) => place !== 'commands/' && place !== 'kernel/')
  assert.deepEqual(new Set(places('main.ts')), new Set(['main.ts', 'domain/']))
  assert.deepEqual(new Set(places('commands/verify-file.ts')), new Set())
})

test('a server that traces nothing loads nothing of tracing but the question whether it should', () => {
  const loaded = [...loadedBy(`${service}commands/serve.ts`, house)].filter((path) =>
    path.includes('/tracing/'),
  )
  assert.deepEqual(loaded, [`${service}tracing/open-tracer.ts`])
})

test('resources of the API do not import each other', () => {
  const folder = (path: string) => /api\/([^/]+)\//.exec(path)?.[1]
  const meetings = house.flatMap(({ path, imports }) =>
    folder(path) === undefined
      ? []
      : imports
          .filter((to) => folder(to) !== undefined && folder(to) !== folder(path))
          .map((to) => `${path} imports ${to}`),
  )
  assert.deepEqual(meetings, [])
})

test('the driver, the framework, the environment, the clock and chance each have one place', () => {
  const strays = house.flatMap(({ path, text }) =>
    reserved
      .filter(({ pattern, only }) => pattern.test(text) && !only.test(path.slice(service.length)))
      .map(({ what }) => `${path} uses ${what}`),
  )
  assert.deepEqual(strays, [])
})

test('published packages import nothing but themselves', () => {
  const packages = code.filter(({ path }) => /^packages\/(evidence|signals)\//.test(path))
  const foreign = packages
    .filter(({ text }) => /(from |import\()'(?!\.)[^']+'/.test(text))
    .map(({ path }) => path)
  assert.deepEqual(foreign, [])
})

test('a file has one idea: at most 300 lines, a name of its own, no drawers', () => {
  const all = readSources(['packages/**/*.ts', 'scripts/*.ts', 'bench/*.ts'])
  const long = all.filter(({ text }) => text.split('\n').length > linesMax + 1).map(({ path }) => path)
  assert.deepEqual(long, [])
  assert.deepEqual(
    all.filter(({ path }) => drawers.test(path)).map(({ path }) => path),
    [],
  )
})

/** A file, and whatever it cannot run without: types are erased, and what is imported later is left out. */
function loadedBy(path: string, files: readonly SourceFile[], loaded = new Set<string>()): Set<string> {
  const file = files.find((candidate) => candidate.path === path)
  if (file === undefined || loaded.has(path)) return loaded
  loaded.add(path)
  for (const [, to = ''] of file.text.matchAll(/^(?:import|export) (?!type )[^'(]*'(\.[^']+)'/gm))
    loadedBy(normalize(join(dirname(path), to)).replaceAll('\\', '/'), files, loaded)
  return loaded
}

/** Depth first; a file met again on the way down closes a circle. */
function findCycles(files: readonly SourceFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const done = new Set<string>()
  const cycles: string[] = []
  function visit(path: string, way: readonly string[]): void {
    const at = way.indexOf(path)
    if (at >= 0) {
      cycles.push([...way.slice(at), path].join(' → '))
      return
    }
    if (done.has(path)) return
    for (const to of byPath.get(path)?.imports ?? []) visit(to, [...way, path])
    done.add(path)
  }
  for (const { path } of files) visit(path, [])
  return cycles
}

test('teeth: a planted circle, a planted upward import and what is loaded too early are found', () => {
  const planted = [
    { path: 'a.ts', text: '', imports: ['b.ts'] },
    { path: 'b.ts', text: '', imports: ['a.ts'] },
  ]
  assert.deepEqual(findCycles(planted), ['a.ts → b.ts → a.ts'])
  const lazy = [
    { path: 'a.ts', text: "import type { X } from './t.ts'\nimport {\n  b,\n} from './b.ts'", imports: [] },
    { path: 'b.ts', text: "export { c } from './c.ts'\nconst d = () => import('./d.ts')", imports: [] },
    ...['c.ts', 'd.ts', 't.ts'].map((path) => ({ path, text: '', imports: [] })),
  ]
  assert.deepEqual([...loadedBy('a.ts', lazy)], ['a.ts', 'b.ts', 'c.ts'])
  assert.ok(placeOf(`${service}domain/x.ts`) < placeOf(`${service}store/x.ts`))
})
