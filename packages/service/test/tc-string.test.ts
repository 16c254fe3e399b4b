import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { decodeTcString } from '@assent/signals'
import { TCString } from '@iabtechlabtcf/core'
import { record, refused } from './a-consent.ts'
import { acceptAll, aPerson, ask, readTcString, rejectAll, tcStringOf } from './a-signal.ts'
import { anAnonymousRef, type Harness, openHarness } from './harness.ts'
import { publish, shopWith } from './publish-catalogue.ts'

const day = 86_400_000
const pathOf = (ref: string, query = '') => `/v1/consent/tcstring?ref=${ref}${query}`

describe('the TC string of a person', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
  })
  after(() => t[Symbol.asyncDispose]())

  test('says what was recorded, and reads the same in the decoder of IAB Tech Lab', async () => {
    const shown = { '755': 'granted', '9': 'objected', '1': 'denied', '999': 'granted' }
    const ref = await aPerson(t, acceptAll({ vendors: { tcf: shown }, purposes: { marketing: 'granted' } }))
    const string = await tcStringOf(t, ref)
    const ours = decodeTcString(string)
    const theirs = TCString.decode(string)
    assert.deepEqual(ours.purposesConsent, [1, 2, 3, 4, 7])
    assert.deepEqual(
      [...theirs.purposeConsents].flatMap(([id, isSet]) => (isSet ? [id] : [])),
      [1, 2, 3, 4, 7],
    )
    // 999 is on no list.
    assert.deepEqual(ours.disclosedVendors, [1, 9, 755])
    assert.deepEqual(
      [...theirs.vendorsDisclosed].flatMap(([id, isSet]) => (isSet ? [id] : [])),
      [1, 9, 755],
    )
    assert.ok(ours.vendorConsents.includes(755) && !ours.vendorConsents.includes(1))
    assert.ok(!ours.vendorLegitimateInterests.includes(9))
    assert.deepEqual([ours.cmpId, ours.consentLanguage, ours.publisherCC], [4095, 'DE', 'DE'])
    assert.deepEqual([theirs.cmpId, theirs.consentLanguage, theirs.vendorListVersion], [4095, 'DE', 12])
  })

  test('a refusal of everything still names everybody who was shown', async () => {
    const fields = decodeTcString(await tcStringOf(t, await aPerson(t, rejectAll())))
    assert.deepEqual(
      [fields.purposesConsent, fields.vendorConsents, fields.vendorLegitimateInterests],
      [[], [], []],
    )
    const everybody = decodeTcString(await tcStringOf(t, await aPerson(t))).disclosedVendors
    assert.ok((everybody?.length ?? 0) > 40)
    assert.deepEqual(fields.disclosedVendors, everybody)
  })

  test('is the same on any later day, byte for byte, and so is its tag', async () => {
    const ref = await aPerson(t)
    const first = await ask(t, pathOf(ref))
    t.advance(40 * day)
    const later = await ask(t, pathOf(ref))
    assert.equal(later.text, first.text)
    const again = await ask(t, pathOf(ref), { headers: { 'If-None-Match': later.headers.get('etag') ?? '' } })
    assert.equal(again.status, 304)
    assert.equal(later.headers.get('cache-control'), 'private, no-cache')
  })

  test('a change of mind without a notice changes what it says and when, not what it was shown with', async () => {
    const ref = await aPerson(t)
    const before = decodeTcString(await tcStringOf(t, ref))
    t.advance(day)
    await record(t, ref, { purposes: { marketing: 'withdrawn' }, source: 'preference_center' })
    const after = decodeTcString(await tcStringOf(t, ref))
    assert.deepEqual([before.purposesConsent, after.purposesConsent], [[1, 2, 3, 4, 7, 8], [8]])
    assert.equal(after.lastUpdated, before.lastUpdated + day)
    assert.deepEqual(after.disclosedVendors, before.disclosedVendors)
    // A purpose that the TCF knows nothing of does not make it younger.
    t.advance(day)
    await record(t, ref, { purposes: { newsletter: 'granted' } })
    assert.deepEqual(decodeTcString(await tcStringOf(t, ref)), after)
  })

  test('expires with the first grant in it, and is then no longer given', async () => {
    const ref = await aPerson(t)
    const { status, expires_at } = await readTcString(t, ref)
    assert.equal(status, 'valid')
    // The shop lets a yes to marketing hold for six months, within the thirteen of the framework.
    const until = Date.parse(expires_at ?? '') - t.service.clock.now()
    assert.ok(until > 180 * day && until < 185 * day, expires_at ?? 'never')
    t.advance(until - 60_000)
    assert.equal((await readTcString(t, ref)).status, 'valid')
    t.advance(61_000)
    const expired = await readTcString(t, ref)
    assert.deepEqual(
      [expired.status, expired.tc_string, expired.renewal],
      ['expired', null, { required: true, reason: 'age' }],
    )
    assert.equal(expired.addtl_consent, null)
  })

  test('edge 39: a refusal expires by its age, thirteen months after its day', async () => {
    const ref = await aPerson(t, rejectAll())
    const { created, expires_at } = await readTcString(t, ref)
    const months = (at: string | null) => Number(at?.slice(0, 4)) * 12 + Number(at?.slice(5, 7))
    assert.equal(months(expires_at) - months(created), 13)
    t.advance(Date.parse(expires_at ?? '') - t.service.clock.now() + 1)
    assert.equal((await readTcString(t, ref)).status, 'expired')
  })

  test('edge 40: outside the GDPR it is said to apply no law, and TCData has four members', async () => {
    const ref = await aPerson(t)
    const { gdpr_applies, tcdata } = await readTcString(t, ref, '&country=US&include=tcdata')
    assert.equal(gdpr_applies, false)
    assert.deepEqual(Object.keys(tcdata ?? {}).sort(), [
      'cmpId',
      'cmpVersion',
      'gdprApplies',
      'tcfPolicyVersion',
    ])
  })

  test('include: what a page and what an app need, and both', async () => {
    const ref = await aPerson(t)
    const { tc_string, tcdata, inapp } = await readTcString(t, ref, '&include=tcdata,inapp')
    assert.equal(tcdata?.['tcString'], tc_string)
    assert.equal(inapp?.['IABTCF_TCString'], tc_string)
    assert.equal(inapp?.['IABTCF_gdprApplies'], 1)
    assert.equal(refused(await ask(t, pathOf(ref, '&include=all')), 422), 'validation_failed')
    assert.equal((await readTcString(t, ref)).tcdata, undefined)
  })

  test('as plain text: the bare string, or 204', async () => {
    const headers = { Accept: 'text/plain' }
    const ref = await aPerson(t)
    const plain = await ask(t, pathOf(ref), { headers })
    assert.equal(plain.text, await tcStringOf(t, ref))
    assert.match(plain.headers.get('content-type') ?? '', /^text\/plain/)
    const undecided = anAnonymousRef()
    await record(t, undecided)
    assert.equal((await ask(t, pathOf(undecided), { headers })).status, 204)
    assert.equal(
      refused(await ask(t, pathOf(ref), { headers: { Accept: 'image/png' } }), 406),
      'not_acceptable',
    )
  })

  test('at: the string as it was; only a secret key may ask', async () => {
    const ref = await aPerson(t)
    const first = await tcStringOf(t, ref)
    const between = new Date(t.service.clock.now() + 1).toISOString()
    t.advance(day)
    await record(t, ref, rejectAll())
    assert.notEqual(await tcStringOf(t, ref), first)
    assert.equal(await tcStringOf(t, ref, `&at=${between}`), first)
    const public_ = await ask(t, pathOf(ref, `&at=${between}`), { key: t.keys.test.public })
    assert.equal(refused(public_, 403), 'secret_key_required')
    const ahead = new Date(t.service.clock.now() + day).toISOString()
    assert.equal(refused(await ask(t, pathOf(ref, `&at=${ahead}`)), 422), 'validation_failed')
  })

  test('a secret key learns whose record it is, a page does not', async () => {
    const ref = await aPerson(t)
    assert.match((await readTcString(t, ref)).receipt_id ?? '', /^rcp_/)
    const seen = await readTcString(t, ref, '', { key: t.keys.test.public })
    assert.equal(seen.receipt_id, null)
    assert.ok(seen.tc_string)
  })

  test('somebody unknown: 404 to a server, undecided to a page', async () => {
    const ref = anAnonymousRef()
    assert.equal(refused(await ask(t, pathOf(ref)), 404), 'subject_not_found')
    assert.equal((await readTcString(t, ref, '', { key: t.keys.test.public })).status, 'none')
    assert.equal(refused(await ask(t, '/v1/consent/tcstring'), 422), 'validation_failed')
  })

  test('edge 26, 35: an old string keeps the settings of its notice; a new choice takes the new ones', async () => {
    const ref = await aPerson(t)
    const before = await tcStringOf(t, ref)
    await publish(t, await shopWith(['cmp_version: 1', 'cmp_version: 2']))
    assert.equal(await tcStringOf(t, ref), before)
    await record(t, ref, rejectAll())
    await record(t, ref, acceptAll())
    const after = decodeTcString(await tcStringOf(t, ref))
    assert.deepEqual([decodeTcString(before).cmpVersion, after.cmpVersion], [1, 2])
    assert.deepEqual(after.purposesConsent, decodeTcString(before).purposesConsent)
  })
})

test('without a CMP id there is no string: 409 cmp_not_configured, and nothing is asked of the ref', async () => {
  await using t = await openHarness()
  const text = await shopWith()
  await publish(t, text.replace(/^signals:[\s\S]*?(?=^# Empty)/m, ''))
  for (const [path, code] of [
    ['tcstring', 'cmp_not_configured'],
    ['google-additional-consent', 'not_configured'],
    ['google-consent-mode', 'not_configured'],
    ['gpp', 'not_configured'],
  ] as const)
    assert.equal(refused(await ask(t, `/v1/consent/${path}?ref=user_1`), 409), code)
  assert.equal(refused(await ask(t, '/v1/tcf/vendor-list'), 503), 'vendor_list_unavailable')
})

test('what holds in a place before anybody is known may be kept by any cache, what is about a person by none', async () => {
  await using t = await openHarness()
  const cacheOf = async (query: string) =>
    (await ask(t, `/v1/consent/google-consent-mode${query}`)).headers.get('cache-control')
  assert.equal(await cacheOf('?country=DE'), 'public, max-age=300')
  for (const query of ['', `?country=DE&ref=${await aPerson(t)}`])
    assert.equal(await cacheOf(query), 'private, no-cache')
})
