import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { endpoints } from '../src/api/endpoints.ts'
import { commands } from '../src/commands/commands.ts'
import { openHarness } from './harness.ts'

// What the pages say of the code is held to the code; what they say of the world is up to their readers.

const root = fileURLToPath(new URL('../../..', import.meta.url))
const source = 'packages/service/src'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const find = (pattern: string) => globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] })

interface Page {
  readonly path: string
  readonly text: string
}

const pageAt = (path: string): Page => ({ path, text: read(path) })
/** What is true today. */
const living = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'deploy/README.md',
  ...find('docs/*.md').sort(),
].map(pageAt)
/** With what was true when it was written, where only the links are to work. */
const all = [...living, ...['CHANGELOG.md', ...find('docs/adr/*.md').sort()].map(pageAt)]

const fences = /^ *```[\s\S]*?^ *```/gm
const inlineCode = ({ text }: Page) =>
  [...text.replaceAll(fences, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
/** The cells of every row of every table, code marks taken off. */
const tableRows = (text: string) =>
  [...text.matchAll(/^\|(.+)\|$/gm)].map(([, row = '']) =>
    row.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('`', '')),
  )

const folders = new Set(
  [...find('*/'), ...globSync('*/', { cwd: join(root, source) })].map((name) => name.replace(/\/$/, '')),
)

/** Whether a piece of code names a file or folder of ours: it begins with one of our folders, or ends like a source. */
function isPath(code: string): boolean {
  if (!/^[\w.*-]+(\/[\w.*-]+)*\/?$/.test(code)) return false
  const [first = ''] = code.split('/')
  return (code.includes('/') && (folders.has(first) || first === '.ci')) || /\.(ts|mjs|sql)$/.test(code)
}

const missingPaths = (pages: readonly Page[]) =>
  pages.flatMap((page) =>
    inlineCode(page)
      .filter(isPath)
      .filter((path) => find(path).length === 0 && find(`${source}/${path}`).length === 0)
      .map((path) => `${page.path}: ${path}`),
  )

const brokenLinks = (pages: readonly Page[]) =>
  pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^https?:/.test(target) && !hasTarget(path, target))
      .map((target) => `${path}: ${target}`),
  )

function hasTarget(from: string, target: string): boolean {
  const [file = '', anchor] = target.split('#')
  const path = file === '' ? from : normalize(join(dirname(from), file))
  if (find(path).length === 0) return false
  return anchor === undefined || anchorsOf(read(path)).includes(anchor)
}

const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )

describe('paths and links', () => {
  test('every path that a page names is there', () => {
    assert.deepEqual(missingPaths(living), [])
  })

  test('every link between pages leads somewhere', () => {
    assert.deepEqual(brokenLinks(all), [])
  })

  test('teeth: a path and a link that lead nowhere are found', () => {
    const planted = {
      path: 'docs/x.md',
      text: '`ledger/nowhere.ts` `/v1/consent` [x](nowhere.md) [y](trust.md#no)',
    }
    assert.deepEqual(missingPaths([planted]), ['docs/x.md: ledger/nowhere.ts'])
    assert.deepEqual(brokenLinks([planted]), ['docs/x.md: nowhere.md', 'docs/x.md: trust.md#no'])
  })
})

