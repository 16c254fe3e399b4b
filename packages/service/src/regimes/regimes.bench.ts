import { caRegionCodes, countryCodes, usRegionCodes } from './iso-3166.ts'
import { regimes } from './regimes.ts'
import { createPolicyResolver } from './resolve-policy.ts'

// node packages/service/src/regimes/regimes.bench.ts
// Exits 1 when a resolution costs 5 microseconds or more.

const at = Date.parse('2026-11-21T09:00:00Z')
const places: readonly (readonly [string | null, string | null])[] = [
  [null, null],
  ...countryCodes.map((country) => [country, null] as const),
  ...usRegionCodes.map((region) => ['US', region] as const),
  ...caRegionCodes.map((region) => ['CA', region] as const),
  ['DE', 'BY'],
]

const built = process.hrtime.bigint()
const { resolve } = createPolicyResolver(regimes, { overrides: [], overridesVersion: 0 })
for (const [country, region] of places) resolve({ country, region, at })
const coldUs = Number(process.hrtime.bigint() - built) / 1000 / places.length

const rounds = 10_000
const started = process.hrtime.bigint()
let seen = 0
for (let round = 0; round < rounds; round += 1)
  for (const [country, region] of places) seen += resolve({ country, region, at }).ageOfConsent
const warmUs = Number(process.hrtime.bigint() - started) / 1000 / (rounds * places.length)

process.stdout.write(
  `${places.length} places: ${warmUs.toFixed(3)} us a resolution, ${coldUs.toFixed(1)} us the first time (${seen})\n`,
)
if (warmUs >= 5) process.exitCode = 1
