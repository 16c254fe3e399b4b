import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { recordConsentExample } from '../../src/domain/consent-schema.ts'
import { lookAfterwards } from './afterwards.ts'
import { runCampaign } from './campaign.ts'
import { canaries, findCanaries } from './canaries.ts'
import { findLeaks } from './log-leaks.ts'
import { printOutcome } from './outcome.ts'
import { openStubTarget, type Plant, refusal } from './stub-target.ts'

const seed = 20_261_121

/** The same answer, with other members. */
function edited(body: string, change: (members: Record<string, unknown>) => object): string {
  return JSON.stringify(change(JSON.parse(body) as Record<string, unknown>))
}

const recorded = (more: object) => ({
  ...refusal(201, ''),
  body: JSON.stringify({ ...recordConsentExample, ...more }),
})

/** One fault each, and the rule that must catch it. */
const faults: readonly (readonly [fault: string, rule: string, plant: Plant])[] = [
  [
    'a 500 by a legal member',
    'no 5xx',
    ({ body }) => (body.includes('"metadata"') ? refusal(500, 'internal_error') : undefined),
  ],
  [
    'a connection that dies',
    'one answer',
    ({ body, socket }) => {
      if (body.includes('"country"')) socket.destroy()
      return undefined
    },
  ],
  [
    'bytes behind the answer',
    'one answer',
    ({ url, socket }, answer) => {
      if (url.startsWith('/v1/')) setImmediate(() => socket.write('HTTP/1.1 200 OK\r\n'))
      return answer
    },
  ],
  [
    'a value repeated in the message',
    'no echo',
    ({ body }) => {
      const [canary] = findCanaries(body)
      return canary === undefined ? undefined : refusal(422, 'validation_failed', { message: canary.text })
    },
  ],
  [
    'a token repeated in a header',
    'no echo',
    ({ headers }, answer) =>
      findCanaries(String(headers['subject-token'])).length > 0
        ? { ...answer, headers: { ...answer.headers, 'X-Debug': String(headers['subject-token']) } }
        : undefined,
  ],
  [
    'an address repeated in a body',
    'no echo',
    ({ headers }, answer) =>
      headers['x-forwarded-for'] === undefined || answer.status !== 422
        ? undefined
        : refusal(422, 'validation_failed', {
            issues: [{ path: 'query', message: String(headers['x-forwarded-for']) }],
          }),
  ],
  [
    'no hint',
    'as documented',
    (_, answer) =>
      answer.status === 422
        ? { ...answer, body: edited(answer.body, ({ hint, ...others }) => others) }
        : undefined,
  ],
  [
    'a fifth member',
    'as documented',
    (_, answer) => (answer.status === 422 ? refusal(422, 'validation_failed', { stack: 'at …' }) : undefined),
  ],
  [
    'a code of another status',
    'as documented',
    (_, answer) => (answer.status === 422 ? refusal(400, 'validation_failed') : undefined),
  ],
  [
    'a page instead of JSON',
    'as documented',
    (_, answer) =>
      answer.status === 422
        ? { ...answer, headers: { ...answer.headers, 'Content-Type': 'text/html' }, body: '<h1>No</h1>' }
        : undefined,
  ],
  [
    'an answer of another shape',
    'as documented',
    ({ url }, answer) =>
      url.startsWith('/v1/receipts') ? { ...answer, body: '{"status":"fine"}' } : undefined,
  ],
  [
    'no Request-Id',
    'as documented',
    ({ url }, answer) => {
      const { 'Request-Id': _, ...headers } = answer.headers
      return url.startsWith('/v1/receipts') ? { ...answer, headers } : undefined
    },
  ],
  [
    'a 401 that does not say how to authenticate',
    'how to go on',
    (_, answer) =>
      answer.status === 401 ? { ...refusal(422, 'x'), status: 401, body: answer.body } : undefined,
  ],
  [
    'a cached refusal',
    'as documented',
    (_, answer) =>
      answer.status === 401
        ? { ...answer, headers: { ...answer.headers, 'Cache-Control': 'public' } }
        : undefined,
  ],
  [
    'a bad key that learns something',
    'keys are checked',
    (_, answer) => (answer.status === 401 ? refusal(422, 'validation_failed') : undefined),
  ],
  [
    'a body that the document forbids',
    'the document is checked',
    ({ body }, answer) =>
      answer.status === 422 && body.startsWith('{') && !body.includes('"purposes"')
        ? recorded({})
        : undefined,
  ],
  [
    'another person than was named',
    'recorded as sent',
    ({ body }, answer) =>
      answer.status === 422 && body.includes('"purposes"')
        ? recorded({ subject: { ...recordConsentExample.subject, ref: 'user_0' } })
        : undefined,
  ],
]

describe('the oracle has teeth', () => {
  test('a service without a fault has no findings', async () => {
    await using target = await openStubTarget()
    const outcome = await runCampaign(target, { seed, requests: 400 })
    assert.deepEqual(outcome.findings, [], printOutcome(outcome))
  })

  for (const [fault, rule, plant] of faults)
    test(`${fault}: ${rule}`, async () => {
      await using target = await openStubTarget(plant)
      const { findings } = await runCampaign(target, { seed, requests: 160 })
      assert.ok(
        findings.some((finding) => finding.rule === rule),
        `only found: ${findings.map((finding) => finding.rule).join(', ')}`,
      )
    })

  test('a report shows the seed and the smallest request, and the seed alone brings it back', async () => {
    await using target = await openStubTarget(({ url, body }) =>
      url === '/v1/consent' && body.includes('"metadata"') ? refusal(500, 'internal_error') : undefined,
    )
    const outcome = await runCampaign(target, { seed, requests: 800 })
    const finding = outcome.findings.find(({ rule }) => rule === 'no 5xx')
    assert.ok(finding)
    const report = printOutcome(outcome)
    assert.ok(report.includes(`seed ${seed}: 800 requests`))
    assert.ok(report.includes(`--only ${finding.seed}`))
    assert.match(report, /the shrunk request, as \w+\.?\w+:\n {4}POST \/v1\/consent HTTP\/1\.1\n/)
    const body = JSON.parse(finding.request.body?.toString() ?? '') as object
    assert.deepEqual(Object.keys(body), ['subject', 'purposes', 'metadata'])

    const again = await runCampaign(target, { seed: 0, requests: 1, only: [finding.seed] })
    assert.deepEqual(
      again.findings.map(({ rule, request }) => [rule, request.target, request.body]),
      [['no 5xx', finding.request.target, finding.request.body]],
    )
  })

  test('a dead service and a talkative log are seen afterwards', async () => {
    const target = await openStubTarget()
    await target[Symbol.asyncDispose]()
    const faultsThen = await lookAfterwards(target)
    assert.ok(faultsThen.includes('the process is gone'))
    assert.equal(faultsThen.length, 4)
    assert.deepEqual(findLeaks('a quiet line', target.names), [])
    for (const { kind, text } of canaries)
      assert.deepEqual(findLeaks(`{"message":"… ${text} …"}`, target.names), [`${kind} ${text}`])
    assert.deepEqual(findLeaks('x key-of-test.secret y user_42x customer|eu~7', target.names), [
      'test.secret',
      'user_42',
      'customer|eu~7',
    ])
  })
})
