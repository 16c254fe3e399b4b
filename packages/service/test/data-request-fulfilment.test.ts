import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { addressOf } from '../src/data-requests/answer-data-request.ts'
import { openArchive } from '../src/data-requests/make-archive.ts'
import { fetchArchive, hasArchive } from '../src/store/data-request-archives.ts'
import type { EnvironmentSettings } from '../src/store/settings.ts'
import { readConsent, record, refused } from './a-consent.ts'
import { act, aRequestBody, done, open, read } from './a-data-request.ts'
import { setPreferences } from './a-preference.ts'
import { type Harness, openHarness } from './harness.ts'
import { settleJobs } from './mail-stage.ts'

// To fulfil is to do it. The erasure was seen to fail with the personal column, the mails or the files left alone.

/** Every row of every table as text, and everything the service wrote to disk or logged. */
async function everythingKept(t: Harness): Promise<Map<string, string>> {
  const { pool, config } = t.service
  const { rows } = await pool.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND n.nspname IN ('public', 'graphile_worker') AND has_table_privilege(c.oid, 'SELECT')`,
  )
  const kept = new Map<string, string>()
  for (const { name } of rows) {
    const found = await pool.query<Record<string, unknown>>(`SELECT * FROM ${name}`)
    const cells = found.rows.flatMap((row) =>
      Object.values(row).map((cell) =>
        Buffer.isBuffer(cell) ? cell.toString('latin1') : JSON.stringify(cell),
      ),
    )
    kept.set(name, cells.join('\n'))
  }
  for (const file of globSync('**/*', { cwd: config.dataDir, withFileTypes: true }))
    if (file.isFile()) kept.set(file.name, readFileSync(join(file.parentPath, file.name), 'latin1'))
  const errors = t.logged.map(({ message, fields }) => [
    message,
    JSON.stringify(fields),
    String(fields.error),
  ])
  kept.set('the log', errors.flat().join('\n'))
  return kept
}

function whereverIs(kept: ReadonlyMap<string, string>, words: readonly string[]): string[] {
  return [...kept].flatMap(([name, text]) =>
    words
      .filter((word) => text.toLowerCase().includes(word.toLowerCase()))
      .map((word) => `${word} in ${name}`),
  )
}

function environmentOf(t: Harness): EnvironmentSettings {
  const all = [...t.service.settings.current.environments.values()]
  return all.find(({ scope }) => scope.environment === 'test') ?? assert.fail()
}

async function waitForMails(t: Harness): Promise<void> {
  await settleJobs(t, 'send-mail')
}

const address = 'ada.lovelace@example.org'
const names = [address, 'customer_815', 'known_as_ada', 'Dear shop']

/** Somebody with two identifiers, decisions, and a portal request whose mailbox is as good as proved. */
async function aKnownPerson(t: Harness): Promise<void> {
  const identifiers = [
    { type: 'email', value: address },
    { type: 'external_id', value: 'known_as_ada' },
  ]
  const made = await t.call('POST', '/v1/subjects', { body: { ref: 'customer_815', identifiers } })
  assert.equal(made.status, 201, made.text)
  await record(t, 'customer_815', { purposes: { analytics: 'granted', newsletter: 'granted' } })
}

test('erasure: afterwards no table, log or mail file holds the address or any identifier', async () => {
  await using t = await openHarness({ runsJobs: true })
  await aKnownPerson(t)
  const portal = await t.call('POST', '/v1/data-requests/portal', {
    key: t.keys.test.public,
    body: aRequestBody({ type: 'erasure', subject: null, email: address, details: 'Dear shop' }),
  })
  const id = String(portal.json['id'])
  const { id: earlier } = await open(t, { subject: { ref: 'customer_815' }, details: 'Dear shop' })
  await waitForMails(t)
  const before = await everythingKept(t)
  assert.ok([...before.keys()].some((name) => name.endsWith('.eml')))
  assert.ok(
    whereverIs(before, [address]).some((where) => where.endsWith('.eml')),
    'the search finds what is there',
  )

  assert.equal(refused(await act(t, id, 'fulfil'), 409), 'not_applicable', 'not before it is proved')
  await done(t, id, 'verify')
  await done(t, id, 'acknowledge')
  await waitForMails(t)
  const erased = await done(t, id, 'fulfil')
  await waitForMails(t)
  assert.deepEqual(
    [erased.status, erased.email, erased.details, erased.subject.ref],
    ['fulfilled', null, null, null],
  )
  assert.deepEqual(whereverIs(await everythingKept(t), names), [])
  const other = await read(t, earlier)
  assert.deepEqual([other.details, other.subject.ref, other.status], [null, null, 'received'])
  for (const ref of [`email:${address}`, 'customer_815', 'external_id:known_as_ada'])
    assert.equal(refused(await t.call('GET', `/v1/subjects/${ref}/consent`), 410), 'subject_erased')
  assert.equal((await read(t, id)).changes.at(-1)?.action, 'fulfil')
})

test('erasing somebody by the endpoint for it takes their data requests and mails along', async () => {
  await using t = await openHarness({ runsJobs: true })
  await aKnownPerson(t)
  const { id } = await open(t, { subject: { ref: 'customer_815' }, email: address, details: 'Dear shop' })
  await done(t, id, 'acknowledge')
  await waitForMails(t)
  assert.equal((await t.call('DELETE', '/v1/subjects/customer_815')).status, 200)
  assert.deepEqual(whereverIs(await everythingKept(t), names), [])
})

test('T90: an erasure against a legal hold is not done, and is denied with that reason', async () => {
  await using t = await openHarness()
  await aKnownPerson(t)
  await t.service.pool.query("UPDATE subjects SET hold_reason = 'litigation' WHERE ref = 'customer_815'")
  const { id } = await open(t, { type: 'erasure', subject: { ref: 'customer_815' } })
  assert.equal(refused(await act(t, id, 'fulfil'), 409), 'not_applicable')
  assert.equal((await read(t, id)).status, 'received')
  assert.equal((await t.call('GET', '/v1/subjects/customer_815/consent')).status, 200)
  assert.equal((await done(t, id, 'deny', 'legal_hold')).denial_reason, 'legal_hold')
})

/** The files of an archive, by a reader of another make. */
function unzip(t: Harness, bytes: Buffer): Record<string, string> {
  const path = join(t.service.config.dataDir, 'fetched.zip')
  writeFileSync(path, bytes)
  const script = `import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as a: print(json.dumps({n: a.read(n).decode() for n in a.namelist()}))`
  return JSON.parse(execFileSync('python3', ['-c', script, path], { encoding: 'utf8' })) as Record<
    string,
    string
  >
}

test('access: one archive with all that is kept, fetched once, by the person alone', async () => {
  await using t = await openHarness()
  await aKnownPerson(t)
  await record(t, 'customer_815', { purposes: { analytics: 'withdrawn' }, metadata: { page: '/settings' } })
  const { id } = await open(t, { subject: { ref: 'customer_815' } })
  const { archive, status } = await done(t, id, 'fulfil')
  assert.ok(archive !== null && status === 'fulfilled')
  assert.ok(archive.url.startsWith(`${t.url}/p/data-requests/archives/`))
  const hours = (Date.parse(archive.expires_at) - t.service.clock.now()) / 3_600_000
  assert.ok(hours > 71 && hours <= 72)
  assert.deepEqual(
    whereverIs(await everythingKept(t), ['/settings', address]).filter((where) => where.includes('archive')),
    [],
    'sealed at rest',
  )

  const archiveAddress = addressOf(id)
  const { scope } = environmentOf(t)
  const fetched = () => fetchArchive(t.service.pool, scope, archiveAddress, t.service.clock.now())
  const given = (await Promise.all([fetched(), fetched()])).filter((bytes) => bytes !== undefined)
  assert.equal(given.length, 1, 'of two at once, one')
  const [sealed = assert.fail()] = given
  const files = unzip(t, openArchive(t.service.masterKey, archiveAddress.requestId, sealed))
  for (let tries = 0; tries < 3; tries++) assert.equal(await fetched(), undefined, 'T89')

  const data = JSON.parse(files['data.json'] ?? '')
  const [person] = data.people
  assert.deepEqual(person.identifiers.map(({ value }: { value: string }) => value).sort(), [
    address,
    'known_as_ada',
  ])
  assert.equal(person.history.length, 2)
  assert.equal(person.history[0].context.metadata.page, '/settings')
  assert.ok(
    person.decisions.some(
      ({ purpose, status }: { purpose: string; status: string }) =>
        purpose === 'analytics' && status === 'withdrawn',
    ),
  )
  assert.equal(person.receipts.length, 2)
  for (const name of person.receipts) assert.match(files[name] ?? '', /^[\w-]+\.[\w-]+\.[\w-]+$/)
  assert.ok(files['index.html']?.includes(address))
})

test('an archive of two who were merged has what holds, whichever of them set it last', async () => {
  await using t = await openHarness()
  await setPreferences(t, 'user_before', [{ key: 'frequency', value: 'weekly' }])
  t.advance(1000)
  await setPreferences(t, 'user_since', [{ key: 'frequency', value: 'quarterly' }])
  const body = { source: 'user_before', target: 'user_since' }
  assert.equal((await t.call('POST', '/v1/subjects/merge', { body })).status, 200)
  const { id } = await open(t, { subject: { ref: 'user_since' } })
  await done(t, id, 'fulfil')
  const { scope } = environmentOf(t)
  const place = addressOf(id)
  const sealed = (await fetchArchive(t.service.pool, scope, place, t.service.clock.now())) ?? assert.fail()
  const files = unzip(t, openArchive(t.service.masterKey, place.requestId, sealed))
  assert.deepEqual(JSON.parse(files['data.json'] ?? '').people[0].preferences, [
    { key: 'frequency', channel: null, status: 'active', value: 'quarterly' },
  ])
})

test('an archive that nobody fetches in 72 hours is gone, and where there is an address only the mailbox gets the link', async () => {
  await using t = await openHarness()
  await aKnownPerson(t)
  const { id } = await open(t, { type: 'portability', subject: { ref: 'customer_815' }, email: address })
  assert.equal((await done(t, id, 'fulfil')).archive, null)
  const { scope } = environmentOf(t)
  const { pool, clock } = t.service
  assert.equal(await hasArchive(pool, scope, addressOf(id), clock.now()), true)
  t.advance(72 * 3_600_000 + 1000)
  assert.equal(await hasArchive(pool, scope, addressOf(id), clock.now()), false)
  assert.equal(await fetchArchive(pool, scope, addressOf(id), clock.now()), undefined)
})

test('withdrawal, objection and opt-out are recorded on the ledger, as often as they are fulfilled', async () => {
  await using t = await openHarness()
  await aKnownPerson(t)
  const purposes = (await t.call('GET', '/v1/purposes')).json['data'] as {
    key: string
    legal_basis: string
  }[]
  const interests = purposes
    .filter(({ legal_basis }) => legal_basis === 'legitimate_interest')
    .map(({ key }) => key)
  assert.ok(interests.length > 0)
  const fulfilled = async (type: string) => {
    const { id } = await open(t, { type, subject: { ref: 'customer_815' } })
    await done(t, id, 'fulfil')
    return (await readConsent(t, 'customer_815')).purposes
  }
  const withdrawn = await fulfilled('withdraw_consent')
  assert.deepEqual(
    [withdrawn['analytics']?.status, withdrawn['newsletter']?.status],
    ['withdrawn', 'withdrawn'],
  )
  assert.equal(withdrawn['analytics']?.allowed, false)
  const objected = await fulfilled('objection')
  for (const key of interests) assert.equal(objected[key]?.status, 'objected', key)
  const history = async () =>
    ((await t.call('GET', '/v1/subjects/customer_815/consent/history')).json['data'] as unknown[]).length
  const before = await history()
  await fulfilled('withdraw_consent')
  assert.equal(await history(), before, 'nothing was left to withdraw')

  const { id } = await open(t, {
    type: 'opt_out_sale',
    subject: { ref: 'user_unheard_of' },
    country: 'US',
    region: 'CA',
  })
  await done(t, id, 'fulfil')
  const optedOut = (await readConsent(t, 'user_unheard_of')).purposes
  assert.ok(Object.values(optedOut).some(({ status }) => status === 'denied' || status === 'objected'))
})

test('who was erased can opt out: they are known by that again, and by nothing else', async () => {
  await using t = await openHarness()
  await aKnownPerson(t)
  assert.equal((await t.call('DELETE', '/v1/subjects/customer_815')).status, 200)
  const { id } = await open(t, { type: 'opt_out_sale', subject: null, email: address, country: 'US-CA' })
  await done(t, id, 'fulfil')
  const { purposes } = await readConsent(t, `email:${address}`)
  assert.ok(Object.values(purposes).some(({ status }) => status === 'denied' || status === 'objected'))
  assert.equal(purposes['analytics']?.status, 'not_asked')
})

test('nobody known by the names: not fulfilled, to be denied', async () => {
  await using t = await openHarness()
  const { id } = await open(t, { subject: { ref: 'user_unheard_of' } })
  const answer = await act(t, id, 'fulfil')
  assert.equal(refused(answer, 409), 'not_applicable')
  assert.match(String(answer.json['hint']), /no_match/)
  await done(t, id, 'deny', 'no_match')
})
