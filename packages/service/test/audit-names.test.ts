import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { formatVerifierKey, type NoteSigner } from '@assent/evidence'
import { TestLog } from '../../evidence/test/test-log.ts'
import { keySetOf } from '../src/api/evidence/read-key-set.ts'
import { makeSigningKey } from '../src/ledger/signing-key.ts'
import { logSigner } from '../src/log/log-key.ts'
import { readLogs } from '../src/store/logs.ts'
import { record } from './a-consent.ts'
import { entryAt, type OpenExport, openExport, rowOf, signAgain, writeExport } from './an-insider.ts'
import { exported } from './exported-log.ts'
import { anAnonymousRef, openHarness } from './harness.ts'
import { runOffline } from './run-offline.ts'
import { testLog } from './test-log.ts'

// T23 to T31: a log of a real service, exported, and then whatever can be done to it, each found by its name with the
// command, the export and one checkpoint that left the house, and nothing else.

const hourMs = 3_600_000

describe('assent audit finds by name', () => {
  let folder = ''
  let lines: string[] = []
  let logKey = ''
  let signer: NoteSigner
  let forgedJwk: unknown
  const file = (name: string) => join(folder, name)

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assent-audit-'))
    await using t = await openHarness({ keepsLog: true })
    for (let i = 0; i < 4; i++)
      await Promise.all(Array.from({ length: 50 }, () => record(t, anAnonymousRef())))
    const first = await exported(t)
    const [kept] = openExport(first.lines).header.checkpoints.slice(-1)
    // What somebody outside kept, an hour after it was made: all 204 leaves were there.
    await writeFile(
      file('seen.jsonl'),
      `${JSON.stringify({ seen_at: Math.floor(Date.now() / 1000), checkpoint: kept })}\n`,
    )
    // A minute that has its own checkpoint, so that what was kept is not the last one.
    t.advance(2 * 60_000)
    for (let i = 0; i < 20; i++) await record(t, anAnonymousRef())
    ;({ lines, logKey } = await exported(t))
    const [log] = await readLogs(t.service.pool, testLog(t).place)
    assert.ok(log)
    signer = logSigner(log, t.service.masterKey)
    const { publicJwk, kid } = await makeSigningKey(t.service.masterKey)
    const yearAgo = Date.now() - 365 * 24 * hourMs
    const [key] = t.service.settings.current.signingKeys
    assert.ok(key)
    const retired = {
      ...key,
      kid,
      publicJwk,
      createdAt: yearAgo,
      activatedAt: yearAgo,
      retiredAt: yearAgo + hourMs,
    }
    ;[forgedJwk] = keySetOf([retired]).keys
  })
  after(() => rm(folder, { recursive: true }))

  async function audit(open: OpenExport): Promise<{ code: number; names: string[] }> {
    await writeFile(file('log.jsonl'), writeExport(open))
    const options = ['--log-key', logKey, '--seen', file('seen.jsonl'), '--json']
    const { code, text } = await runOffline('audit', file('log.jsonl'), ...options)
    return { code, names: Object.keys(JSON.parse(text).counts) }
  }

  test('nothing in what nobody touched', async () => {
    assert.deepEqual(await audit(openExport(lines)), { code: 0, names: [] })
  })

  const payloadAt = ({ rows }: OpenExport, index: number) => String(rows[index]?.[2])
  const altered = (payload: string) => payload.replace('"granted"', '"objected"')
  /** The first name is the deed's own; others are what it also looks like. */
  const deeds: Record<
    string,
    readonly [names: string | string[], deed: (open: OpenExport) => void | Promise<void>]
  > = {
    'an altered payload': [
      'altered_payload',
      (open) => void open.rows[50]?.splice(2, 1, altered(payloadAt(open, 50))),
    ],
    'an altered entry': [
      ['altered_entry', 'mismatched_payload'],
      (open) => {
        const entry = entryAt(open, 50)
        const [, text] = rowOf({ ...entry, recordedAtMs: entry.recordedAtMs - 1 }, payloadAt(open, 50))
        open.rows[50]?.splice(1, 1, text)
      },
    ],
    'a record that was taken out with its leaf': [
      ['altered_tree', 'cut_tail', 'post_dated'],
      (open) => void open.rows.splice(50, 1),
    ],
    'a record of which the payload was taken': [
      'removed_record',
      (open) => void open.rows[50]?.splice(2, 1, null),
    ],
    'a tail that was cut': ['cut_tail', (open) => void open.rows.splice(-5)],
    'two records that changed places': [
      'swapped_order',
      ({ rows }) => {
        const [a, b] = [rows[50], rows[51]]
        assert.ok(a && b)
        // The tree keeps its leaves; the entries are said to be each other's.
        rows[50] = [a[0], b[1], b[2]]
        rows[51] = [b[0], a[1], a[2]]
      },
    ],
    'another history, signed with the key of the log': [
      're_signed',
      async (open) => {
        open.rows[50] = rowOf(entryAt(open, 50), altered(payloadAt(open, 50)))
        await signAgain(open, signer)
      },
    ],
    'a record of today that says it is of yesterday': [
      'back_dated',
      async (open) => {
        const last = entryAt(open, open.rows.length - 1)
        const recordedAtMs = last.recordedAtMs - 24 * hourMs
        const payload = payloadAt(open, open.rows.length - 1)
        const dated = JSON.parse(payload)
        const at = new Date(recordedAtMs).toISOString()
        const text = payload.replaceAll(dated.record.recorded_at, at)
        open.rows[open.rows.length - 1] = rowOf({ ...last, recordedAtMs }, text)
        await signAgain(open, signer)
      },
    ],
    'a checkpoint that another key signed': [
      'forged_checkpoint',
      async (open) => {
        const stranger = new TestLog(open.header.origin)
        stranger.consent({ number: 1 })
        open.header = {
          ...open.header,
          checkpoints: [...open.header.checkpoints, await stranger.checkpoint()],
        }
      },
    ],
    'a record that was put in again': [
      'replayed_record',
      async (open) => {
        const [hash, entry, payload] = open.rows[50] ?? ['', '', '']
        open.rows.push([hash, entry, payload])
        await signAgain(open, signer)
      },
    ],
    'a retired key that no log ever saw': [
      'forged_key',
      (open) => {
        const keySet = open.header.key_set as { keys: unknown[] }
        open.header = { ...open.header, key_set: { keys: [...keySet.keys, forgedJwk] } }
      },
    ],
  }
  for (const [deed, [expected, commit]] of Object.entries(deeds))
    test(`${deed}: ${expected}`, async () => {
      const open = openExport(lines)
      await commit(open)
      const { code, names } = await audit(open)
      assert.equal(code, 1)
      assert.deepEqual(names.sort(), [expected].flat().sort())
    })
})

