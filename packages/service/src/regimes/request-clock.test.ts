import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import {
  changeDataRequest,
  type DataRequest,
  type DataRequestTimes,
  type DataRequestType,
} from '../domain/data-request.ts'
import { regimes } from './regimes.ts'
import { requestClockOf } from './request-clock.ts'
import { createPolicyResolver } from './resolve-policy.ts'
import { easterSunday, workingDaysOf } from './working-days.ts'

const { resolve } = createPolicyResolver(regimes, { overrides: [], overridesVersion: 0 })

interface Case {
  readonly place: string
  readonly type: DataRequestType
  readonly timeZone: string
  readonly times: DataRequestTimes
}

function clockOf({ place, timeZone, times }: Case) {
  const [country = null, region = null] = place === '-' ? [] : place.split('-')
  return requestClockOf(resolve({ country, region, at: times.receivedAt }), timeZone)
}

/** A row: place, type, time zone, received, proved (`-`: not yet), then what must come out. */
function read(line: string): { readonly given: Case; readonly expected: readonly string[] } {
  const [place = '', type = '', timeZone = '', received = '', proved = '', ...expected] = line
    .trim()
    .split(/\s+/)
  const verifiedAt = proved === '-' ? null : Date.parse(proved === '=' ? received : proved)
  const times: DataRequestTimes = {
    type: type as DataRequestType,
    receivedAt: Date.parse(received),
    verification: verifiedAt === null ? 'pending' : 'verified',
    verifiedAt,
    pauses: [],
    extension: null,
  }
  return { given: { place, type: times.type, timeZone, times }, expected }
}

const minute = (at: number | null) => (at === null ? '-' : `${new Date(at).toISOString().slice(0, 16)}Z`)

/**
 * T86. Times are UTC; a term ends with the last minute of its day in the zone. What each row shows stands behind #.
 * place  type          zone                received              proved                 acknowledge by     due                extended to        rule
 */
