import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { readRecordAddress } from '../src/domain/public-id.ts'
import { endRetentions } from '../src/jobs/end-retentions.ts'
import { type Recorded, readConsent, record, refused, standing } from './a-consent.ts'
import { dumpTables, findIn } from './dump-tables.ts'
import { exported } from './exported-log.ts'
import { anAnonymousRef, type Harness, openHarness } from './harness.ts'
import { runOffline } from './run-offline.ts'

const modes = ['retain_evidence', 'full'] as const

/** Words that stand nowhere but in what names these people, or beside their records. */
const planted = [
  'plantedmail',
  '15117654321',
  'planted_customer',
  'planted_crm',
  'plantedplan',
  'plantedpage',
]

describe('erasure', () => {
  let t: Harness
  before(async () => {
    t = await openHarness({ keepsLog: true })
  })
  after(() => t[Symbol.asyncDispose]())

  const erase = (ref: string, query = '') =>
    t.call('DELETE', `/v1/subjects/${encodeURIComponent(ref)}${query}`)

  /** A customer with every kind of name, a visitor merged in, and receipts that were read. */
  async function plant(name: string): Promise<{ refs: string[]; records: Recorded[] }> {
    const visitor = anAnonymousRef()
    const made = await t.call('POST', '/v1/subjects', {
      body: {
        ref: `planted_customer_${name}`,
        identifiers: [
          { type: 'email', value: `PlantedMail.${name}@example.org`, verified: true },
          { type: 'phone', value: name === 'full' ? '+49 151 17654321' : '+49 151 17654322' },
          { type: 'external_id', value: `planted_crm_${name}` },
        ],
        metadata: { plan: 'plantedplan' },
      },
    })
    assert.equal(made.status, 201, made.text)
    const records = [
      await record(t, `planted_customer_${name}`, { metadata: { page: '/plantedpage' } }),
      await record(t, `email:plantedmail.${name}@example.org`, { purposes: { marketing: 'granted' } }),
      await record(t, visitor, { metadata: { page: '/plantedpage' } }),
    ]
    const body = { source: visitor, target: `planted_customer_${name}` }
    assert.equal((await t.call('POST', '/v1/subjects/merge', { body })).status, 200)
    for (const { receipt } of records) assert.equal((await t.call('GET', receipt.url)).status, 200)
    const id = String(made.json['id'])
    return {
      refs: [
        id,
        `planted_customer_${name}`,
        `email:plantedmail.${name}@example.org`,
        `external_id:planted_crm_${name}`,
        visitor,
      ],
      records,
    }
  }

  for (const mode of modes)
    describe(mode, () => {
      let refs: string[]
      let records: Recorded[]
      before(async () => {
        ;({ refs, records } = await plant(mode))
        assert.ok(
          findIn(await dumpTables(t), 'planted_customer').length > 0,
          'teeth: before, the dump holds it',
        )
        const answer = await erase(
          `email:plantedmail.${mode}@example.org`,
          `?mode=${mode}&reason=gdpr:17-1-b`,
        )
        assert.equal(answer.status, 200, answer.text)
        assert.equal(answer.json['evidence_until'] === null, mode === 'full')
        assert.deepEqual(answer.json['subject'], { id: refs[0] })
      })

      test('no table, log line or mail holds a name, or what stood beside a record', async () => {
        const dump = await dumpTables(t)
        for (const word of planted) assert.deepEqual(findIn(dump, word), [], word)
        const logged = JSON.stringify(t.logged).toLowerCase()
        for (const word of planted) assert.ok(!logged.includes(word), `logged ${word}`)
        assert.deepEqual(await filesWith(t.service.config.dataDir, planted), [])
      })

      test('every name of theirs is 410 to a secret key, and looks undecided to a public one', async () => {
        for (const ref of refs) {
          const path = `/v1/subjects/${encodeURIComponent(ref)}/consent`
          assert.equal(refused(await t.call('GET', path), 410), 'subject_erased', ref)
          assert.equal(refused(await t.call('GET', `${path}/history`), 410), 'subject_erased', ref)
          assert.equal(refused(await erase(ref, `?mode=retain_evidence`), 410), 'subject_erased', ref)
        }
        const key = t.keys.test.public
        const visitor = refs.at(-1) ?? ''
        const { purposes } = await readConsent(t, visitor, '', { key })
        const unknown = await readConsent(t, anAnonymousRef(), '', { key })
        assert.deepEqual(purposes, unknown.purposes)
      })

      test('receipts: 410 to a public key, to a secret one the place in the log and no more', async () => {
        for (const { receipt } of records) {
          const key = t.keys.test.public
          assert.equal(refused(await t.call('GET', receipt.url, { key }), 410), 'receipt_erased')
          const left = await t.call('GET', receipt.url)
          assert.equal(left.status, 200)
          assert.deepEqual(
            [left.json['status'], left.json['jws'], left.json['claims']],
            ['erased', null, null],
          )
          for (const Accept of ['application/jose', 'text/html'])
            assert.equal(
              refused(await t.call('GET', receipt.url, { headers: { Accept } }), 410),
              'receipt_erased',
            )
        }
      })

      test('an import does not bring an erased address back, nor does naming it', async () => {
        const ref = `email:plantedmail.${mode}@example.org`
        const body = { subject: { ref }, purposes: { marketing: 'granted' }, source: 'import' }
        assert.equal(refused(await t.call('POST', '/v1/consent', { body }), 410), 'subject_erased')
        const batch = await t.call('POST', '/v1/consent/batch', {
          body: { records: [body, { ...body, subject: { ref: `bystander_${mode}` } }] },
        })
        const results = batch.json['results'] as { status: number; error?: { code: string } }[]
        assert.deepEqual(
          results.map(({ status, error }) => [status, error?.code]),
          [
            [410, 'subject_erased'],
            [201, undefined],
          ],
        )
        const named = {
          ref: `other_${mode}`,
          identifiers: [{ type: 'email', value: `plantedmail.${mode}@example.org` }],
        }
        assert.equal(refused(await t.call('POST', '/v1/subjects', { body: named }), 410), 'subject_erased')
      })
    })

  test('the ledger holds: the offline auditor finds every blanked payload named by an erasure', async () => {
    const { lines, logKey } = await exported(t)
    const folder = await mkdtemp(join(tmpdir(), 'assent-erasure-'))
    const audit = async (name: string, changed: readonly string[]) => {
      await writeFile(join(folder, name), `${changed.join('\n')}\n`)
      const { code, text } = await runOffline('audit', join(folder, name), '--log-key', logKey, '--json')
      return { code, ...(JSON.parse(text) as { counts: object; erasedCount?: number }) }
    }
    const whole = await audit('whole.jsonl', lines)
    assert.deepEqual([whole.code, whole.counts], [0, {}], JSON.stringify(whole))
    const blanked = lines.filter((line) => line.endsWith(',null]'))
    assert.ok(blanked.length >= 5, 'the payloads of the fully erased are gone')
    // Teeth: a payload that is gone without an erasure is found.
    const kept = lines.findIndex(
      (line) => line.includes('consent') && !line.endsWith(',null]') && line.startsWith('['),
    )
    const [leaf, entry] = JSON.parse(lines[kept] ?? '[]') as string[]
    const spoilt = await audit('spoilt.jsonl', lines.with(kept, JSON.stringify([leaf, entry, null])))
    assert.deepEqual(Object.keys(spoilt.counts), ['removed_record'])
    await rm(folder, { recursive: true })
  })

  test('evidence that was kept can go before its time, and goes by itself when its time has come', async () => {
    for (const [name, isAsked] of [
      ['early', true],
      ['late', false],
    ] as const) {
      const { receipt } = await record(t, `kept_${name}`)
      await erase(`kept_${name}`)
      const payloads = () => countPayloads(t, receipt.id)
      assert.equal(await payloads(), 1)
      if (isAsked) assert.equal((await erase(`kept_${name}`, '?mode=full')).status, 200)
      else {
        t.advance(3 * 366 * 86_400_000)
        await endRetentions({ service: t.service, signal: new AbortController().signal } as never)
        t.advance(-3 * 366 * 86_400_000)
      }
      assert.equal(await payloads(), 0)
      assert.equal(
        refused(await t.call('GET', receipt.url, { key: t.keys.test.public }), 410),
        'receipt_erased',
      )
    }
  })

  test('who decides anew begins anew: nothing of before is shown, and nothing new ends with the evidence', async () => {
    const first = await record(t, 'returning', { purposes: { analytics: 'granted', marketing: 'granted' } })
    await erase('returning')
    const again = await record(t, 'returning', { purposes: { analytics: 'denied' } })
    assert.equal(again.subject.id, first.subject.id)
    assert.equal(await standing(t, 'returning', 'marketing'), 'not_asked forbidden not_asked_opt_in')
    const history = await t.call('GET', '/v1/subjects/returning/consent/history')
    assert.deepEqual(
      (history.json['data'] as { id: string }[]).map(({ id }) => id),
      [again.id],
    )
    assert.equal(
      refused(await t.call('GET', first.receipt.url, { key: t.keys.test.public }), 410),
      'receipt_erased',
    )
    t.advance(3 * 366 * 86_400_000)
    await endRetentions({ service: t.service, signal: new AbortController().signal } as never)
    t.advance(-3 * 366 * 86_400_000)
    assert.equal((await t.call('GET', again.receipt.url)).json['status'] === 'erased', false)
  })

  test('a legal hold stands against it, through a merge too, until it is lifted', async () => {
    await record(t, 'held_source')
    await record(t, 'held_target')
    const hold = { body: { reason: 'case 2026/117' } }
    assert.equal((await t.call('POST', '/v1/subjects/held_source/hold', hold)).status, 200)
    assert.equal(refused(await erase('held_source'), 409), 'not_applicable')
    await t.call('POST', '/v1/subjects/merge', { body: { source: 'held_source', target: 'held_target' } })
    assert.equal(refused(await erase('held_target', '?mode=full'), 409), 'not_applicable')
    assert.equal((await t.call('DELETE', '/v1/subjects/held_source/hold')).status, 200)
    assert.equal((await erase('held_target')).status, 200)
  })

  test('an erased person can neither be merged nor named, and a merge of theirs cannot be undone', async () => {
    for (const ref of ['gone_source', 'gone_target', 'gone_other']) await record(t, ref)
    const merged = await t.call('POST', '/v1/subjects/merge', {
      body: { source: 'gone_source', target: 'gone_target' },
    })
    await erase('gone_target')
    for (const [source, target] of [
      ['gone_other', 'gone_target'],
      ['gone_source', 'gone_other'],
    ])
      assert.equal(
        refused(await t.call('POST', '/v1/subjects/merge', { body: { source, target } }), 410),
        'subject_erased',
      )
    assert.equal(
      refused(await t.call('POST', `/v1/subjects/merge/${merged.json['id']}/undo`), 410),
      'subject_erased',
    )
    const body = { identifiers: [{ type: 'email', value: 'gone@example.org' }] }
    assert.equal(
      refused(await t.call('POST', '/v1/subjects/gone_target/identifiers', { body }), 410),
      'subject_erased',
    )
    assert.equal(refused(await erase('never_was'), 404), 'subject_not_found')
  })
})

/** Files below a folder that hold one of the words: logs, mails, checkpoints. */
async function filesWith(folder: string, words: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const text = (await readFile(join(entry.parentPath, entry.name), 'latin1')).toLowerCase()
    if (words.some((word) => text.includes(word))) found.push(entry.name)
  }
  return found
}

async function countPayloads(t: Harness, receiptId: string): Promise<number> {
  const address = readRecordAddress('rcp', receiptId)
  const { rows } = await t.service.pool.query<{ count: number }>(
    `SELECT count(payload) AS count FROM consent_records WHERE route_key = $1::uuid AND record_id = $2::uuid`,
    [address?.routeKey, address?.recordId],
  )
  return Number(rows[0]?.count)
}
