import { readPromises } from './acknowledgements.ts'
import type { Findings } from './audit-database.ts'
import { auditAgain, promisesPath, type RoundOrder, type RoundResult, runRound } from './crash-round.ts'
import { type Fault, faultsOf } from './faults.ts'
import type { SeededRandom } from './seeded-random.ts'
import { openStage, type Stage, type StageOptions } from './stage.ts'
import { isWhole, nothing, ofFindings, ofRound, sum, type Totals } from './totals.ts'

/** Rounds on one stage, one after the other, on the data of all that came before. */
export interface CampaignOrder {
  readonly stage: StageOptions
  readonly rounds: number
  readonly seconds: number
  readonly clients: number
  /** Instead of all that the stage can suffer. */
  readonly faults?: readonly Fault[]
  /** Numbers go on over campaigns, so that a line names one round. */
  readonly firstNumber: number
}

type Say = (line: string) => void

const secondFaultShare = 0.35

export async function runCampaign(order: CampaignOrder, random: SeededRandom, say: Say): Promise<Totals> {
  const isSafe = order.stage.settings === undefined
  let stage = await openStage(order.stage)
  try {
    let totals = nothing
    let results: RoundResult[] = []
    for (const round of planRounds(order, order.faults ?? faultsOf(stage), random)) {
      const result = await runRound(stage, round, random).catch(async (error: unknown) => {
        if (isSafe) await keepEvidence(stage, say)
        if (isSafe) throw error
        return undefined
      })
      if (result !== undefined) {
        results.push(result)
        totals = sum(totals, ofRound(result))
        say(describe(order.stage, result))
        continue
      }
      totals = sum(totals, await countAllAsLost(stage, round, say))
      await stage[Symbol.asyncDispose]()
      results = []
      stage = await openStage(order.stage)
    }
    // What later rounds may have done to earlier ones.
    for (const result of results) totals = sum(totals, ofFindings(await findNew(stage, result, say)))
    if (isSafe && !isWhole(totals)) await keepEvidence(stage, say)
    return totals
  } finally {
    await stage[Symbol.asyncDispose]()
  }
}

/** Every fault once before any comes again; now and then a second one strikes while the first is being mended. */
function* planRounds(
  { rounds, firstNumber, seconds, clients }: CampaignOrder,
  possible: readonly Fault[],
  random: SeededRandom,
): Generator<RoundOrder> {
  let waiting: Fault[] = []
  for (let index = 0; index < rounds; index++) {
    if (waiting.length === 0) waiting = random.shuffle(possible)
    const first = waiting.pop() ?? 'server'
    const faults = random.isChance(secondFaultShare) ? [first, random.pick(possible)] : [first]
    yield { number: firstNumber + index, seconds, clients, faults }
  }
}

/** Without safe settings a database may be so damaged that it never starts again. */
async function countAllAsLost(stage: Stage, round: RoundOrder, say: Say): Promise<Totals> {
  const { records } = await readPromises(promisesPath(stage, round))
  const lost = records.length
  const powerCuts = round.faults.filter((fault) => fault === 'power').length
  say(`round ${round.number}  ${round.faults.join(', ')}: the database did not come back, ${lost} lost`)
  return { ...nothing, rounds: 1, acknowledged: lost, lost, powerCuts }
}

async function findNew(stage: Stage, result: RoundResult, say: Say): Promise<Findings> {
  const now = await auditAgain(stage, result)
  const known = new Set([...result.lost, ...result.doubled, ...result.broken])
  const isNew = (finding: string) => !known.has(finding)
  const fresh = {
    lost: now.lost.filter(isNew),
    doubled: now.doubled.filter(isNew),
    broken: now.broken.filter(isNew),
  }
  if (!isWhole(ofFindings(fresh)))
    say(`round ${result.order.number}, looked at again at the end: ${describeFindings(fresh)}`)
  return fresh
}

async function keepEvidence(stage: Stage, say: Say): Promise<void> {
  say(`acknowledgements and logs are kept in ${await stage.keepEvidence()}`)
}

function describe({ setup, onDisk }: StageOptions, result: RoundResult): string {
  const { order, acknowledged, load, outageMs } = result
  const head = `round ${order.number}  ${setup}${onDisk ? ' on disk' : ''}: ${order.faults.join(', ')}`
  return (
    `${head.padEnd(56)} ${String(acknowledged).padStart(6)} acknowledged, ${load.retried} after a retry, ` +
    `away ${outageMs} ms: ${describeFindings(result)}`
  )
}

function describeFindings({ lost, doubled, broken }: Findings): string {
  const counts = `${lost.length} lost, ${doubled.length} doubled, ${broken.length} broken`
  const examples = [...lost, ...doubled, ...broken].slice(0, 3)
  return examples.length === 0 ? counts : `${counts}\n    ${examples.join('\n    ')}`
}
