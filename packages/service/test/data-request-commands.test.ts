import assert from 'node:assert/strict'
import { test } from 'node:test'
import { open, read } from './a-data-request.ts'
import { openHarness } from './harness.ts'
import { runAssent } from './run-assent.ts'

test('the command line does what the endpoints do, and the ledger says who did it', async () => {
  await using t = await openHarness()
  const { id } = await open(t, { received_at: '2026-01-05T09:00:00Z', email: 'ada@example.org' })
  const listed = await runAssent(t, 'requests', 'list', '--overdue', '--json')
  assert.equal(listed.code, 0, listed.err)
  assert.deepEqual([listed.code, JSON.parse(listed.out)[0].id], [0, id])
  assert.ok(!listed.out.includes('ada@example.org'))

  const shown = await runAssent(t, 'requests', 'show', id)
  assert.equal(shown.code, 0, shown.err)
  for (const words of ['ada@example.org', 'gdpr:P1M', 'Art. 12(3)', 'OVERDUE', '1. '])
    assert.ok(shown.out.includes(words), words)

  assert.equal((await runAssent(t, 'requests', 'advance', id, 'start')).code, 0)
  const again = await runAssent(t, 'requests', 'advance', id, 'start')
  assert.equal(again.code, 1)
  assert.match(again.err, /cannot become in_progress/)
  assert.equal((await runAssent(t, 'requests', 'extend', id, '--reason', 'complex')).code, 1, 'too late')
  assert.equal((await runAssent(t, 'requests', 'deny', id, '--reason', 'because')).code, 2)
  assert.equal((await runAssent(t, 'requests', 'deny', id, '--reason', 'no_match')).code, 0)
  assert.equal((await runAssent(t, 'requests', 'show', `${id}0`)).code, 1)
  assert.equal((await runAssent(t, 'requests', 'show', id, '--environment', 'live')).code, 1)
  const { changes } = await read(t, id)
  assert.deepEqual(
    changes.map(({ action, by }) => [action, by.replace(/^key_.*/, 'key')]),
    [
      [null, 'key'],
      ['start', 'command'],
      ['deny', 'command'],
    ],
  )
})
