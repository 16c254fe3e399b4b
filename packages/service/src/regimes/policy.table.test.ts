import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Model } from '../domain/policy.ts'
import type { PurposeCategory } from '../domain/purpose.ts'
import { parsePlace } from './place.ts'
import { regimes } from './regimes.ts'
import { createPolicyResolver } from './resolve-policy.ts'

// Written from the statutes, row by row, and not from the regimes: when the two differ, read the clause.
//
// Models stand in this order, as one letter each: functional, analytics, advertising, sale or sharing, sensitive,
// profiling, e-mail. i: opt in, o: opt out, n: notice. Strictly necessary is none everywhere.
// "out" says what a Global Privacy Control signal opts out of in that row: AS is advertising and sale or sharing.
// "by": region, country, default. The clause is looked for in the source of the fact before it.
const categories: readonly PurposeCategory[] = [
  'functional',
  'analytics',
  'advertising',
  'sale_or_sharing',
  'sensitive',
  'profiling',
  'email_marketing',
]

const cases = `
place  day         gpc  models   out  age  regime          by       fact: clause

AT     2026-11-21  no   iiiiiii  -    14   gdpr            country  models: § 165(3)
BE     2026-11-21  no   iiiiiii  -    13   gdpr            country  models: Art. 10/2
BG     2026-11-21  no   iiiiiii  -    14   gdpr            country  ageOfConsent: Art. 25c
HR     2026-11-21  no   iiiiiii  -    16   gdpr            country  ageOfConsent: Art. 19
CY     2026-11-21  no   iiiiiii  -    14   gdpr            country  models: s. 99(5)
CZ     2026-11-21  no   iiiiiii  -    15   gdpr            country  models: § 89(3)
DK     2026-11-21  no   iiiiiii  -    15   gdpr            country  ageOfConsent: § 6(2)
DK     2023-12-31  no   iiiiiii  -    13   gdpr            country  ageOfConsent: § 6(2)
DK     2024-01-01  no   iiiiiii  -    15   gdpr            country  models: § 3
EE     2026-11-21  no   iiiiiii  -    13   gdpr            country  ageOfConsent: § 8
FI     2026-11-21  no   iiiiiii  -    13   gdpr            country  models: § 205
AX     2026-11-21  no   iiiiiii  -    13   gdpr            country  models: § 205
FR     2026-11-21  no   iiiiiii  -    15   gdpr            country  models: Art. 82
FR     2026-11-21  yes  iiiiiii  -    15   gdpr            country  analytics: Art. 5
RE     2026-11-21  no   iiiiiii  -    15   gdpr            country  models: Art. 82
MQ     2026-11-21  no   iiiiiii  -    15   gdpr            country  ageOfConsent: Art. 45
DE     2026-11-21  no   iiiiiii  -    16   gdpr            country  models: § 25
DE     2026-11-21  yes  iiiiiii  -    16   gdpr            country  email_marketing: § 7(2)
DE     2018-05-25  no   iiiiiii  -    16   gdpr            country  sensitive: Art. 9(2)(a)
DE     2018-05-24  no   iiiiiii  -    20   strictest       default  models: Art. 5(3)
DE-BY  2026-11-21  no   iiiiiii  -    16   gdpr            country  ageOfConsent: Art. 8(1)
GR     2026-11-21  no   iiiiiii  -    15   gdpr            country  models: Art. 4(5)
HU     2026-11-21  no   iiiiiii  -    16   gdpr            country  models: § 155(4)
IS     2026-11-21  no   iiiiiii  -    13   gdpr            country  ageOfConsent: Art. 10
IS     2018-07-19  no   iiiiiii  -    20   strictest       default  models: Art. 5(3)
IE     2026-11-21  no   iiiiiii  -    16   gdpr            country  ageOfConsent: s. 31
IT     2026-11-21  no   iiiiiii  -    14   gdpr            country  models: Art. 122
LV     2026-11-21  no   iiiiiii  -    13   gdpr            country  ageOfConsent: s. 33
LI     2026-11-21  no   iiiiiii  -    16   gdpr            country  profiling: Art. 22(2)(c)
LT     2026-11-21  no   iiiiiii  -    14   gdpr            country  ageOfConsent: Art. 6
LU     2026-11-21  no   iiiiiii  -    16   gdpr            country  models: Art. 4(3)(e)
MT     2026-11-21  no   iiiiiii  -    13   gdpr            country  models: reg. 5
NL     2026-11-21  no   iiiiiii  -    16   gdpr            country  models: Art. 11.7a
NO     2026-11-21  no   iiiiiii  -    13   gdpr            country  models: § 3-15
NO     2024-12-31  no   iiiiiii  -    13   gdpr            country  models: § 2-7b
PL     2026-11-21  no   iiiiiii  -    16   gdpr            country  email_marketing: Art. 398
PT     2026-11-21  no   iiiiiii  -    13   gdpr            country  ageOfConsent: Art. 16
RO     2026-11-21  no   iiiiiii  -    16   gdpr            country  models: Art. 4(5)
SK     2026-11-21  no   iiiiiii  -    16   gdpr            country  models: § 109(8)
SI     2026-11-21  no   iiiiiii  -    15   gdpr            country  models: Art. 225
SI     2022-06-01  no   iiiiiii  -    16   gdpr            country  models: Art. 157
ES     2026-11-21  no   iiiiiii  -    14   gdpr            country  models: Art. 22(2)
SE     2026-11-21  no   iiiiiii  -    13   gdpr            country  models: ch. 9 § 28

GB     2020-12-31  no   iiiiiii  -    13   gdpr            country  models: reg. 6
GB     2021-01-01  no   iiiiiii  -    13   uk_gdpr         country  models: reg. 6
GB     2026-02-04  no   iiiiiii  -    13   uk_gdpr         country  dataRequest: Art. 12(3)
GB     2026-02-05  no   ooiiiii  -    13   uk_gdpr         country  analytics: Sch. A1 para. 5
GB     2026-02-05  yes  ooiiiii  -    13   uk_gdpr         country  functional: Sch. A1 para. 6
GB     2026-06-19  no   ooiiiii  -    13   uk_gdpr         country  complaint: s. 164A
GB     2026-11-21  no   ooiiiii  -    13   uk_gdpr         country  email_marketing: reg. 22
GB-SCT 2026-11-21  no   ooiiiii  -    13   uk_gdpr         country  dataRequest: Art. 12A
JE     2026-11-21  no   iiiiiii  -    20   strictest       default  models: Art. 5(3)

CH     2023-08-31  no   iiiiiii  -    20   strictest       default  models: Art. 5(3)
CH     2023-09-01  no   ooooiii  -    16   ch_fadp         country  models: Art. 45c
CH     2026-11-21  yes  ooooiii  -    16   ch_fadp         country  profiling: Art. 5(g), 6(7)(b)
BR     2020-09-18  no   ooiiiio  -    12   br_lgpd         country  models: Art. 7
BR     2026-11-21  yes  ooiiiio  -    12   br_lgpd         country  sensitive: Art. 11, I
BR-SP  2026-03-18  no   ooiiiio  -    12   br_lgpd         country  minors: Art. 22-24
CA     2014-06-30  no   nooiioo  -    13   ca_pipeda       country  models: principle 4.3
CA     2014-07-01  no   nooiioi  -    13   ca_pipeda       country  email_marketing: s. 6
CA-ON  2026-11-21  no   nooiioi  -    13   ca_pipeda       country  dataRequest: s. 8(3)
CA-ON  2026-11-21  yes  nooiioi  -    13   ca_pipeda       country  advertising: opt-out consent
CA-QC  2023-09-21  no   nooiioi  -    13   ca_pipeda       country  models: principle 4.3
CA-QC  2023-09-22  no   niiiiii  -    14   ca_qc_law25     region   models: s. 8.1
CA-QC  2024-09-22  yes  niiiiii  -    14   ca_qc_law25     region   portability: s. 27
CA-QC  2026-11-21  no   niiiiii  -    14   ca_qc_law25     region   dataRequest: s. 32

US     2026-11-21  no   nnnnnno  -    13   us_federal      country  email_marketing: § 7704
US     2020-08-13  yes  nnnnnno  -    13   us_federal      country  models: § 45(a)
US     2020-08-14  yes  nnnnnno  AS   13   us_federal      country  gpc: § 999.315(c)
US     2026-11-21  yes  nnnnnno  AS   13   us_federal      country  gpc: § 7025
US-WY  2026-11-21  yes  nnnnnno  -    13   us_federal      country  ageOfConsent: § 6501(1)
US-NY  2026-11-21  no   nnnnnno  -    13   us_federal      country  sensitive: § 318.2
US-DC  2026-11-21  no   nnnnnno  -    13   us_federal      country  models: § 45(a)
PR     2026-11-21  no   nnnnnno  -    13   us_federal      country  email_marketing: § 7704
US-PR  2026-11-21  no   nnnnnno  -    13   us_federal      country  email_marketing: § 7704

US-CA  2019-12-31  no   nnnnnno  -    13   us_federal      country  models: § 45(a)
US-CA  2020-01-01  yes  nnoonno  -    13   us_ca_ccpa      region   models: § 1798.120
US-CA  2020-08-14  yes  nnoonno  AS   13   us_ca_ccpa      region   gpc: § 999.315(c)
US-CA  2023-01-01  no   nnooono  -    13   us_ca_ccpa      region   sensitive: § 1798.121
US-CA  2023-01-01  yes  nnooono  AS   13   us_ca_ccpa      region   gpc: § 7025
US-CA  2026-01-01  yes  nnooono  AS   13   us_ca_ccpa      region   gpc: (c)(6)
US-CA  2026-11-21  no   nnooono  -    13   us_ca_ccpa      region   askAgainAfter: § 1798.135(c)(4)
US-CA  2026-11-21  yes  nnooono  AS   13   us_ca_ccpa      region   dataRequest: § 1798.130(a)(2)
US-CA  2027-01-01  yes  nnooooo  AS   13   us_ca_ccpa      region   profiling: § 7221
US-VA  2022-12-31  no   nnnnnno  -    13   us_federal      country  models: § 45(a)
US-VA  2023-01-01  yes  nnooioo  -    13   us_va_vcdpa     region   models: § 59.1-577(A)(5)
US-VA  2026-11-21  yes  nnooioo  -    13   us_va_vcdpa     region   sensitive: § 59.1-578(A)(5)
US-CO  2023-07-01  yes  nnooioo  -    13   us_co_cpa       region   models: § 6-1-1306(1)(a)
US-CO  2024-07-01  yes  nnooioo  AS   13   us_co_cpa       region   gpc: Rule 5.08
US-CO  2024-07-01  no   nnooioo  -    13   us_co_cpa       region   sensitive: § 6-1-1308(7)
US-CT  2024-12-31  yes  nnooioo  -    13   us_ct_ctdpa     region   models: § 42-518(a)(5)
US-CT  2025-01-01  yes  nnooioo  AS   13   us_ct_ctdpa     region   gpc: § 42-520(e)
US-CT  2026-07-01  yes  nnooioo  AS   13   us_ct_ctdpa     region   gpc: § 42-520(c)(1)(A)(ii)
US-UT  2023-12-30  no   nnnnnno  -    13   us_federal      country  models: § 45(a)
US-UT  2023-12-31  yes  nnooono  -    13   us_ut_ucpa      region   sensitive: § 13-61-302(3)
US-UT  2026-07-01  no   nnooono  -    13   us_ut_ucpa      region   rectification: § 13-61-201(4)
US-TX  2024-07-01  yes  nnooioo  -    13   us_tx_tdpsa     region   sensitive: § 541.101(b)(2)
US-TX  2025-01-01  yes  nnooioo  AS   13   us_tx_tdpsa     region   gpc: § 541.055(e)
US-OR  2025-12-31  yes  nnooioo  -    13   us_or_ocpa      region   models: 646A.574(1)(d)
US-OR  2026-01-01  yes  nnooioo  AS   13   us_or_ocpa      region   gpc: 646A.578(5)(c)
US-MT  2024-10-01  yes  nnooioo  -    13   us_mt_mcdpa     region   models: § 30-14-2808
US-MT  2025-01-01  yes  nnooioo  AS   13   us_mt_mcdpa     region   gpc: § 30-14-2809(3)(b)
US-FL  2024-06-30  no   nnnnnno  -    13   us_federal      country  models: § 45(a)
US-FL  2024-07-01  yes  nnooioo  -    13   us_fl_fdbr      region   sensitive: 501.715
US-DE  2025-12-31  yes  nnooioo  -    13   us_de_dpdpa     region   sensitive: § 12D-106(a)(4)
US-DE  2026-01-01  yes  nnooioo  AS   13   us_de_dpdpa     region   gpc: § 12D-106(e)(1)a.2
US-IA  2025-01-01  yes  nnooono  -    13   us_ia_icdpa     region   sensitive: § 715D.4(2)
US-NE  2025-01-01  yes  nnooioo  AS   13   us_ne_ndpa      region   gpc: § 87-1111(5)
US-NH  2024-12-31  yes  nnnnnno  -    13   us_federal      country  models: § 45(a)
US-NH  2025-01-01  yes  nnooioo  AS   13   us_nh_nhpa      region   gpc: 507-H:6, V(a)(1)(B)
US-NJ  2025-07-14  yes  nnooioo  -    13   us_nj_njdpa     region   sensitive: 56:8-166.12(a)(4)
US-NJ  2025-07-15  yes  nnooioo  AS   13   us_nj_njdpa     region   gpc: 56:8-166.11(b)
US-TN  2025-06-30  no   nnnnnno  -    13   us_federal      country  models: § 45(a)
US-TN  2025-07-01  yes  nnooioo  -    13   us_tn_tipa      region   sensitive: § 47-18-3204(a)(6)
US-MN  2025-07-31  yes  nnooioo  AS   13   us_mn_mcdpa     region   gpc: § 325M.14, subd. 3
US-MD  2025-09-30  yes  nnnnnno  -    13   us_federal      country  models: § 45(a)
US-MD  2025-10-01  yes  nnooioo  AS   13   us_md_modpa     region   gpc: § 14-4707(f)(3)(ii)
US-MD  2027-01-01  yes  nnooioo  AS   13   us_md_modpa     region   sensitive: § 14-4707(a)(1)
US-IN  2025-12-31  no   nnnnnno  -    13   us_federal      country  models: § 45(a)
US-IN  2026-01-01  yes  nnooioo  -    13   us_in_icdpa     region   models: 24-15-3-1
US-KY  2026-01-01  yes  nnooioo  -    13   us_ky_kcdpa     region   sensitive: 367.3617(1)(e)
US-RI  2026-01-01  yes  nnooioo  -    13   us_ri_dtppa     region   models: § 6-48.1-5
US-OK  2026-12-31  yes  nnnnnno  -    13   us_federal      country  models: § 45(a)
US-OK  2027-01-01  yes  nnooioo  -    13   us_ok_ocdpa     region   sensitive: § 300
US-LA  2026-11-21  yes  nnnnnno  -    13   us_federal      country  models: § 45(a)
US-LA  2027-01-01  yes  nnooioo  AS   13   us_la_ldpa      region   gpc: 51:1780.3
US-AL  2027-04-30  no   nnnnnno  -    13   us_federal      country  models: § 45(a)
US-AL  2027-05-01  yes  nnooioo  -    13   us_al_apdpa     region   models: § 5(a)(5)
US-VT  2027-12-31  yes  nnnnnno  -    13   us_federal      country  models: § 45(a)
US-VT  2028-01-01  yes  nnooioo  AS   13   us_vt_dposa     region   models: § 2415d
US-NV  2019-09-30  no   nnnnnno  -    13   us_federal      country  models: § 45(a)
US-NV  2019-10-01  yes  nnnonno  -    13   us_nv_nrs603a   region   sale_or_sharing: 603A.345
US-NV  2024-03-31  yes  nnnoino  -    13   us_nv_nrs603a   region   sensitive: 603A.495
US-WA  2024-03-30  no   nnnnnno  -    13   us_federal      country  models: § 45(a)
US-WA  2024-03-31  yes  nnnnino  -    13   us_wa_mhmda     region   sensitive: 19.373.030

JP     2022-04-01  no   nnniini  -    16   jp_appi         country  sale_or_sharing: Art. 27(1), 31(1)
JP     2023-06-16  no   nnniini  -    16   jp_appi         country  models: Art. 27-12
JP-13  2026-11-21  yes  nnniini  -    16   jp_appi         country  sensitive: Art. 20(2)
KR     2024-03-14  no   ooiiini  -    14   kr_pipa         country  models: Art. 15
KR     2024-03-15  no   ooiiioi  -    14   kr_pipa         country  profiling: Art. 37-2
KR     2026-11-21  yes  ooiiioi  -    14   kr_pipa         country  dataRequest: Art. 41(4)
IN     2026-11-21  no   nnniino  -    18   in_dpdp         country  sensitive: rule 5(1)
IN     2027-05-12  yes  nnniino  -    18   in_dpdp         country  models: rule 4
IN     2027-05-13  no   iiiiiii  -    18   in_dpdp         country  models: s. 4, 6 and 7
CN     2021-10-31  no   iiiiiii  -    20   strictest       default  models: Art. 5(3)
CN     2026-11-21  no   iiiiiii  -    14   cn_pipl         country  sensitive: Art. 28-29
HK     2026-11-21  no   iiiiiii  -    20   strictest       default  models: Art. 5(3)
AU     2026-12-09  no   nnoiini  -    15   au_privacy_act  country  advertising: APP 7
AU     2026-12-10  no   nnoiini  -    15   au_privacy_act  country  profiling: APP 1.7
NF     2026-11-21  no   nnoiini  -    15   au_privacy_act  country  sensitive: APP 3.3
NZ     2026-04-30  no   nnninni  -    16   nz_privacy_act  country  sale_or_sharing: IPP 11
NZ     2026-11-21  no   nnninni  -    16   nz_privacy_act  country  models: IPP 3 and 3A
ZA     2026-11-21  no   noooioi  -    18   za_popia        country  email_marketing: s. 69
TR     2026-11-21  no   iiiiiii  -    18   tr_kvkk         country  sensitive: Art. 6
TH     2026-11-21  no   oiiiiii  -    20   th_pdpa         country  ageOfConsent: s. 20
SG     2021-01-31  no   niiiiii  -    13   sg_pdpa         country  models: s. 13-14
SG     2026-11-21  no   noiiiii  -    13   sg_pdpa         country  analytics: s. 15A
AR     2026-11-21  no   nnoiioo  -    18   ar_pdpl         country  advertising: Art. 27
IL     2025-08-13  no   nnoiioi  -    18   il_ppl          country  email_marketing: s. 30A
IL     2025-08-14  no   nnoiioi  -    18   il_ppl          country  models: Amendment 13
AE     2026-11-21  no   iiiiiii  -    18   ae_pdpl         country  models: Art. 4
SA     2026-11-21  no   oiiiiii  -    18   sa_pdpl         country  email_marketing: Art. 25
SA     2023-09-13  yes  iiiiiii  AS   20   strictest       default  gpc: § 7025

MN     2026-11-21  yes  iiiiiii  AS   20   strictest       default  models: Art. 5(3)
XK     2026-11-21  no   iiiiiii  -    20   strictest       default  models: Art. 5(3)
?      2026-11-21  no   iiiiiii  -    20   strictest       fallback models: Art. 5(3)
?      2026-11-21  yes  iiiiiii  AS   20   strictest       fallback gpc: § 7025
`

