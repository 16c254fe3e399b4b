// node packages/service/test/fuzz/run.ts --requests 20000 [--seed n] [--only n]: a server of its own, fuzzed.
import { parseArgs } from 'node:util'
import { lookAfterwards } from './afterwards.ts'
import { newSeed, runCampaign } from './campaign.ts'
import { canaries } from './canaries.ts'
import { printOutcome } from './outcome.ts'
import { openProcessTarget } from './process-target.ts'

/** Hostile requests must not cost the server more time than honest ones may take. */
const p99MaxMs = 200

const { values } = parseArgs({
  options: {
    requests: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string', multiple: true },
  },
})
const seed = Number(values.seed ?? newSeed())
const only = values.only?.map(Number)
const requests = only?.length ?? Number(values.requests ?? 20_000)
console.log(`seed ${seed}: ${requests} requests, and ${canaries.length} canaries`)

await using target = await openProcessTarget()
const outcome = await runCampaign(target, { seed, requests, ...(only === undefined ? {} : { only }) })
const faults = await lookAfterwards(target)
if (outcome.p99Ms > p99MaxMs) faults.push(`p99 ${Math.round(outcome.p99Ms)} ms`)
console.log(printOutcome(outcome))
for (const fault of faults) console.log(`AFTERWARDS  ${fault} (seed ${seed})`)
process.exitCode = outcome.findings.length + faults.length === 0 ? 0 : 1
