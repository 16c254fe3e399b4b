import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  formatVerifierKey,
  type LogProof,
  openCheckpoint,
  parseLogPolicy,
  parseVerifierKey,
  trustOf,
  verifyReceipt,
} from '@assent/evidence'
import { logNoteKey } from '../src/log/log-key.ts'
import { readAttestations } from '../src/store/log-attestations.ts'
import { readLogs } from '../src/store/logs.ts'
import { record } from './a-consent.ts'
import { aWitness, type Witness } from './a-witness.ts'
import { exported } from './exported-log.ts'
import { anAnonymousRef, type Harness, openHarness } from './harness.ts'
import { runOffline } from './run-offline.ts'
import { testLog } from './test-log.ts'
import { anAuthority } from './time-stamp/an-authority.ts'

// Checkpoints leave the house: to witnesses, to an authority. Both are real servers on real sockets, written for the
// tests from their specifications.

async function folderWith(
  files: Record<string, string>,
): Promise<AsyncDisposable & { path(name: string): string }> {
  const folder = await mkdtemp(join(tmpdir(), 'assent-attested-'))
  const path = (name: string) => join(folder, name)
  for (const [name, text] of Object.entries(files)) await writeFile(path(name), text)
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

function policyOf(witnesses: readonly Witness[], threshold: string): string {
  const lines = witnesses.map(({ verifierKey, url }, at) => `witness w${at} ${verifierKey} ${url}`)
  return [
    ...lines,
    `group all-of-them ${threshold} ${witnesses.map((_, at) => `w${at}`).join(' ')}`,
    'quorum all-of-them\n',
  ].join('\n')
}

async function introduce(t: Harness, witnesses: readonly Witness[]): Promise<string> {
  const [log] = await readLogs(t.service.pool, testLog(t).place)
  assert.ok(log)
  const key = formatVerifierKey(logNoteKey(log))
  for (const witness of witnesses) witness.trust(key)
  return key
}

const minute = 60_000

/** Asks whoever is due by now; the service does so by itself, too, every few seconds. */
async function ask(t: Harness): Promise<void> {
  await testLog(t).sequencer.flush()
  await t.service.logWork?.attestings.get('test')?.flush()
}

/** The same, after every pause is over. */
async function attest(t: Harness): Promise<void> {
  await testLog(t).sequencer.flush()
  t.advance(2 * minute)
  await ask(t)
}

test('witnesses cosign what grew, and a receipt carries their word to whoever trusts them', async () => {
  await using one = await aWitness('one.example')
  await using two = await aWitness('two.example')
  await using folder = await folderWith({ policy: policyOf([one, two], 'all') })
  await using t = await openHarness({
    keepsLog: true,
    settings: { ASSENT_LOG_POLICY: folder.path('policy') },
  })
  const logKey = await introduce(t, [one, two])
  const { receipt } = await record(t, anAnonymousRef())
  await attest(t)
  assert.equal(one.cosigned.at(-1), two.cosigned.at(-1))

  const policy = parseLogPolicy(policyOf([one, two], 'all'))
  const trust = { ...trustOf(policy), logKeys: [parseVerifierKey(logKey)] }
  const { log } = (await t.call('GET', receipt.url)).json as unknown as { log: LogProof }
  const opened = await openCheckpoint(log.checkpoint, [
    ...trust.logKeys,
    ...policy.witnesses.map(({ key }) => key),
  ])
  assert.ok(opened.isSigned)
  assert.equal(opened.cosignatures.length, 2)
  const keySet = (await t.call('GET', '/.well-known/jwks.json', { key: null })).json
  const verdict = await verifyReceipt((await t.call('GET', receipt.url)).text, keySet, trust)
  assert.equal(verdict.verdict, 'valid', JSON.stringify(verdict.findings))

  // Asked again only when there is more, and not at once; then with the proof that it grew.
  const before = one.cosigned.length
  await attest(t)
  assert.equal(one.cosigned.length, before)
  await record(t, anAnonymousRef())
  await attest(t)
  await record(t, anAnonymousRef())
  await ask(t)
  assert.equal(one.cosigned.length, before + 1)
  assert.ok(one.answered.every((status) => status === 200))
  // The first receipt keeps the checkpoint that was cosigned first: the earlier, the more it outlives.
  const again = (await t.call('GET', receipt.url)).json as unknown as { log: LogProof }
  assert.equal(again.log.checkpoint, log.checkpoint)
})

test('T38, T39: a witness that is away stops nothing, and one that knows another size gets the proof from there', async () => {
  await using near = await aWitness('near.example')
  await using far = await aWitness('far.example')
  await using folder = await folderWith({ policy: policyOf([near, far], 'any') })
  await using t = await openHarness({
    keepsLog: true,
    settings: { ASSENT_LOG_POLICY: folder.path('policy') },
  })
  await introduce(t, [near, far])
  far.isAway = true
  await record(t, anAnonymousRef())
  await attest(t)
  assert.ok(near.cosigned.length > 0)
  const warned = () =>
    t.logged.filter(({ message }) => message.includes('has not left the house: witness far'))
  const before = warned().length
  assert.ok(before > 0)
  assert.ok((await record(t, anAnonymousRef())).id, 'and recording goes on')
  await ask(t)
  assert.equal(warned().length, before, 'not asked again at once')

  far.isAway = false
  t.advance(60 * minute)
  await attest(t)
  assert.deepEqual(far.answered, [200])
  // This service forgets what it was told; the witness does not.
  const { place } = testLog(t)
  for (let i = 0; i < 5; i++) await record(t, anAnonymousRef())
  await forgetAttestations(t)
  await attest(t)
  assert.deepEqual(far.answered.slice(0, 3), [200, 409, 200])
  const kept = await readAttestations(t.service.pool, place, { prefix: 'witness far' })
  assert.equal(kept.at(-1)?.size, far.cosigned.at(-1))
  // A witness that has seen more than there is: the log went back, and nobody signs that away.
  far.forget(1_000_000)
  await record(t, anAnonymousRef())
  await attest(t)
  assert.match(String(warned().at(-1)?.fields.error), /it went back/)
})

test('T38: an authority that is away, refuses, or stamps something else leaves no time stamp, and is asked again', async () => {
  await using authority = await anAuthority()
  await using t = await openHarness({ keepsLog: true, settings: { ASSENT_LOG_TIMESTAMP_URL: authority.url } })
  const { place } = testLog(t)
  await record(t, anAnonymousRef())
  const stamps = () => readAttestations(t.service.pool, place, { prefix: 'time_stamp' })
  for (const fault of ['away', 'rejects', 'other_hash', 'other_nonce'] as const) {
    authority.fault = fault
    const before = authority.requests
    await attest(t)
    assert.ok(authority.requests > before)
    assert.deepEqual(await stamps(), [], fault)
    t.advance(70 * minute)
  }
  authority.fault = 'none'
  await attest(t)
  assert.equal((await stamps()).length, 1)
  await record(t, anAnonymousRef())
  t.advance(70 * minute)
  await attest(t)
  assert.equal((await stamps()).length, 1, 'once a day')
})

test('an auditor holds the log against cosignatures and time stamps, and finds what they show', async () => {
  await using witness = await aWitness('witness.example')
  // The authority's clock is a year ahead, so that what is recorded afterwards looks back-dated to whoever trusts it.
  await using authority = await anAuthority({ now: () => Date.now() + 365 * 24 * 60 * minute })
  await using honest = await anAuthority()
  await using folder = await folderWith({ policy: policyOf([witness], 'all') })
  const settings = { ASSENT_LOG_POLICY: folder.path('policy'), ASSENT_LOG_TIMESTAMP_URL: authority.url }
  await using t = await openHarness({ keepsLog: true, settings })
  await introduce(t, [witness])
  await record(t, anAnonymousRef())
  await attest(t)
  await record(t, anAnonymousRef())
  const { lines, logKey } = await exported(t)
  await writeFile(folder.path('log.jsonl'), `${lines.join('\n')}\n`)
  await writeFile(folder.path('root.pem'), authority.rootPem)
  await writeFile(folder.path('other.pem'), honest.rootPem)
  const audit = async (...more: string[]) => {
    const { code, text } = await runOffline(
      'audit',
      folder.path('log.jsonl'),
      '--log-key',
      logKey,
      '--json',
      ...more,
    )
    return { code, counts: JSON.parse(text).counts as Record<string, number> }
  }
  assert.deepEqual(await audit('--policy', folder.path('policy')), { code: 0, counts: {} })
  assert.deepEqual(await audit('--tsa', folder.path('other.pem')), {
    code: 1,
    counts: { forged_time_stamp: 1 },
  })
  const { code, counts } = await audit('--tsa', folder.path('root.pem'))
  assert.equal(code, 1)
  assert.deepEqual(Object.keys(counts), ['back_dated'])
})

/** As the owner of the database alone can. */
async function forgetAttestations(t: Harness): Promise<void> {
  const { default: pg } = await import('pg')
  const owner = new pg.Client({ connectionString: t.databaseUrl })
  await owner.connect()
  await owner.query("DELETE FROM log_attestations WHERE source LIKE 'witness far%'")
  await owner.end()
}