const rowPattern =
  /^(\S+) +(\d{4}-\d{2}-\d{2}) +(yes|no) +([ion]{7}) +(-|AS) +(\d+) +(\w+) +(region|country|default|fallback) +(\w+): (.+)$/
const letters: Readonly<Record<string, Model>> = { i: 'opt_in', o: 'opt_out', n: 'notice' }
const signalled: Readonly<Record<string, readonly string[]>> = {
  '-': [],
  AS: ['advertising', 'sale_or_sharing'],
}

describe('what the law asks, where and when', () => {
  const resolver = createPolicyResolver(regimes, { overrides: [], overridesVersion: 0 })
  const rows = cases.split('\n').filter((line) => /\d{4}-\d{2}-\d{2}/.test(line))

  test('there are at least 120 cases', () => {
    assert.ok(rows.length >= 120, `${rows.length} cases`)
  })

  for (const row of rows)
    test(row, () => {
      const [, code = '', day, gpc, models = '', out = '', age, regime, by, fact = '', clause = ''] =
        rowPattern.exec(row) ?? assert.fail('not a row of the table')
      const parsed = parsePlace(code === '?' ? null : code, null)
      assert.ok('place' in parsed)
      const policy = resolver.resolve({ ...parsed.place, at: Date.parse(`${day}T12:00:00Z`) })

      assert.equal(policy.regime, regime)
      assert.equal(policy.matchedBy, by)
      assert.deepEqual(
        categories.map((category) => policy.models[category]),
        [...models].map((letter) => letters[letter]),
      )
      assert.equal(policy.models.strictly_necessary, 'none')
      assert.equal(policy.model, policy.models.advertising)
      assert.deepEqual(gpc === 'yes' ? policy.gpcCategories : [], signalled[out])
      assert.equal(policy.ageOfConsent, Number(age))
      const source = policy.sources[fact]
      assert.ok(source?.clause.includes(clause), `${fact} stands under ${source?.title} ${source?.clause}`)
    })
})
