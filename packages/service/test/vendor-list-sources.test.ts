import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { decodeTcString } from '@assent/signals'
import { openLists } from '../src/signals/lists.ts'
import { issuePaths, refused } from './a-consent.ts'
import { acceptAll, aPerson, ask, readTcString, tcStringOf } from './a-signal.ts'
import { type Harness, openHarness } from './harness.ts'
import { shopWith } from './publish-catalogue.ts'

const fixture = new URL(import.meta.resolve('@assent/signals/fixtures/vendor-list.json'))
const published = await readFile(fixture)
const path = '/v1/tcf/vendor-list'
const minute = 60_000

type Json = Readonly<Record<string, unknown>>

/** The invented list under another number, with further changes. */
function aList(vendorListVersion: number, changes: Json = {}): string {
  return JSON.stringify({ ...(JSON.parse(published.toString()) as Json), vendorListVersion, ...changes })
}

/** The shop on lists of its operator instead of the sample's. */
const configured = () => shopWith(['  lists: sample\n', ''])

describe('a vendor list that the operator names', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assent-list-'))
  })
  after(() => rm(folder, { recursive: true }))

  async function openOn(location: string): Promise<Harness> {
    return await openHarness({ settings: { ASSENT_VENDOR_LIST: location }, catalogue: await configured() })
  }
  async function later(t: Harness, ms = minute): Promise<void> {
    t.advance(ms)
    await t.service.lists.refresh()
  }
  const versionOf = async (t: Harness) => (await ask(t, path)).json['vendorListVersion']

  // Seen to fail when a document was kept by its number alone, without being read as a list.
  test('edge 57: a file that is replaced is served anew; a broken one leaves the last good copy', async () => {
    const file = join(folder, 'replaced.json')
    await writeFile(file, aList(12))
    await using t = await openOn(file)
    const ref = await aPerson(t)
    const string = await tcStringOf(t, ref)
    const odd = aList(13, { standardTexts: undefined, notYetInvented: { '1': [] } })
    await writeFile(file, odd)
    await later(t)
    assert.equal((await ask(t, path)).text, odd)
    for (const broken of ['', '{', '[]', aList(14, { vendors: 7 }), aList(14).slice(0, -9)]) {
      await writeFile(file, broken)
      await later(t)
      assert.equal(await versionOf(t), 13)
    }
    await rm(file)
    await later(t)
    assert.equal(await versionOf(t), 13)
    assert.ok(t.logged.some(({ message }) => message.startsWith('a list could not be taken')))
    // Edge 26: the old string is what it was, by the archived list; a new choice takes the new one.
    assert.equal(await tcStringOf(t, ref), string)
    const archived = await ask(t, `${path}?version=12`)
    assert.equal(archived.text, aList(12))
    assert.match(archived.headers.get('cache-control') ?? '', /immutable/)
    assert.equal(decodeTcString(await tcStringOf(t, await aPerson(t))).vendorListVersion, 13)
  })

  test('other content under a number that is held changes nothing: strings were written with the first', async () => {
    const file = join(folder, 'same-number.json')
    await writeFile(file, aList(12))
    await using t = await openOn(file)
    await writeFile(file, aList(12, { vendors: {} }))
    await later(t)
    assert.equal((await ask(t, path)).text, aList(12))
  })

  test('edge 27, 28: a new policy asks for renewal, and each list writes its own', async () => {
    const file = join(folder, 'policy.json')
    await writeFile(file, aList(20, { tcfPolicyVersion: 4 }))
    await using t = await openOn(file)
    const ref = await aPerson(t)
    assert.equal((await readTcString(t, ref)).tcf_policy_version, 4)
    await writeFile(file, aList(21, { tcfPolicyVersion: 4 }))
    await later(t)
    assert.equal((await readTcString(t, ref)).status, 'valid')
    await writeFile(file, aList(22, { tcfPolicyVersion: 6 }))
    await later(t)
    const { status, renewal, tc_string } = await readTcString(t, ref)
    assert.deepEqual([status, renewal], ['renewal_required', { required: true, reason: 'policy_version' }])
    assert.ok(tc_string)
  })

  test('a choice on a list that is not held has no string: 503, and the version is named by the caller', async () => {
    const file = join(folder, 'older.json')
    await writeFile(file, aList(12))
    await using t = await openOn(file)
    const ref = await aPerson(t, acceptAll({ tcf_notice: { vendor_list_version: 11 } }))
    const answer = await ask(t, `/v1/consent/tcstring?ref=${ref}`)
    assert.equal(refused(answer, 503), 'vendor_list_unavailable')
    const alone = await t.call('POST', '/v1/consent', {
      body: { subject: { ref }, purposes: { analytics: 'granted' }, tcf_notice: { screen: 2 } },
    })
    assert.deepEqual(issuePaths(alone), ['tcf_notice'])
  })

  test('edge 58: two services with different lists keep apart', async () => {
    const files = [join(folder, 'one.json'), join(folder, 'two.json')] as const
    await writeFile(files[0], aList(30))
    await writeFile(files[1], aList(31))
    await using one = await openOn(files[0])
    await using two = await openOn(files[1])
    assert.deepEqual([await versionOf(one), await versionOf(two)], [30, 31])
    const versions = await Promise.all(
      [one, two].map(async (t) => decodeTcString(await tcStringOf(t, await aPerson(t)))),
    )
    assert.deepEqual(
      versions.map(({ vendorListVersion }) => vendorListVersion),
      [30, 31],
    )
  })

  test('edge 59: a list of a megabyte is compressed once, not for each asker', async () => {
    const file = join(folder, 'large.json')
    const padding = Array.from({ length: 30_000 }, (_, index) => `${index} ${Math.sin(index)}`)
    const large = aList(40, { padding })
    assert.ok(large.length > 600_000)
    await writeFile(file, large)
    await using t = await openOn(file)
    const received = await receiveZipped(t)
    assert.equal(gunzipSync(received).toString(), large)
    const askers = 30
    const served = await cpuMsOf(async () => {
      for (let asker = 0; asker < askers; asker++) await receiveZipped(t)
    })
    const compressed = await cpuMsOf(() => {
      for (let asker = 0; asker < askers; asker++) gzipSync(large)
    })
    assert.ok(served < compressed / 2, `${served} ms to serve, ${compressed} ms to compress as often`)
  })

  test('a publisher is asked again when its time is up, not before and not by a second server', async () => {
    await using publisher = await openPublisher(aList(12))
    await using t = await openOn(publisher.url)
    await t.service.lists.refresh()
    assert.deepEqual([publisher.requests.length, await versionOf(t)], [1, 12])
    assert.match((await ask(t, path)).headers.get('cache-control') ?? '', /^public, max-age=(3600|35\d\d)$/)
    await later(t, 59 * minute)
    assert.equal(publisher.requests.length, 1)
    await later(t, 2 * minute)
    assert.equal(publisher.requests.at(-1)?.['if-none-match'], '"12"')
    publisher.list = aList(13)
    await later(t, 61 * minute)
    assert.deepEqual([publisher.requests.length, await versionOf(t)], [3, 13])
    // Another server of the same database takes over what this one has kept.
    const { pool, clock, log, config } = t.service
    const other = await openLists({
      pool,
      clock,
      log,
      locations: config.lists,
      languages: () => new Set(),
      fetch,
    })
    await other.refresh()
    assert.deepEqual([publisher.requests.length, other.latestVendorList('configured')?.version], [3, 13])
    other.close()
  })

  test('a publisher that fails, or sends no list, leaves the last good copy', async () => {
    await using publisher = await openPublisher(aList(12))
    await using t = await openOn(publisher.url)
    await t.service.lists.refresh()
    for (const list of [null, 'moved', aList(13, { purposes: null })]) {
      publisher.list = list
      await later(t, 61 * minute)
      assert.equal(await versionOf(t), 12)
    }
    publisher.list = aList(13)
    await later(t, 61 * minute)
    assert.equal(await versionOf(t), 13)
  })

  test('while no list has come yet: 503 with what to do', async () => {
    await using publisher = await openPublisher(null)
    await using t = await openOn(publisher.url)
    await t.service.lists.refresh()
    const answer = await ask(t, path)
    assert.equal(refused(answer, 503), 'vendor_list_unavailable')
    assert.match(String(answer.json['hint']), /ASSENT_VENDOR_LIST/)
  })
})

