// `npm run crash`: kill -9 and power cuts at random moments under load; whatever was acknowledged must be there after.
import { parseArgs } from 'node:util'
import { runCampaign } from './crash-campaign.ts'
import { whyNoPowerDisk } from './power-disk.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'
import { type StageOptions, setups } from './stage.ts'
import { teeth } from './teeth.ts'
import { isWhole, nothing, sum, type Totals } from './totals.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '2' },
    clients: { type: 'string', default: '24' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    teeth: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const clients = Number(values.clients)
const say = (line: string) => void process.stdout.write(`${line}\n`)

// An exit of our own choosing takes the servers, the databases and the disks along.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const noDisk = whyNoPowerDisk()
say(`crash: ${rounds} rounds of ${seconds} s, ${clients} clients, seed ${values.seed}`)
if (noDisk !== undefined) say(`no power is cut: ${noDisk}`)
const random = seededRandom(Number(values.seed))
process.exitCode = (values.teeth ? await bite(random) : await endure(random)) ? 0 : 1

/** With safe settings nothing may be lost. */
async function endure(random: SeededRandom): Promise<boolean> {
  const stages: StageOptions[] = [false, ...(noDisk === undefined ? [true] : [])].flatMap((onDisk) =>
    setups.map((setup) => ({ setup, onDisk })),
  )
  let totals = nothing
  for (const [index, stage] of stages.entries()) {
    const share = shareOf(index, stages.length)
    const firstNumber = totals.rounds + 1
    if (share > 0)
      totals = sum(
        totals,
        await runCampaign({ stage, rounds: share, seconds, clients, firstNumber }, random, say),
      )
  }
  summarise(totals)
  return isWhole(totals)
}

/** Without them something must be, or the harness sees nothing. */
async function bite(random: SeededRandom): Promise<boolean> {
  const possible = Object.values(teeth).filter(({ stage }) => noDisk === undefined || !stage.onDisk)
  const blunt: string[] = []
  let totals = nothing
  for (const [index, { name, stage, faults }] of possible.entries()) {
    const order = { stage, faults, seconds, clients, rounds: Math.max(1, shareOf(index, possible.length)) }
    const found = await runCampaign({ ...order, firstNumber: totals.rounds + 1 }, random, say)
    say(
      `${name}: ${found.lost} of ${found.acknowledged} lost in ${found.rounds} rounds, ${found.doubled} doubled`,
    )
    if (found.lost === 0) blunt.push(name)
    totals = sum(totals, found)
  }
  summarise(totals)
  for (const name of blunt) say(`NO TEETH: nothing was lost with ${name}, so this harness proves nothing`)
  return blunt.length === 0
}

function shareOf(index: number, parts: number): number {
  return Math.floor(((index + 1) * rounds) / parts) - Math.floor((index * rounds) / parts)
}

function summarise(totals: Totals): void {
  say(
    `rounds ${totals.rounds} (power cuts ${totals.powerCuts}), acknowledgements checked ${totals.acknowledged}, ` +
      `asked again under their keys ${totals.replays}, receipts ${totals.receipts}: ` +
      `lost ${totals.lost}, doubled ${totals.doubled}, broken ${totals.broken}`,
  )
}
