import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { endpoints } from '../src/api/endpoints.ts'
import { readCatalogueFile } from '../src/catalogue/read-catalogue-file.ts'
import type { Environment } from '../src/domain/scope.ts'
import { applyCatalogueWhereNone, type FirstKeys, makeProject } from '../src/first-start.ts'
import { mountPages } from '../src/http/mount-pages.ts'
import { mountVerifyPage } from '../src/http/mount-verify-page.ts'
import { mountReference } from '../src/http/reference.ts'
import { mountLog } from '../src/http/serve-log.ts'
import { buildServer } from '../src/http/server.ts'
import { openJobWork } from '../src/jobs/open-job-work.ts'
import { type Config, readConfig } from '../src/kernel/config.ts'
import { systemRandom } from '../src/kernel/id.ts'
import type { Log, LogFields } from '../src/kernel/log.ts'
import { masterKeyFrom } from '../src/kernel/master-key.ts'
import type { Metrics } from '../src/metrics/metrics.ts'
import { openDatabase } from '../src/open-database.ts'
import { pages } from '../src/pages/pages.ts'
import { openService, type Service } from '../src/service.ts'
import { type Contract, contractOf } from './contract.ts'
import { cloneDatabase, startTestServer, type TestServer } from './test-database.ts'

/** A request as a test writes it. */
export interface TestRequest {
  readonly key?: string | null
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface TestAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body; undefined when it is not JSON. */
  readonly json: Record<string, unknown>
}

/** A whole service on a real socket and a real PostgreSQL; only the clock can be moved. */
export interface Harness extends AsyncDisposable {
  readonly url: string
  /** Logs in as the owner of the tables; `service.pool` acts as the application's role. */
  readonly databaseUrl: string
  readonly service: Service
  readonly keys: Record<Environment, FirstKeys>
  /** The keys of the environment that the test is about. */
  readonly own: FirstKeys
  readonly contract: Contract
  /** Lines the service has logged. */
  readonly logged: { message: string; fields: LogFields }[]
  /** Lines for the console of whoever runs the service. */
  readonly said: string[]
  /** Moves the clock by ms. */
  advance(ms: number): void
  /** Sends a request with its own secret key (`key: null` for none) and checks the answer against the contract. */
  call(method: string, path: string, request?: TestRequest): Promise<TestAnswer>
}

let server: Promise<TestServer> | undefined

// At the top of the module, so that it belongs to the file and not to the first test that needs a server.
after(async () => (await server)?.stop())

/** The run's server (scripts/test.ts), or one of this file's own. */
export function testServer(): Promise<Pick<TestServer, 'url'>> {
  const url = process.env['ASSENT_TEST_SERVER']
  if (url !== undefined) return Promise.resolve({ url })
  server ??= startTestServer()
  return server
}

export const shop: string = fileURLToPath(new URL('../../../catalogue/shop.yaml', import.meta.url))

export async function openHarness(
  options: {
    readonly settings?: Readonly<Record<string, string>>
    readonly catalogue?: string
    /** What the test is about: `test`, or `live`, from which alone mail is sent. */
    readonly environment?: Environment
    /** Sequences and signs the log, which tests about other things do without. */
    readonly keepsLog?: boolean
    readonly metrics?: Metrics
    /** Does background jobs, which tests about other things do without. */
    readonly runsJobs?: boolean
  } = {},
): Promise<Harness> {
  const database = await cloneDatabase((await testServer()).url)
  const dataDir = await mkdtemp(join(tmpdir(), 'assent-data-'))
  const config: Config = readConfig({
    ASSENT_DATA_DIR: dataDir,
    ASSENT_DATABASE_URL: database.url,
    ASSENT_LIMIT_PK_PER_MINUTE: '1000000',
    ASSENT_LIMIT_SK_PER_MINUTE: '1000000',
    ASSENT_LIMIT_RECORDING_PER_MINUTE: '1000000',
    ASSENT_LIMIT_AUTH_FAILURES_PER_MINUTE: '1000000',
    ASSENT_LIMIT_PORTAL_PER_HOUR: '1000000',
    ASSENT_LIMIT_PORTAL_PER_DAY: '1000000',
    ASSENT_LIMIT_MAILS_PER_ADDRESS_PER_HOUR: '1000000',
    ASSENT_LIMIT_MAILS_PER_KEY_PER_HOUR: '1000000',
    PORT: '0',
    ...options.settings,
  })
  let ahead = 0
  const clock = { now: () => Date.now() + ahead }
  const logged: Harness['logged'] = []
  const parts = {
    config,
    clock,
    log: recordingLog(logged),
    random: systemRandom(),
    masterKey: masterKeyFrom(Buffer.alloc(32, 7)),
  }

  const opened = await openDatabase(parts, 'serve')
  const keys = await makeProject({ ...parts, pool: opened.pool })
  if (keys === undefined) throw new Error('the clone of the template already has a project')
  const file = readCatalogueFile(
    'shop.yaml',
    options.catalogue === undefined ? await readFile(shop) : Buffer.from(options.catalogue),
  )
  await applyCatalogueWhereNone({ ...parts, pool: opened.pool }, file)

  let address = ''
  const own = keys[options.environment ?? 'test']
  const keepsLog = options.keepsLog ?? false
  const service = await openService({
    ...parts,
    database: opened,
    issuer: () => address,
    keepsLog,
    metrics: options.metrics,
  })
  const app = await buildServer(service, endpoints, [
    mountReference(service, endpoints),
    mountLog(service),
    mountPages(service, pages),
    mountVerifyPage(),
  ])
  await app.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const contract = contractOf(service)
  const said: string[] = []
  const jobs =
    options.runsJobs === true ? await openJobWork(service, opened.url, (line) => said.push(line)) : undefined

  return {
    url: address,
    databaseUrl: config.databaseUrl ?? opened.url,
    service,
    keys,
    own,
    contract,
    logged,
    said,
    advance: (ms) => {
      ahead += ms
    },
    call: (method, path, request = {}) => call({ address, contract, key: own.secret }, method, path, request),
    async [Symbol.asyncDispose]() {
      await app.close()
      await jobs?.close()
      await service.close()
      await opened.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function call(
  { address, contract, key }: { readonly address: string; readonly contract: Contract; readonly key: string },
  method: string,
  path: string,
  request: TestRequest,
): Promise<TestAnswer> {
  const headers = new Headers(request.headers)
  if (request.key !== null) headers.set('Authorization', `Bearer ${request.key ?? key}`)
  if (request.body !== undefined && !headers.has('Content-Type'))
    headers.set('Content-Type', 'application/json')
  const body =
    typeof request.body === 'string' || request.body === undefined
      ? request.body
      : JSON.stringify(request.body)
  const response = await fetch(address + path, { method, headers, ...(body === undefined ? {} : { body }) })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && text !== ''
  const answer = {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  }
  contract.check(method, path, answer)
  return answer
}

function recordingLog(lines: Harness['logged']): Log {
  const write = (message: string, fields: LogFields = {}) => void lines.push({ message, fields })
  return { debug: write, info: write, warn: write, error: write }
}

/** A ref that is random enough for a browser's. */
export function anAnonymousRef(): string {
  return `anon_${Buffer.from(crypto.getRandomValues(new Uint8Array(24)))
    .toString('base64')
    .replaceAll(/[+/=]/g, 'x')}`
}