const table = `
DE    access        UTC                 2026-01-31T09:00:00Z  =                      -                  2026-03-02T23:59Z  2026-04-30T23:59Z  gdpr:P1M                       # 28 February 2026 is a Saturday: the Monday (1182/71 Art. 3(4)); 3 months from 31 January: 30 April
DE    access        UTC                 2028-01-31T09:00:00Z  =                      -                  2028-02-29T23:59Z  2028-05-02T23:59Z  gdpr:P1M                       # leap day; 30 April 2028 is a Sunday, 1 May a holiday
DE    access        UTC                 2027-01-29T09:00:00Z  =                      -                  2027-03-01T23:59Z  2027-04-29T23:59Z  gdpr:P1M                       # no 29 February: the 28th, a Sunday
DE    erasure       UTC                 2026-11-25T23:59:59Z  =                      -                  2026-12-28T23:59Z  2027-02-25T23:59Z  gdpr:P1M                       # 25 and 26 December are holidays, then Sunday
FR    access        UTC                 2026-06-14T09:00:00Z  =                      -                  2026-07-15T23:59Z  2026-09-14T23:59Z  gdpr:P1M                       # 14 July is a holiday in France
DE    access        UTC                 2026-06-14T09:00:00Z  =                      -                  2026-07-14T23:59Z  2026-09-14T23:59Z  gdpr:P1M                       # and none in Germany
DE    access        Europe/Berlin       2026-03-10T22:59:59Z  =                      -                  2026-04-10T21:59Z  2026-06-10T21:59Z  gdpr:P1M                       # summer time begins within the term: the day ends an hour earlier in UTC
DE    access        Europe/Berlin       2026-03-10T23:00:00Z  =                      -                  2026-04-13T21:59Z  2026-06-11T21:59Z  gdpr:P1M                       # a second later it is the 11th in Berlin; 11 April is a Saturday
DE    access        Europe/Berlin       2026-10-01T09:00:00Z  =                      -                  2026-11-02T22:59Z  2027-01-04T22:59Z  gdpr:P1M                       # winter time; 1 November a Sunday, 1 January a holiday, then a weekend
DE    access        America/Sao_Paulo   2018-10-03T12:00:00Z  =                      -                  2018-11-06T01:59Z  2019-01-04T01:59Z  gdpr:P1M                       # 4 November 2018 began at 1 o'clock; 3 November is a Saturday
DE    access        UTC                 2026-11-02T09:00:00Z  -                      -                  2026-12-02T23:59Z  2027-02-02T23:59Z  gdpr:P1M                       # GDPR: from receipt, proved or not
US-CA access        UTC                 2026-11-02T09:00:00Z  -                      2026-11-17T23:59Z  2026-12-17T23:59Z  2027-01-31T23:59Z  us_ca_ccpa:P45D                # 45 days run while who asks is verified; Veterans Day is no business day
US-CA access        UTC                 2026-11-02T09:00:00Z  2026-12-01T09:00:00Z   2026-11-17T23:59Z  2026-12-17T23:59Z  2027-01-31T23:59Z  us_ca_ccpa:P45D                # and the proof moves nothing; a Sunday stays
US-CA opt_out_sale  UTC                 2026-11-20T09:00:00Z  -                      -                  2026-12-14T23:59Z  -                  us_ca_ccpa:15_business_days    # without Thanksgiving; no extension
US-CA limit_sensitive UTC               2026-06-26T09:00:00Z  -                      -                  2026-07-17T23:59Z  -                  us_ca_ccpa:15_business_days    # 4 July 2026 is a Saturday, which is not made up for
US-IA access        UTC                 2026-11-02T09:00:00Z  -                      -                  2027-01-31T23:59Z  2027-03-17T23:59Z  us_ia_icdpa:P90D               # Iowa has ninety days
GB    access        UTC                 2026-03-02T09:00:00Z  -                      -                  -                  -                  uk_gdpr:P1M                    # since 5 February 2026 the clock waits for the proof
GB    access        UTC                 2026-03-02T09:00:00Z  2026-03-05T09:00:00Z   -                  2026-04-06T23:59Z  2026-06-05T23:59Z  uk_gdpr:P1M                    # 5 April 2026 is Easter Sunday; the Monday is no holiday in Scotland, so it counts
GB    access        UTC                 2026-02-04T09:00:00Z  -                      -                  2026-03-04T23:59Z  2026-05-05T23:59Z  uk_gdpr:P1M                    # a day before: from receipt; 4 May is a bank holiday
GB    access        UTC                 2027-11-25T09:00:00Z  =                      -                  2027-12-29T23:59Z  2028-02-25T23:59Z  uk_gdpr:P1M                    # 25 December 2027 is a Saturday: Monday and Tuesday instead
GB    complaint     UTC                 2026-07-01T09:00:00Z  =                      2026-07-31T23:59Z  -                  -                  uk_gdpr:no_term                # 30 days to acknowledge (DPA 2018 s. 164A), no day for the outcome
BR    access        UTC                 2026-11-02T09:00:00Z  =                      -                  2026-11-17T23:59Z  -                  br_lgpd:P15D                   # Art. 19, II
CA-QC access        UTC                 2026-11-06T09:00:00Z  =                      -                  2026-12-06T23:59Z  -                  ca_qc_law25:P30D               # s. 32; a Sunday stays
CA    access        UTC                 2026-06-01T09:00:00Z  =                      -                  2026-07-02T23:59Z  2026-07-31T23:59Z  ca_pipeda:P30D                 # 1 July is Canada Day (Interpretation Act s. 26)
CA    access        UTC                 2026-11-05T09:00:00Z  =                      -                  2026-12-05T23:59Z  2027-01-04T23:59Z  ca_pipeda:P30D                 # a Saturday is no holiday there
NZ    access        Pacific/Auckland    2026-12-14T09:00:00Z  =                      -                  2027-02-02T10:59Z  -                  nz_privacy_act:20_business_days # no working day from 25 December to 15 January
KR    access        UTC                 2026-11-02T09:00:00Z  =                      -                  2026-11-12T23:59Z  -                  kr_pipa:P10D                   # Enforcement Decree Art. 41(4)
AR    erasure       UTC                 2026-11-02T09:00:00Z  =                      -                  2026-11-07T23:59Z  -                  ar_pdpl:P5D                    # a term of its own (Art. 16(2))
-     access        UTC                 2026-11-02T09:00:00Z  -                      2026-11-16T23:59Z  2026-11-12T23:59Z  -                  strictest:P10D                 # nobody knows where: the shortest of all
`
  .trim()
  .split('\n')

