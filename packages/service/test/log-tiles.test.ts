import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  appendLeaf,
  decodeEntryBundle,
  emptyFrontier,
  hashLeaf,
  openCheckpoint,
  rootOf,
  tileAt,
  tilePath,
} from '@assent/evidence'
import { logNoteKey } from '../src/log/log-key.ts'
import { readLogs } from '../src/store/logs.ts'
import { record } from './a-consent.ts'
import { anAnonymousRef, type Harness, openHarness } from './harness.ts'
import { entriesOfTheStart, testLog } from './test-log.ts'

async function fetchBytes(t: Harness, path: string, key: string | null = t.keys.test.secret) {
  const headers = key === null ? {} : { Authorization: `Bearer ${key}` }
  const response = await fetch(t.url + path, { headers })
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

test('whoever has the key rebuilds the signed tree from the entries that are served', async () => {
  await using t = await openHarness({ keepsLog: true })
  for (let i = 0; i < 6; i++) await Promise.all(Array.from({ length: 50 }, () => record(t, anAnonymousRef())))
  const { sequencer, place } = testLog(t)
  await sequencer.flush()

  const note = await fetchBytes(t, '/log/test-0/checkpoint')
  assert.equal(note.headers.get('cache-control'), 'private, max-age=5')
  const keys = (await readLogs(t.service.pool, place)).map(logNoteKey)
  const checkpoint = await openCheckpoint(note.bytes.toString(), keys)
  assert.ok(checkpoint.isSigned)
  assert.equal(checkpoint.size, entriesOfTheStart + 300)

  let frontier = emptyFrontier
  for (const index of [0, 1]) {
    const tile = tileAt('entries', index, checkpoint.size)
    const answer = await fetchBytes(t, `/log/test-0/${tilePath(tile)}`)
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('cache-control') ?? '', /immutable/)
    const hashes = decodeEntryBundle(answer.bytes).map((entry) => hashLeaf(entry))
    const hashTile = await fetchBytes(t, `/log/test-0/${tilePath(tileAt(0, index, checkpoint.size))}`)
    assert.deepEqual(hashTile.bytes, Buffer.concat(hashes))
    for (const hash of hashes) frontier = appendLeaf(frontier, hash)
  }
  assert.deepEqual(Buffer.from(rootOf(frontier)), Buffer.from(checkpoint.root))
})

test('the log is there for keys of its environment, or for all where the operator says so', async () => {
  await using t = await openHarness({ keepsLog: true })
  await testLog(t).sequencer.flush()
  const status = async (path: string, key: string | null) => (await fetchBytes(t, path, key)).status
  assert.equal(await status('/log/test-0/checkpoint', null), 401)
  assert.equal(await status('/log/test-0/checkpoint', t.keys.test.public), 403)
  assert.equal(await status('/log/test-0/checkpoint', t.keys.live.secret), 404)
  assert.equal(await status('/log/test-0/checkpoint', t.keys.test.secret), 200)
  for (const path of ['test-1/checkpoint', 'test-00/checkpoint', 'nowhere-0/checkpoint', 'test-0/tile/0/000'])
    assert.equal(await status(`/log/${path}`, t.keys.test.secret), 404, path)
  for (const path of [`0/000.p/${entriesOfTheStart}`, 'entries/000.p/2'])
    assert.equal(await status(`/log/test-0/tile/${path}`, t.keys.test.secret), 200, path)
  for (const path of [
    `0/000.p/${entriesOfTheStart + 1}`,
    '0/001.p/1',
    '0/0',
    '0/000.p/04',
    'x/000',
    '0/000.p/4?x=1',
    '64/000',
  ])
    assert.equal(await status(`/log/test-0/tile/${path}`, t.keys.test.secret), 404, path)

  await using open = await openHarness({ keepsLog: true, settings: { ASSENT_LOG_ACCESS: 'open' } })
  await testLog(open).sequencer.flush()
  const answer = await fetchBytes(open, '/log/test-0/checkpoint', null)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('access-control-allow-origin'), '*')
})
