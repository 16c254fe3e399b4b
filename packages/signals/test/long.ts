// The long run: 10,000 random choices over the invented list, as many over a real one where it is at hand, and 10,000
// random sets of GPP sections. Takes minutes: `node packages/signals/test/long.ts [runs]`.
import { inventedJson, readRealList } from './fixtures.ts'
import { assertGppAgreement } from './gpp-agreement.ts'
import { assertTcfAgreement } from './tcf-agreement.ts'

const runs = Number(process.argv[2] ?? 10_000)
const real = readRealList()

run('GPP, all sections, both versions of usnat', () => assertGppAgreement(runs))
run('TCF, the invented list', () => assertTcfAgreement(inventedJson, runs))
if (real === null)
  process.stdout.write('TCF, a real list: skipped, no list where test/fixtures.ts looks for it\n')
else run(`TCF, the real list of version ${real.vendorListVersion}`, () => assertTcfAgreement(real, runs))

function run(name: string, assertAll: () => void): void {
  const before = performance.now()
  assertAll()
  process.stdout.write(`${name}: ${runs} runs agree, ${((performance.now() - before) / 1000).toFixed(1)} s\n`)
}
