import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCampaign } from './crash-campaign.ts'
import type { Fault } from './faults.ts'
import { whyNoPowerDisk } from './power-disk.ts'
import { seededRandom } from './seeded-random.ts'
import type { StageOptions } from './stage.ts'
import { teeth } from './teeth.ts'
import type { Totals } from './totals.ts'

// The short form of `npm run crash`. That it can fail is shown by the settings in teeth.ts, which break the promise.

const isLinux = process.platform === 'linux'
const noDisk = whyNoPowerDisk()

async function aFewRounds(stage: StageOptions, faults: readonly Fault[], seed: number): Promise<Totals> {
  const order = { stage, faults, rounds: faults.length, seconds: 0.8, clients: 16, firstNumber: 1 }
  return await runCampaign(order, seededRandom(seed), (line) => console.log(line))
}

function assertWhole(totals: Totals): void {
  const { acknowledged, lost, doubled, broken } = totals
  assert.ok(acknowledged > 100, `only ${acknowledged} were acknowledged: too few to say anything`)
  assert.deepEqual({ lost, doubled, broken }, { lost: 0, doubled: 0, broken: 0 })
}

test('one server with its own PostgreSQL is killed: what was acknowledged is there, once', {
  skip: !isLinux,
}, async () => {
  const onDisk = noDisk === undefined
  const faults: Fault[] = ['server', 'everything', onDisk ? 'power' : 'postmaster']
  assertWhole(await aFewRounds({ setup: 'embedded', onDisk }, faults, 11))
})

test('two servers and their PostgreSQL are killed: what was acknowledged is there, once', {
  skip: !isLinux,
}, async () => {
  assertWhole(await aFewRounds({ setup: 'separate', onDisk: false }, ['both', 'postmaster'], 12))
})

test('teeth: with synchronous_commit=off the same harness reports a loss', { skip: !isLinux }, async () => {
  // What is lost is what was acknowledged in the last moments: on a slow machine that may be nothing, once.
  let lost = 0
  for (let seed = 13; lost === 0 && seed < 20; seed++)
    lost = (await aFewRounds(teeth.memory.stage, ['stall'], seed)).lost
  assert.ok(lost > 0, 'nothing was lost, so the harness cannot see a loss')
})