test('T32: assent audit accepts the erasure of 10,000 people', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'assent-erased-'))
  const log = new TestLog()
  const subjects = 10_000
  for (let number = 0; number < 2 * subjects; number++) log.consent({ number, subject: number % subjects })
  const morning = 1_795_255_200_000
  for (let first = 0; first < subjects; first += 100) {
    const indexes = Array.from({ length: 100 }, (_, at) => [first + at, first + at + subjects]).flat()
    log.erase(indexes, morning + 30_000_000)
  }
  await log.checkpoint()
  const { origin, records, leafHashes, checkpoints } = log
  const header = {
    format: 'assent-export/1',
    origin,
    size: log.size,
    log_key: formatVerifierKey(log.signer.key),
    checkpoints,
    time_stamps: [],
    key_set: { keys: [] },
  }
  const text = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString())
  const rows = records.map(({ entry, payload }, at) =>
    JSON.stringify([Buffer.from(leafHashes[at] ?? []).toString('base64'), text(entry), text(payload)]),
  )
  await writeFile(join(folder, 'log.jsonl'), `${[JSON.stringify(header), ...rows].join('\n')}\n`)
  const { code, text: answer } = await runOffline(
    'audit',
    join(folder, 'log.jsonl'),
    '--log-key',
    header.log_key,
    '--json',
  )
  assert.equal(code, 0, answer)
  const report = JSON.parse(answer)
  assert.deepEqual([report.isClean, report.erasedCount, report.leafCount], [true, 2 * subjects, log.size])
  t.diagnostic(`${report.erasedCount} erased records of ${subjects} people, ${report.leafCount} leaves`)
  assert.ok(
    !(await readFile(join(folder, 'log.jsonl'), 'utf8')).includes('"granted"'),
    'nothing of them is in it',
  )
  await rm(folder, { recursive: true })
})
