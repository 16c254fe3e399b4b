import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parsePlace } from './place.ts'
import { regimes } from './regimes.ts'
import { createPolicyResolver } from './resolve-policy.ts'

// As in policy.table.test.ts, written from the statutes: the terms of a data request, renewal of a grant, rest after a
// refusal, TCF and sections of the Global Privacy Platform, all on 21 November 2026 but where a day is given.
const cases = `
place             deadline  extension  renew  rest  tcf  gpp

DE                P1M       P2M        P12M   -     yes  2
FR                P1M       P2M        P6M    P6M   yes  2
IE                P1M       P2M        P6M    -     yes  2
ES                P1M       P2M        P24M   -     yes  2
IT                P1M       P2M        P12M   P6M   yes  2
LU                P1M       P2M        P12M   -     yes  2
NO                P1M       P2M        P12M   -     yes  2
GB                P1M       P2M        P12M   -     yes  2
CH                P30D      -          -      -     yes  2
BR                P15D      -          -      -     no   -
CA                P30D      P30D       -      -     no   5
CA-QC             P30D      -          -      -     no   5
US                P45D      P45D       -      -     no   -
US-CA             P45D      P45D       -      P12M  no   7,8
US-CA@2023-01-01  P45D      P45D       -      P12M  no   7,8
US-VA             P45D      P45D       -      -     no   7,9
US-CO             P45D      P45D       -      -     no   7,10
US-UT             P45D      P45D       -      -     no   7,11
US-CT             P45D      P45D       -      -     no   7,12
US-FL             P45D      P15D       -      -     no   7,13
US-MT             P45D      P45D       -      -     no   7,14
US-OR             P45D      P45D       -      -     no   7,15
US-TX             P45D      P45D       -      -     no   7,16
US-DE             P45D      P45D       -      -     no   7,17
US-IA             P90D      P45D       -      -     no   7,18
US-NE             P45D      P45D       -      -     no   7,19
US-NH             P45D      P45D       -      -     no   7,20
US-NJ             P45D      P45D       -      -     no   7,21
US-TN             P45D      P45D       -      -     no   7,22
US-MN             P45D      P45D       -      -     no   7,23
US-MD             P45D      P45D       -      -     no   7,24
US-IN             P45D      P45D       -      -     no   7,25
US-KY             P45D      P45D       -      -     no   7,26
US-RI             P45D      P45D       -      -     no   7,27
US-OK@2027-06-01  P45D      P45D       -      -     no   7
US-LA@2027-06-01  P45D      P45D       -      -     no   7
US-AL@2027-06-01  P45D      P45D       -      -     no   7
US-VT@2028-06-01  P45D      P45D       -      -     no   7
US-NV@2020-01-01  P60D      P30D       -      -     no   7
US-WA             P45D      P45D       -      -     no   -
JP                P14D      -          -      -     no   -
KR                P10D      -          -      -     no   -
IN                P1M       -          -      -     no   -
IN@2027-06-01     P90D      -          -      -     no   -
CN                P15D      -          -      -     no   -
AU                P30D      -          -      -     no   -
NZ                P20D      -          -      -     no   -
ZA                P30D      P30D       -      -     no   -
TR                P30D      -          -      -     no   -
TH                P30D      -          -      -     no   -
SG                P30D      -          -      -     no   -
AR                P10D      -          -      -     no   -
IL                P30D      P15D       -      -     no   -
AE                P30D      -          -      -     no   -
SA                P30D      P30D       -      -     no   -
MN                P10D      -          P6M    P12M  yes  2
`

const orNone = (text: string | undefined) => (text === '-' ? null : text)

describe('terms, renewal and frameworks', () => {
  const resolver = createPolicyResolver(regimes, { overrides: [], overridesVersion: 0 })
  for (const row of cases.split('\n').filter((line) => /^[A-Z]{2}/.test(line)))
    test(row, () => {
      const [where = '', deadline, extension, renew, rest, tcf, gpp] = row.split(/ +/)
      const [code = '', day = '2026-11-21'] = where.split('@')
      const parsed = parsePlace(code, null)
      assert.ok('place' in parsed)
      const policy = resolver.resolve({ ...parsed.place, at: Date.parse(day) })
      assert.equal(policy.dataRequest.deadline, deadline)
      assert.equal(policy.dataRequest.extension, orNone(extension))
      assert.equal(policy.renewAfter, orNone(renew))
      assert.equal(policy.askAgainAfter, orNone(rest))
      assert.equal(policy.tcfApplies, tcf === 'yes')
      assert.equal(policy.gppSections.join() || null, orNone(gpp))
    })
})
