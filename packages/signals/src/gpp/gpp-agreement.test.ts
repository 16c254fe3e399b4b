import { test } from 'node:test'
import { assertGppAgreement } from '../../test/gpp-agreement.ts'

/** `test/long.ts` runs 10,000. */
const RUNS = 2_500

test('random sections, both versions of usnat: the library and our reader agree, in both directions', () => {
  assertGppAgreement(RUNS)
})