/** The bytes as they came: `fetch` would unpack them, which is the reader's work and not the server's. */
async function receiveZipped(t: Harness): Promise<Buffer> {
  const headers = { Authorization: `Bearer ${t.keys.test.secret}`, 'Accept-Encoding': 'gzip' }
  const [response] = (await once(get(t.url + path, { headers }), 'response')) as [IncomingMessage]
  assert.equal(response.headers['content-encoding'], 'gzip')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** In time of this process, which serves, asks and compresses: what others do on the machine does not count. */
async function cpuMsOf(work: () => Promise<void> | void): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

interface Publisher extends AsyncDisposable {
  readonly url: string
  /** What it gives; null: a fault of its own. */
  list: string | null
  readonly requests: IncomingHttpHeaders[]
}

/** IAB Europe's server, as far as we ask of it: a list that may be kept for an hour, under a tag. */
async function openPublisher(list: string | null): Promise<Publisher> {
  const requests: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    requests.push(request.headers)
    const current = publisher.list
    if (current === null) return response.writeHead(500).end('down')
    const tag = `"${/"vendorListVersion":(\d+)/.exec(current)?.[1]}"`
    const headers = { 'Cache-Control': 'public, max-age=3600', ETag: tag }
    if (request.headers['if-none-match'] === tag) return response.writeHead(304, headers).end()
    return response.writeHead(200, headers).end(current)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const publisher: Publisher = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/vendor-list.json`,
    list,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return publisher
}
