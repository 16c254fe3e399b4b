// The service as it is (`gathered`), or with a transaction of its own for every request over 16 connections
// (`single`): the same features, written the way one writes them first. `logged`: as it is, and keeping the log.

import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { endpoints } from '../packages/service/src/api/endpoints.ts'
import { readCatalogueFile } from '../packages/service/src/catalogue/read-catalogue-file.ts'
import { applyCatalogueWhereNone, makeProject } from '../packages/service/src/first-start.ts'
import { buildServer } from '../packages/service/src/http/server.ts'
import { systemClock } from '../packages/service/src/kernel/clock.ts'
import { readConfig } from '../packages/service/src/kernel/config.ts'
import { systemRandom } from '../packages/service/src/kernel/id.ts'
import { openLog } from '../packages/service/src/kernel/log.ts'
import { masterKeyFrom } from '../packages/service/src/kernel/master-key.ts'
import { openDatabase } from '../packages/service/src/open-database.ts'
import { openService } from '../packages/service/src/service.ts'

const [url = '', mode = 'gathered', vendorList] = process.argv.slice(2)
const config = readConfig({
  ASSENT_DATABASE_URL: url,
  ASSENT_VENDOR_LIST: vendorList,
  ASSENT_LIMIT_PK_PER_MINUTE: '100000000',
  ASSENT_LIMIT_RECORDING_PER_MINUTE: '100000000',
  ASSENT_LIMIT_SK_PER_MINUTE: '100000000',
})
const parts = {
  config,
  clock: systemClock,
  log: openLog('warn'),
  random: systemRandom(),
  masterKey: masterKeyFrom(Buffer.alloc(32, 7)),
}
const database = await openDatabase(parts, 'serve')
const keys = await makeProject({ ...parts, pool: database.pool })
const shop = fileURLToPath(new URL('../catalogue/shop.yaml', import.meta.url))
await applyCatalogueWhereNone(
  { ...parts, pool: database.pool },
  readCatalogueFile('shop.yaml', Buffer.from(withLists(await readFile(shop, 'utf8')))),
)
const service = await openService({
  ...parts,
  database,
  issuer: () => 'http://127.0.0.1',
  keepsLog: mode === 'logged',
  ...(mode === 'single' ? { ledger: { lanes: 16, batchMax: 1 } } : {}),
})
const app = await buildServer(service, endpoints)
await app.listen({ port: 0, host: '127.0.0.1' })
process.on('SIGINT', () => process.exit(0))
process.send?.({ port: (app.server.address() as AddressInfo).port, keys: keys?.test })

/** The shop is on invented lists, unless there is another. */
function withLists(catalogue: string): string {
  return vendorList === undefined ? catalogue : catalogue.replace('  lists: sample\n', '')
}
