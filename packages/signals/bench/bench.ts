// What this package promises of its speed, beside the maintained libraries in the same run:
// `node packages/signals/bench/bench.ts`. Rates are the best of several rounds on one core.
import { GppModel } from '@iabgpp/cmpapi'
import { TCModel, TCString } from '@iabtechlabtcf/core'
import {
  type Choices,
  decideGppParts,
  decodeGpp,
  decodeTcString,
  encodeGpp,
  encodeTcString,
  parseVendorList,
  prepareGpp,
  prepareTcf,
  SignalError,
} from '../src/index.ts'
import { aPurpose, inventedJson, readRealList, someChoices, someSettings } from '../test/fixtures.ts'
import { HOSTILE_TC_STRINGS } from '../test/hostile-tc-strings.ts'
import { libraryList } from '../test/tcf-libraries.ts'

const ROUNDS = 8
const ROUND_MS = 250

const real = readRealList()
const json = real ?? inventedJson
const list = parseVendorList(json)
const shown = list.vendors.filter(({ deletedAtMs }) => deletedAtMs === null).map(({ id }) => id)
const vendors = { shown, granted: shown, objected: [] }
const choices: Choices = someChoices({ vendorListVersion: list.vendorListVersion, vendors })
const context = prepareTcf(list, someSettings)
const tcString = encodeTcString(choices, context)

const model = new TCModel(libraryList(json))
model.cmpId = someSettings.cmpId
model.cmpVersion = someSettings.cmpVersion
model.consentScreen = choices.screen
model.isServiceSpecific = true
model.setAll()
model.vendorsDisclosed.set(shown)

const gppContext = prepareGpp({ sections: ['usnat'], isNoticeGiven: true, mspa: null, versions: {} })
const gppChoices = someChoices({
  gpc: true,
  purposes: [aPurpose({}, { gpp: ['sale', 'sharing', 'sensitive:8'] })],
})
const gppParts = decideGppParts(gppChoices, gppContext, null)
const gppString = encodeGpp(gppParts)
const { Gpc: _, ...usnat } = Object(gppParts['usnat'])

print(
  `TC string, ${shown.length} vendors of list ${list.vendorListVersion}${real === null ? ' (invented!)' : ''}`,
)
const [ours, theirs] = rates(
  () => encodeTcString(choices, context),
  () => TCString.encode(model),
)
report('write, from choices', ours, 20_000)
report('TCString.encode of @iabtechlabtcf/core', theirs)
report('ratio', ours / theirs, 100)
report(
  'read',
  rate(() => decodeTcString(tcString)),
)
report(
  'TCString.decode',
  rate(() => TCString.decode(tcString)),
)

print('GPP string, usnat with GPC')
const [gpp, gppLibrary] = rates(
  () => encodeGpp(decideGppParts(gppChoices, gppContext, null)),
  writeWithLibrary,
)
report('write, from choices', gpp, 100_000)
report(
  'write, from fields',
  rate(() => encodeGpp(gppParts)),
  100_000,
)
report('GppModel of @iabgpp/cmpapi', gppLibrary)
report('ratio', gpp / gppLibrary)
report(
  'read',
  rate(() => decodeGpp(gppString)),
)

print('Hostile text, milliseconds: the first call, and the median of 50 more (target: below 5)')
for (const [name, text] of Object.entries(HOSTILE_TC_STRINGS)) {
  const alone = times(() => decodeTcString(text))
  const inGpp = times(() => decodeGpp(`DBABM~${text}`))
  print(`  ${name.padEnd(34)} ${alone}   in GPP ${inGpp}`)
}
const overlapping = HOSTILE_TC_STRINGS['80 overlapping ranges'] ?? ''
print(`  TCString.decode, 80 of them        ${times(() => TCString.decode(overlapping), 2)}`)

function writeWithLibrary(): string {
  const library = new GppModel()
  for (const [field, value] of Object.entries(usnat)) library.setFieldValue('usnat', field, value)
  library.setFieldValue('usnat', 'GpcSegmentIncluded', true)
  library.setFieldValue('usnat', 'Gpc', true)
  return library.encode()
}

/** Calls in a second of one core: the best of the rounds, for everything else on the machine only takes away. */
function rate(call: () => unknown): number {
  return rates(call, () => null)[0]
}

/** The same of two calls whose rounds take turns, so that both meet the machine in the same mood. */
function rates(one: () => unknown, other: () => unknown): [number, number] {
  let best: [number, number] = [0, 0]
  for (let round = 0; round < ROUNDS; round++) {
    best = [Math.max(best[0], roundOf(one)), Math.max(best[1], roundOf(other))]
  }
  return best
}

/** By the processor time of the whole process, its collector and compiler included, not by the clock on the wall. */
function roundOf(call: () => unknown): number {
  const start = performance.now()
  const before = process.cpuUsage()
  let calls = 0
  for (; performance.now() - start < ROUND_MS; calls++) call()
  const { user, system } = process.cpuUsage(before)
  return (calls / (user + system)) * 1_000_000
}

/** Milliseconds of the first call, and the median of those after it: the machine has other things to do. */
function times(call: () => unknown, calls = 50): string {
  const first = timeMs(call)
  const rest = Array.from({ length: calls }, () => timeMs(call)).sort((a, b) => a - b)
  return [first, rest[Math.trunc(calls / 2)] ?? 0].map((ms) => ms.toFixed(2).padStart(8)).join(' ')
}

function timeMs(call: () => unknown): number {
  const before = performance.now()
  try {
    call()
  } catch (error) {
    if (!(error instanceof SignalError)) throw error
  }
  return performance.now() - before
}

function report(name: string, value: number, target?: number): void {
  const verdict = target === undefined ? '' : `  ${value >= target ? 'met' : 'MISSED'}: ${target}`
  print(`  ${name.padEnd(42)} ${value.toFixed(value < 1000 ? 1 : 0).padStart(10)}${verdict}`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
