import { test } from 'node:test'
import { inventedJson, readRealList } from '../../test/fixtures.ts'
import { assertTcfAgreement } from '../../test/tcf-agreement.ts'

/** `test/long.ts` runs 10,000 of each. */
const INVENTED_RUNS = 2_500
const REAL_RUNS = 250

test('random choices over the invented list: two libraries and our reader agree, the eleven rules hold', () => {
  assertTcfAgreement(inventedJson, INVENTED_RUNS)
})

test('random choices over a real list: two libraries and our reader agree, the eleven rules hold', (t) => {
  const real = readRealList()
  if (real === null) {
    t.diagnostic('skipped: no list where test/fixtures.ts looks for it')
    t.skip()
    return
  }
  assertTcfAgreement(real, REAL_RUNS)
})
