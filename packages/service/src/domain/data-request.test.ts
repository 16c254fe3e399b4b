import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../kernel/refusal.ts'
import {
  changeDataRequest,
  type DataRequest,
  type DataRequestAction,
  type DataRequestStatus,
  dataRequestEdges,
  dataRequestStatuses,
  isClosed,
  nextTick,
  type RequestClock,
} from './data-request.ts'

const day = 86_400_000
const received = Date.parse('2026-03-02T10:00:00Z')

/** A law with every possibility, counted in plain days, so that these tests are about the life of a request alone. */
const clock: RequestClock = {
  regime: 'made_up',
  pausesFor: ['identity'],
  needsNoProof: (type) => type === 'opt_out_sale',
  deadlinesOf: ({ receivedAt, extension }) => ({
    acknowledgeBy: null,
    dueAt: receivedAt + (extension === null ? 30 : 60) * day,
    extendedDueAt: receivedAt + 60 * day,
    rule: 'made_up:P30D',
    sources: [],
  }),
}

function aRequest(changes: Partial<DataRequest> = {}): DataRequest {
  return {
    type: 'access',
    status: 'received',
    country: 'DE',
    region: null,
    channel: 'api',
    requester: 'self',
    receivedAt: received,
    createdAt: received,
    verification: 'verified',
    verifiedAt: received,
    proveBy: null,
    pauses: [],
    extension: null,
    acknowledgedAt: null,
    closedAt: null,
    denial: null,
    told: { dueSoon: null, overdue: null },
    changes: 1,
    ...changes,
  }
}

/** What leads to each status, where anything does. */
const ways: readonly (readonly [to: DataRequestStatus, action: DataRequestAction])[] = [
  ['received', { kind: 'verify', by: 'operator' }],
  ['received', { kind: 'proceed_unproved' }],
  ['in_progress', { kind: 'start' }],
  ['in_progress', { kind: 'resume' }],
  ['paused', { kind: 'pause', reason: 'identity' }],
  ['fulfilled', { kind: 'fulfil' }],
  ['denied', { kind: 'deny', reason: 'no_match' }],
  ['withdrawn', { kind: 'withdraw' }],
  ['expired', { kind: 'expire' }],
]

function attempt(request: DataRequest, action: DataRequestAction): DataRequest | Refusal {
  try {
    return changeDataRequest(request, action, { clock, now: received + day })
  } catch (error) {
    assert.ok(error instanceof Refusal)
    return error
  }
}

test('T85: of all pairs of statuses only the listed edges can be walked, by whatever action', () => {
  let walked = 0
  for (const from of dataRequestStatuses)
    for (const [to, action] of ways) {
      const request = aRequest({ type: 'opt_out_sale', status: from })
      const outcome = attempt(request, action)
      const edges: readonly string[] = dataRequestEdges[from]
      // Only what stands still can go on.
      const isListed = edges.includes(to) && !(action.kind === 'resume' && from !== 'paused')
      assert.equal(outcome instanceof Refusal, !isListed, `${from} → ${to} by ${action.kind}`)
      if (outcome instanceof Refusal) {
        assert.equal(outcome.code, 'not_applicable')
        continue
      }
      walked += 1
      assert.equal(outcome.status, to)
      assert.equal(outcome.changes, request.changes + 1)
      assert.equal(outcome.closedAt, isClosed(outcome) ? received + day : null)
    }
  const edges = Object.values(dataRequestEdges).flat().length
  // Two actions lead to `received`, and two from `paused` to `in_progress`.
  assert.equal(walked, edges + 2)
})

test('what is closed stays as it is: nothing at all can happen to it', () => {
  for (const status of dataRequestStatuses.filter((each) => isClosed({ status: each })))
    for (const action of [
      ...ways.map(([, way]) => way),
      { kind: 'acknowledge' } as const,
      { kind: 'extend', reason: 'complex' } as const,
      { kind: 'overdue' } as const,
    ])
      assert.ok(attempt(aRequest({ status }), action) instanceof Refusal, `${status} ${action.kind}`)
})

test('the term is extended once, and only before it has run out', () => {
  const extended = attempt(aRequest(), { kind: 'extend', reason: 'complex' })
  assert.ok(!(extended instanceof Refusal))
  assert.deepEqual(extended.extension, { reason: 'complex', at: received + day })
  assert.equal(extended.status, 'received')
  assert.ok(attempt(extended, { kind: 'extend', reason: 'numerous' }) instanceof Refusal)
  const late = { clock, now: received + 31 * day }
  assert.throws(() => changeDataRequest(aRequest(), { kind: 'extend', reason: 'complex' }, late), Refusal)
})

test('the clock stops for what the law lets it stop for, and goes on when the request does', () => {
  assert.ok(attempt(aRequest(), { kind: 'pause', reason: 'fee' }) instanceof Refusal)
  const paused = attempt(aRequest(), { kind: 'pause', reason: 'identity' })
  assert.ok(!(paused instanceof Refusal))
  assert.deepEqual(paused.pauses, [{ reason: 'identity', from: received + day, to: null }])
  const resumed = changeDataRequest(paused, { kind: 'resume' }, { clock, now: received + 4 * day })
  assert.deepEqual(resumed.pauses, [{ reason: 'identity', from: received + day, to: received + 4 * day }])
  const denied = changeDataRequest(
    paused,
    { kind: 'deny', reason: 'insufficient_verification' },
    { clock, now: received + 4 * day },
  )
  assert.equal(denied.pauses[0]?.to, received + 4 * day)
})

test('only where the law asks for no proof does a request go on without one', () => {
  const pending = {
    status: 'awaiting_verification',
    verification: 'pending',
    proveBy: received + 7 * day,
  } as const
  assert.ok(attempt(aRequest(pending), { kind: 'proceed_unproved' }) instanceof Refusal)
  assert.deepEqual(nextTick(aRequest(pending), clock), { at: received + 7 * day, action: { kind: 'expire' } })
  const optOut = aRequest({ ...pending, type: 'opt_out_sale' })
  const tick = nextTick(optOut, clock)
  assert.deepEqual(tick?.action, { kind: 'proceed_unproved' })
  const gone = changeDataRequest(optOut, { kind: 'proceed_unproved' }, { clock, now: received + 7 * day })
  assert.equal(gone.verification, 'not_needed')
})

test('the clock tells once that a request is due soon, once that it is overdue, and again after an extension', () => {
  let request = aRequest()
  const told: string[] = []
  const run = (until: number) => {
    for (;;) {
      const tick = nextTick(request, clock)
      if (tick === undefined || tick.at > until) return
      told.push(`${tick.action.kind} ${(tick.at - received) / day}`)
      request = changeDataRequest(request, tick.action, { clock, now: Math.max(tick.at, received) })
    }
  }
  run(received + 25 * day)
  request = changeDataRequest(
    request,
    { kind: 'extend', reason: 'complex' },
    { clock, now: received + 26 * day },
  )
  run(received + 365 * day)
  const last = 60 + 1 / day
  assert.deepEqual(told, ['due_soon 23', 'due_soon 53', `overdue ${last}`])
  assert.equal(nextTick(request, clock), undefined)
})
