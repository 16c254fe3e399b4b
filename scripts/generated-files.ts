import pg from 'pg'
import { endpoints } from '../packages/service/src/api/endpoints.ts'
import { catalogueJsonSchema } from '../packages/service/src/catalogue/catalogue-json-schema.ts'
import { openApiDocument } from '../packages/service/src/http/openapi.ts'
import { refusalTable } from '../packages/service/src/http/refusals.ts'
import { readConfig } from '../packages/service/src/kernel/config.ts'
import { listSettings } from '../packages/service/src/kernel/setting-list.ts'
import { dumpSchema } from '../packages/service/src/store/dump-schema.ts'
import { startTestServer, withDatabase } from '../packages/service/test/test-database.ts'
import { verifyPage } from './verify-page.ts'

export interface GeneratedFile {
  /** Below the repository. */
  readonly path: string
  readonly text: string
}

/** Every committed file that is made from the code, as the code says it now. */
export async function listGenerated(): Promise<GeneratedFile[]> {
  return [
    {
      path: 'openapi.json',
      text: json(openApiDocument(endpoints, readConfig({}).limits, 'http://127.0.0.1:8080')),
    },
    { path: 'catalogue/catalogue.schema.json', text: json(catalogueJsonSchema()) },
    { path: 'packages/evidence/verify.html', text: verifyPage() },
    { path: 'docs/errors.md', text: errorsPage() },
    { path: 'docs/endpoints.md', text: endpointsPage() },
    { path: 'docs/configuration.md', text: configurationPage() },
    { path: 'packages/service/src/store/schema.sql', text: await schema() },
  ]
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

const made = (source: string) => `<!-- Made from ${source} by npm run generate. -->\n`

function errorsPage(): string {
  const rows = Object.entries(refusalTable)
    .toSorted(([, a], [, b]) => a.status - b.status)
    .map(
      ([code, { status, meaning, hint }]) => `| ${status} | \`${code}\` | ${cell(meaning)} | ${cell(hint)} |`,
    )
  return `${made('packages/service/src/http/refusals.ts')}
# Refusals

Every refusal is JSON with four members, always all of them: \`code\`, \`message\` (what is wrong with this very
request), \`hint\` (what to do about it) and \`issues\` (each fault with its path; \`[]\` when there are none).
A code is never renamed.

| Status | Code | What it means | What to do |
|---|---|---|---|
${rows.join('\n')}
`
}

function endpointsPage(): string {
  const keys = { any: 'public or secret', secret: 'secret', none: 'none' }
  const repeats = {
    keyed: 'with an Idempotency-Key',
    read: 'always',
    same: 'always',
    anew: 'no: it is done once more',
  }
  const rows = endpoints.map(
    ({ method, path, key, repeat, recipe }) =>
      `| ${method} | \`${path.replace(/:([a-z]+)/g, '{$1}')}\` | ${keys[key]} | ${repeats[repeat]} | ${recipe.summary} |`,
  )
  return `${made('packages/service/src/api/endpoints.ts')}
# Endpoints

The whole contract is the OpenAPI document: \`openapi.json\` here, \`GET /openapi.json\` and the page \`/reference\` on a
running server.

| Method | Path | Key | Safe to repeat | What it does |
|---|---|---|---|---|
${rows.join('\n')}
`
}

function configurationPage(): string {
  const rows = listSettings().map(
    (setting) => `| \`${setting.name}\` | ${cell(setting.default)} | ${cell(setting.description)} |`,
  )
  return `${made('packages/service/src/kernel/setting-list.ts')}
# Configuration

Environment variables, read once at start. All faults are named at once, and a name beginning with \`ASSENT_\` that is
not in this table is one of them.

| Variable | Default | Meaning |
|---|---|---|
${rows.join('\n')}
`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

/** What the migrations amount to, read back from a real database. */
async function schema(): Promise<string> {
  const running = process.env['ASSENT_TEST_SERVER']
  const server =
    running === undefined ? await startTestServer() : { url: running, stop: async () => undefined }
  const client = new pg.Client({ connectionString: withDatabase(server.url, 'assent_template') })
  await client.connect()
  try {
    return await dumpSchema(client)
  } finally {
    await client.end()
    await server.stop()
  }
}