describe('commands', () => {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts)
  const inText = (pattern: RegExp) =>
    living.flatMap(({ path, text }) => [...text.matchAll(pattern)].map((match) => ({ path, match })))

  test('every npm script that a page names is there', () => {
    const named = inText(/\bnpm (?:run (\w+)|(start|test))\b/g)
    assert.ok(named.length > 5)
    assert.deepEqual(
      named.filter(({ match: [, script, short] }) => !scripts.includes(script ?? short ?? '')),
      [],
    )
  })

  test('every npx assent command that a page names is there, with its options', () => {
    const named = inText(/npx assent ([^`\n,.:;)"]+)/g).filter(
      ({ match: [, rest = ''] }) => !rest.startsWith('…'),
    )
    assert.ok(named.length > 10)
    const unknown = named.filter(({ match: [, rest = ''] }) => !isCommand(rest.trim()))
    assert.deepEqual(
      unknown.map(({ path, match }) => `${path}: ${match[0]}`),
      [],
    )
  })

  test('teeth: a command and an option that do not exist are found', () => {
    assert.deepEqual(
      ['keys list', 'keys rotate <id> --overlap-hours 24', 'keys lend', 'keys list --all', 'catalogue'].map(
        isCommand,
      ),
      [true, true, false, false, false],
    )
  })
})

function isCommand(line: string): boolean {
  const words = line.split(' ')
  const row = commands.find(({ usage }) =>
    usage
      .split(' ')
      .filter((word) => !word.startsWith('<'))
      .every((word, at) => words[at] === word),
  )
  const options = new Set(['--json', ...(row?.options ?? []).map(({ long }) => long)])
  return row !== undefined && words.every((word) => !word.startsWith('--') || options.has(word))
}

test('every file of domain/ has a row in the glossary', () => {
  const homes = tableRows(read('docs/glossary.md')).flatMap(([, , home = '']) => home.split(', '))
  const nouns = globSync('domain/*.ts', { cwd: join(root, source) }).filter(
    (path) => !path.endsWith('.test.ts'),
  )
  assert.deepEqual(
    nouns.filter((path) => !homes.includes(path)),
    [],
  )
})

test('every dependency has a line, and every line a dependency', () => {
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
  const needed = [...find('package.json'), ...find('packages/*/package.json')].flatMap((path) => {
    const manifest = JSON.parse(read(path)) as Record<string, Record<string, string> | undefined>
    return kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {}))
  })
  const listed = tableRows(read('docs/dependencies.md'))
    .map(([names = '']) => names)
    .filter((names) => names !== 'Package' && !/^-+$/.test(names))
    .flatMap((names) => names.split(', '))
  assert.deepEqual(listed.toSorted(), [...new Set(needed)].toSorted())
})

describe('docs/security.md', () => {
  interface Held {
    readonly risk: string
    readonly file: string
    readonly title: string
  }
  const heldIn = (text: string): Held[] =>
    tableRows(text)
      .filter(([, , file = '']) => file.endsWith('.test.ts'))
      .map(([risk = '', , file = '', title = '']) => ({ risk, file, title }))
  const isThere = ({ file, title }: Held) =>
    find(file).length === 1 &&
    [`'`, `"`, '`'].some((mark) => read(file).includes(`test(${mark}${title}${mark}`))

  test('every risk of the OWASP list has a row, and the test that each row names is there', () => {
    const rows = heldIn(read('docs/security.md'))
    const risks = new Set(rows.map(({ risk }) => risk.split(' ')[0]))
    for (let number = 1; number <= 10; number++) assert.ok(risks.has(`API${number}`), `API${number}`)
    assert.deepEqual(
      rows.filter((row) => !isThere(row)),
      [],
    )
  })

  test('teeth: a test that was renamed, and one of another file, are found', () => {
    const [row] = heldIn(read('docs/security.md'))
    assert.ok(row && isThere(row))
    assert.ok(!isThere({ ...row, title: `${row.title} or so` }))
    assert.ok(!isThere({ ...row, file: 'packages/service/test/docs.test.ts' }))
  })
})

describe('README', () => {
  const { text } = pageAt('README.md')

  test('it is read in one sitting: at most 150 lines beside its table of endpoints', () => {
    assert.ok(text.split('\n').filter((line) => !/^\| (GET|POST|DELETE) /.test(line)).length <= 151)
  })

  test('its table of endpoints is the table', () => {
    const keys = { any: 'public or secret', secret: 'secret', none: 'none' }
    const rows = tableRows(text).filter(([method = '']) => /^[A-Z]+$/.test(method))
    assert.deepEqual(
      rows,
      endpoints.map(({ method, path, key, recipe }) => [
        method,
        path.replaceAll(/:([a-z]+)/g, '{$1}'),
        keys[key],
        recipe.summary,
      ]),
    )
  })

  test('the first minute works as it stands, the second half of it without a server', async (context) => {
    if (!(await hasTools())) return context.skip('there is no bash or no curl here')
    const [, minute = '', verification = ''] = [...text.matchAll(/^```bash\n([\s\S]*?)^```/gm)].map(
      ([, block = '']) => block,
    )
    const folder = await mkdtemp(join(tmpdir(), 'assent-readme-'))
    const here = (block: string, url: string) =>
      block
        .replaceAll(/(\.\/)?\btmp\b/g, folder)
        .replaceAll('./.assent', folder)
        .replaceAll('http://127.0.0.1:8080', url)
    try {
      const t = await openHarness()
      await writeFile(join(folder, 'keys.json'), JSON.stringify(t.keys))
      const recorded = await bash(here(minute, t.url)).finally(() => t[Symbol.asyncDispose]())
      assert.match(recorded, /"analytics":\{"decision":"granted"/)
      assert.match(recorded, /"status":"granted","allowed":true,"reason":"explicit_consent"/)
      assert.match(await bash(here(verification, 'http://127.0.0.1:9')), /decision: 'denied'/)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

async function bash(script: string): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: root })
  return stdout
}

async function hasTools(): Promise<boolean> {
  return await bash('curl --version').then(
    () => true,
    () => false,
  )
}
