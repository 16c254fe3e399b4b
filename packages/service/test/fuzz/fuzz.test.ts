import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lookAfterwards } from './afterwards.ts'
import { runCampaign } from './campaign.ts'
import { canaries } from './canaries.ts'
import { openHarnessTarget } from './harness-target.ts'
import { printOutcome } from './outcome.ts'
import { isPending } from './pending.ts'

/** The same for everybody: what `run.ts` finds with a new seed each time becomes a regression, and no surprise here. */
const seed = 20_261_121

const prototypes = () => [Object, Array, String, Function].map(({ prototype }) => Reflect.ownKeys(prototype))

test('4,000 requests of every kind: no 5xx, nothing undocumented, nothing echoed, nothing logged', async (t) => {
  const before = prototypes()
  // Some of the circumstances of a request are looked at only behind a proxy.
  await using target = await openHarnessTarget({
    ASSENT_TRUSTED_PROXY: '127.0.0.1',
    ASSENT_GEO_HEADER: 'x-country',
  })
  const outcome = await runCampaign(target, { seed, requests: 4000 })
  t.diagnostic(printOutcome({ ...outcome, findings: [] }))
  const findings = outcome.findings.filter((finding) => !isPending(finding))
  assert.equal(findings.length, 0, printOutcome({ ...outcome, findings }))
  assert.ok(outcome.planted > canaries.length * 0.8, `only ${outcome.planted} canaries were planted`)
  assert.ok((outcome.statuses['201'] ?? 0) > 20, 'a campaign that records nothing tries little')
  assert.deepEqual(await lookAfterwards(target), [], `seed ${seed}`)
  assert.deepEqual(prototypes(), before)
})