for (const line of table) {
  const [row = '', why = ''] = line.split('#')
  test(`T86 ${row.trim().split(/\s+/).slice(0, 4).join(' ')}:${why}`, () => {
    const { given, expected } = read(row)
    const { acknowledgeBy, dueAt, extendedDueAt, rule, sources } = clockOf(given).deadlinesOf(given.times)
    assert.deepEqual([minute(acknowledgeBy), minute(dueAt), minute(extendedDueAt), rule], expected)
    assert.equal(dueAt === null ? 999 : dueAt % 1000, 999, 'the last millisecond of the day')
    assert.equal(sources[0]?.fact, 'term')
    for (const { title, clause, url } of sources)
      assert.ok(title !== '' && clause !== '' && /^https:\/\//.test(url))
  })
}

function aRequest(given: Case, changes: Partial<DataRequest> = {}): DataRequest {
  return {
    ...given.times,
    status: 'received',
    country: null,
    region: null,
    channel: 'api',
    requester: 'self',
    createdAt: given.times.receivedAt,
    proveBy: null,
    acknowledgedAt: null,
    closedAt: null,
    denial: null,
    told: { dueSoon: null, overdue: null },
    changes: 1,
    ...changes,
  }
}

test('T86: in the United Kingdom the clock stops and goes on, and gives the days back', () => {
  const { given } = read('GB access UTC 2026-03-02T09:00:00Z =')
  const clock = clockOf(given)
  const dueOf = (request: DataRequest) => minute(clock.deadlinesOf(request).dueAt)
  let request = aRequest(given)
  const at = (day: string) => ({ clock, now: Date.parse(`${day}T12:00:00Z`) })
  assert.equal(dueOf(request), '2026-04-02T23:59Z')
  request = changeDataRequest(request, { kind: 'pause', reason: 'clarification' }, at('2026-03-10'))
  assert.equal(dueOf(request), '-', 'no day can be named while it stands')
  assert.throws(() => changeDataRequest(request, { kind: 'extend', reason: 'complex' }, at('2026-03-12')))
  request = changeDataRequest(request, { kind: 'resume' }, at('2026-03-18'))
  assert.equal(dueOf(request), '2026-04-10T23:59Z', 'eight days')
  request = changeDataRequest(request, { kind: 'pause', reason: 'fee' }, at('2026-03-20'))
  request = changeDataRequest(request, { kind: 'resume' }, at('2026-03-21'))
  assert.equal(dueOf(request), '2026-04-13T23:59Z', 'nine days lead to a Saturday')
  request = changeDataRequest(request, { kind: 'extend', reason: 'complex' }, at('2026-04-13'))
  assert.equal(dueOf(request), '2026-06-11T23:59Z', 'three months and nine days')
  assert.throws(() => changeDataRequest(request, { kind: 'extend', reason: 'complex' }, at('2026-04-14')))
})

test('T86: in the Union it stops for doubts on who asks alone, in California for nothing', () => {
  const german = read('DE access UTC 2026-03-02T09:00:00Z =').given
  const californian = read('US-CA access UTC 2026-03-02T09:00:00Z =').given
  const now = Date.parse('2026-03-03T09:00:00Z')
  for (const [given, reason, isAllowed] of [
    [german, 'identity', true],
    [german, 'clarification', false],
    [german, 'fee', false],
    [californian, 'identity', false],
    [californian, 'clarification', false],
  ] as const) {
    const pause = () =>
      changeDataRequest(aRequest(given), { kind: 'pause', reason }, { clock: clockOf(given), now })
    if (isAllowed) assert.equal(pause().status, 'paused')
    else assert.throws(pause, { code: 'not_applicable' })
  }
})

test('a law without an extension has none, whoever asks for it', () => {
  for (const line of [
    'BR access UTC 2026-11-02T09:00:00Z =',
    'US-CA opt_out_sale UTC 2026-11-02T09:00:00Z =',
  ]) {
    const { given } = read(line)
    const now = given.times.receivedAt
    const extend = () =>
      changeDataRequest(
        aRequest(given),
        { kind: 'extend', reason: 'complex' },
        { clock: clockOf(given), now },
      )
    assert.throws(extend, { code: 'not_applicable' })
  }
})

test('Easter is where the churches say it is', () => {
  // U.S. Census Bureau, Easter dates 1600 to 2099: the earliest, the latest, and those around.
  const dates = [
    '1818-03-22',
    '1943-04-25',
    '2000-04-23',
    '2024-03-31',
    '2026-04-05',
    '2027-03-28',
    '2038-04-25',
    '2285-03-22',
  ]
  for (const date of dates) assert.equal(String(easterSunday(Number(date.slice(0, 4)))), date)
})

test('a place without holidays on file has weekends alone, so that its days come earlier, never later', () => {
  const nowhere = workingDaysOf('EE', null)
  const christmas = Temporal.PlainDate.from('2026-12-25')
  assert.equal(nowhere.isWorkingDay(christmas), true)
  assert.equal(workingDaysOf('AT', null).isWorkingDay(christmas), false)
  assert.equal(nowhere.isWorkingDay(Temporal.PlainDate.from('2026-12-26')), false)
})
