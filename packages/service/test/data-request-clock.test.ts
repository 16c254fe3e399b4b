import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchDataRequests } from '../src/jobs/watch-data-requests.ts'
import { aRequestBody, done, open, read } from './a-data-request.ts'
import { type Harness, openHarness } from './harness.ts'

const dayMs = 86_400_000

/** As the job does it once a minute; here, when the test says so. */
function watch(t: Harness): Promise<void> {
  const context = { service: t.service, signal: new AbortController().signal }
  return watchDataRequests(context as Parameters<typeof watchDataRequests>[0])
}

async function actionsOf(t: Harness, id: string): Promise<(string | null)[]> {
  return (await read(t, id)).changes.map(({ event, action }) =>
    action === null ? null : `${event} ${action}`,
  )
}

test('due soon and overdue are told once each, in the ledger, by two servers as by one', async () => {
  await using t = await openHarness()
  const { id, deadlines } = await open(t, { country: 'BR' })
  const closed = await open(t, { country: 'BR' })
  await done(t, closed.id, 'withdraw')
  const due = Date.parse(deadlines.due_at ?? '')
  const moveTo = (time: number) => t.advance(time - t.service.clock.now())
  await watch(t)
  assert.equal((await read(t, id)).changes.length, 1)
  moveTo(due - 7 * dayMs + 1000)
  await Promise.all([watch(t), watch(t)])
  await watch(t)
  moveTo(due + 1000)
  await Promise.all([watch(t), watch(t)])
  await watch(t)
  assert.deepEqual(await actionsOf(t, id), [
    null,
    'data_request.due_soon due_soon',
    'data_request.overdue overdue',
  ])
  assert.equal((await read(t, id)).is_overdue, true)
  assert.equal((await read(t, closed.id)).changes.length, 2)
})

test('what nobody proves expires after seven days; an opt-out goes on where the law asks for no proof', async () => {
  await using t = await openHarness()
  const portal = async (changes: Record<string, unknown>) => {
    const body = aRequestBody({ subject: null, email: 'ada@example.org', ...changes })
    const answer = await t.call('POST', '/v1/data-requests/portal', { body, key: t.keys.test.public })
    assert.equal(answer.status, 202, answer.text)
    return String(answer.json['id'])
  }
  const access = await portal({})
  const californian = await portal({ type: 'opt_out_sale', country: 'US', region: 'CA' })
  t.advance(6 * dayMs)
  await watch(t)
  assert.equal((await read(t, access)).status, 'awaiting_verification')
  t.advance(dayMs + 1000)
  await watch(t)
  const expired = await read(t, access)
  assert.deepEqual([expired.status, expired.verification.status], ['expired', 'pending'])
  const gone = await read(t, californian)
  assert.deepEqual([gone.status, gone.verification.status], ['received', 'not_needed'])
})
