import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { decodeAdditionalConsent, decodeGpp } from '@assent/signals'
import { GppModel } from '@iabgpp/cmpapi'
import { issuePaths, record, refused } from './a-consent.ts'
import { acceptAll, aPerson, ask, readTcString, rejectAll, tcStringOf } from './a-signal.ts'
import { anAnonymousRef, type Harness, openHarness, type TestAnswer, type TestRequest } from './harness.ts'

type Members = Readonly<Record<string, unknown>>

interface Mode {
  readonly decided: boolean
  readonly source: string
  readonly regime: string
  readonly signals: Members
  readonly default: readonly (Members & { readonly region?: readonly string[] })[]
  readonly update: Members | null
  readonly commands: readonly (readonly unknown[])[]
  readonly gcs: string
}

let t: Harness

async function read<T>(path: string, request: TestRequest = {}): Promise<T> {
  const answer = await ask(t, path, request)
  assert.equal(answer.status, 200, answer.text)
  return answer.json as unknown as T
}

const consentMode = (query: string, request?: TestRequest) =>
  read<Mode>(`/v1/consent/google-consent-mode${query}`, request)
const gppPath = (ref: string, query = '') => `/v1/consent/gpp?ref=${ref}${query}`
const granted = (signals: Members) => Object.keys(signals).filter((name) => signals[name] === 'granted')

describe('signals of a person', () => {
  before(async () => {
    t = await openHarness()
    // What happened a minute ago was under the catalogue too.
    t.advance(600_000)
  })
  after(() => t[Symbol.asyncDispose]())

  describe('Google consent mode', () => {
    test('a partial choice is an update, and what stands for nothing is denied', async () => {
      const ref = await aPerson(t, { purposes: { analytics: 'granted', marketing: 'denied' }, country: 'DE' })
      const mode = await consentMode(`?ref=${ref}`)
      assert.deepEqual(granted(mode.signals), ['analytics_storage', 'security_storage'])
      assert.deepEqual(mode.update, mode.signals)
      assert.deepEqual(
        [mode.decided, mode.regime, mode.source, mode.gcs],
        [true, 'opt-in', 'purposes', 'G101'],
      )
      assert.deepEqual(mode.commands.map(([verb, what]) => `${verb} ${what}`).slice(-2), [
        'set ads_data_redaction',
        'consent update',
      ])
    })

    test('edge 45: nobody asked, nothing decided, all lapsed: no update', async () => {
      assert.equal((await consentMode('')).update, null)
      const unknown = await consentMode(`?ref=${anAnonymousRef()}`, { key: t.keys.test.public })
      assert.deepEqual(
        [unknown.decided, unknown.update, granted(unknown.signals)],
        [false, null, ['security_storage']],
      )
    })

    test('edge 44: the defaults are those of each law, the specific before the general, ISO codes alone', async () => {
      const { default: blocks } = await consentMode('?country=DE')
      const last = blocks.at(-1)
      assert.deepEqual([last?.region, last && granted(last)], [undefined, ['security_storage']])
      const california = blocks.find(({ region }) => region?.includes('US-CA') || region?.includes('US'))
      // There people are asked for nothing beforehand; the law gives them a way out.
      assert.ok(california && granted(california).includes('ad_storage'))
      assert.ok(
        blocks.flatMap(({ region }) => region ?? []).every((code) => /^[A-Z]{2}(-[A-Z0-9]+)?$/.test(code)),
      )
      const { google_consent_mode_default } = (await ask(t, '/v1/policy?country=US-CA')).json as {
        google_consent_mode_default: Members
      }
      assert.deepEqual(
        Object.entries(google_consent_mode_default).filter(([name, value]) => california?.[name] !== value),
        [],
      )
    })

    test('a public answer under Sec-GPC denies advertising where the law says so', async () => {
      const ref = await aPerson(t, { purposes: { newsletter: 'denied' }, country: 'US', region: 'CA' })
      const key = t.keys.test.public
      assert.equal((await consentMode(`?ref=${ref}`, { key })).signals['ad_storage'], 'granted')
      const signalled = await consentMode(`?ref=${ref}`, { key, headers: { 'Sec-GPC': '1' } })
      assert.equal(signalled.signals['ad_storage'], 'denied')
    })
  })

  describe('Google additional consent', () => {
    const path = (ref: string) => `/v1/consent/google-additional-consent?ref=${ref}`

    test('shown and granted, shown and refused, in a form its readers take', async () => {
      const vendors = {
        tcf: { '*': 'granted' },
        google_atp: { '2072': 'granted', '43': 'granted', '20': 'denied', '7': 'granted' },
      }
      const ref = await aPerson(t, acceptAll({ vendors }))
      const answer = await read<Members>(path(ref))
      // 7 is on no list.
      assert.equal(answer['ac_string'], '2~43.2072~dv.20')
      assert.deepEqual(decodeAdditionalConsent('2~43.2072~dv.20').consented, answer['consented'])
      assert.deepEqual([answer['decided'], answer['provider_list_date']], [true, '2026-11-19'])
      const plain = await ask(t, path(ref), { headers: { Accept: 'text/plain' } })
      assert.equal(plain.text, answer['ac_string'])
    })

    test('everybody at once, and what was never answered', async () => {
      assert.equal(
        (await read<Members>(path(await aPerson(t))))['ac_string'],
        '2~20.43.46.89.108.311.2072.3100~dv.',
      )
      assert.equal(
        (await read<Members>(path(await aPerson(t, rejectAll()))))['ac_string'],
        '2~~dv.20.43.46.89.108.311.2072.3100',
      )
      const undecided = await read<Members>(
        path(await aPerson(t, acceptAll({ vendors: { tcf: { '*': 'granted' } } }))),
      )
      assert.deepEqual([undecided['ac_string'], undecided['decided']], ['2~~dv.', false])
    })

    test('without a TC string there is none, and where the TCF does not apply it says nothing', async () => {
      const ref = await aPerson(t, { purposes: { marketing: 'granted' }, country: 'DE' })
      const { ac_string, reason } = await read<Members>(path(ref))
      assert.deepEqual([ac_string, reason], [null, 'no_tc_string'])
      assert.equal(refused(await ask(t, `${path(ref)}&country=US`), 409), 'not_applicable')
    })
  })

  describe('GPP', () => {
    test('edge 54: its European part is the TC string, byte for byte', async () => {
      const ref = await aPerson(t)
      const { gpp_string, applicable_sections } = await read<Members & { gpp_string: string }>(gppPath(ref))
      const tcString = await tcStringOf(t, ref)
      assert.equal(gpp_string.split('~')[1], tcString)
      assert.equal(decodeGpp(gpp_string).sections['tcfeuv2'], tcString)
      assert.deepEqual(applicable_sections, [2])
    })

    test('reads the same in the model of IAB Tech Lab, field by field', async () => {
      const ref = await aPerson(t, { purposes: { marketing: 'withdrawn' }, country: 'US', region: 'CA' })
      const answer = await read<{ gpp_string: string; sections: Record<string, Members> }>(
        gppPath(ref, '&sections=usnat,usca'),
      )
      const theirs = new GppModel(answer.gpp_string)
      for (const [section, fields] of Object.entries(answer.sections))
        for (const [name, value] of Object.entries(fields))
          assert.deepEqual(theirs.getFieldValue(section, name), value, `${section}.${name}`)
      assert.equal(answer.sections['usnat']?.['SaleOptOut'], 1)
    })

    test('edge 48: sections by name or id, in any order, once each; the version of usnat on demand', async () => {
      const ref = await aPerson(t)
      const ids = async (query: string) => (await read<Members>(gppPath(ref, query)))['section_ids']
      assert.deepEqual(await ids(''), [2, 7, 8])
      assert.deepEqual(await ids('&sections=8,usnat,usca,7'), [7, 8])
      const { sections } = await read<{ sections: Record<string, Members> }>(
        gppPath(ref, '&sections=usnat&usnat_version=1'),
      )
      assert.equal(sections['usnat']?.['Version'], 1)
    })

    test('edge 49: sections that are not written are refused by their place', async () => {
      const ref = await aPerson(t)
      assert.deepEqual(issuePaths(await ask(t, gppPath(ref, '&sections=usnat,3,usmd,uspv1'))), [
        'query.sections.1',
        'query.sections.2',
        'query.sections.3',
      ])
      assert.deepEqual(issuePaths(await ask(t, gppPath(ref, '&sections='))), ['query.sections'])
    })

    test('edge 53: Sec-GPC of a page is laid over the answer, says whose it is, and is kept nowhere', async () => {
      const ref = await aPerson(t, { purposes: { newsletter: 'denied' }, country: 'US', region: 'CA' })
      const key = t.keys.test.public
      const asked = async (headers: Record<string, string>, query = '&sections=usnat') => {
        const { gpc, sections } = await read<{ gpc: unknown; sections: Record<string, Members> }>(
          gppPath(ref, query),
          { key, headers },
        )
        return [gpc, sections['usnat']?.['SaleOptOut'], sections['usnat']?.['Gpc']]
      }
      const unknown = [{ value: null, source: null }, 2, undefined]
      assert.deepEqual(await asked({}), unknown)
      assert.deepEqual(await asked({ 'Sec-GPC': '1' }), [{ value: true, source: 'request' }, 1, true])
      for (const other of ['0', 'true']) assert.deepEqual(await asked({ 'Sec-GPC': other }), unknown)
      assert.deepEqual(await asked({ 'Sec-GPC': '1' }, '&sections=usnat&gpc=false'), [
        { value: false, source: 'request' },
        2,
        false,
      ])
      assert.deepEqual(await asked({}), unknown)
      // A server may pass on headers that are not the person's.
      const fromServer = await read<{ gpc: unknown }>(gppPath(ref), { headers: { 'Sec-GPC': '1' } })
      assert.deepEqual(fromServer.gpc, { value: null, source: null })
    })

    test('edge 55: what is in force by the place, and -1 where nothing is', async () => {
      const ref = await aPerson(t)
      const inForce = async (query: string) =>
        (await read<Members>(gppPath(ref, query)))['applicable_sections']
      assert.deepEqual(await inForce('&country=US-CA'), [7, 8])
      assert.deepEqual(await inForce('&country=US-CA&sections=usnat'), [7])
      assert.deepEqual(await inForce('&country=JP'), [-1])
      const { gpp_sid } = await read<Members>(gppPath(ref, '&country=US-CA'))
      assert.equal(gpp_sid, '7,8')
    })
  })

  describe('who may ask', () => {
    const paths = ['tcstring', 'google-consent-mode', 'google-additional-consent', 'gpp']
    const codeOf = ({ json }: TestAnswer) => json['code']

    // Seen to fail when the endpoints looked people up for a public key as they do for a secret one.
    test('edge 61: a person of one environment is unknown to the other, to a page another ref is closed', async () => {
      const ref = await aPerson(t)
      for (const path of paths) {
        const url = `/v1/consent/${path}?ref=${ref}`
        assert.equal(codeOf(await ask(t, url, { key: t.keys.live.secret })), 'subject_not_found', path)
        assert.equal(codeOf(await ask(t, url, { key: null })), 'api_key_missing', path)
        const named = await ask(t, `/v1/consent/${path}?ref=user_42`, { key: t.keys.test.public })
        assert.equal(refused(named, 403), 'subject_token_required', path)
        assert.equal((await ask(t, url, { key: t.keys.test.public })).status, 200, path)
      }
    })

    test('edge 61: a string of the live environment says nothing of the test one', async () => {
      const ref = await aPerson(t)
      const live = await ask(t, `/v1/consent/tcstring?ref=${ref}`, { key: t.keys.live.public })
      assert.deepEqual([live.status, live.json['status']], [200, 'none'])
    })
  })

  test('edge 36: two devices at once, and one person twice in a batch: one string, of the later choice', async () => {
    const ref = anAnonymousRef()
    const at = (ms: number) => new Date(t.service.clock.now() + ms).toISOString()
    const [early, late] = [at(-60_000), at(-1000)]
    await Promise.all([
      record(t, ref, acceptAll({ occurred_at: late })),
      ...Array.from({ length: 5 }, () => record(t, ref, rejectAll({ occurred_at: early }))),
    ])
    const accepted = await tcStringOf(t, await aPerson(t))
    assert.equal(await tcStringOf(t, ref), accepted)
    const twice = anAnonymousRef()
    const bodies = [acceptAll({ occurred_at: late }), rejectAll({ occurred_at: early })]
    const batch = await t.call('POST', '/v1/consent/batch', {
      body: { records: bodies.map((body) => ({ subject: { ref: twice }, ...body })) },
    })
    assert.equal(batch.status, 200, batch.text)
    assert.equal(await tcStringOf(t, twice), accepted)
  })

  test('edge 37: of two merged people the newer choice is the string of both, written anew', async () => {
    const at = (ms: number) => new Date(t.service.clock.now() + ms).toISOString()
    const older = await aPerson(t, rejectAll({ occurred_at: at(-120_000) }))
    const newer = await aPerson(t, acceptAll({ occurred_at: at(-60_000) }))
    const [refused_, accepted] = [await tcStringOf(t, older), await tcStringOf(t, newer)]
    assert.notEqual(refused_, accepted)
    const { receipt_id } = await readTcString(t, newer)
    const merged = await t.call('POST', '/v1/subjects/merge', { body: { source: newer, target: older } })
    assert.equal(merged.status, 200, merged.text)
    for (const ref of [older, newer]) {
      assert.equal(await tcStringOf(t, ref), accepted)
      assert.equal((await readTcString(t, ref)).receipt_id, receipt_id)
    }
  })

  test('edge 38: of somebody erased there is no string', async () => {
    const ref = await aPerson(t)
    const erased = await t.call('DELETE', `/v1/subjects/${ref}`)
    assert.equal(erased.status, 200, erased.text)
    for (const name of ['tcstring', 'google-consent-mode', 'google-additional-consent', 'gpp']) {
      const answer = await ask(t, `/v1/consent/${name}?ref=${ref}`)
      assert.equal(refused(answer, 410), 'subject_erased', name)
      const seen = await ask(t, `/v1/consent/${name}?ref=${ref}`, { key: t.keys.test.public })
      assert.equal(seen.status, 200, name)
    }
    assert.equal((await readTcString(t, ref, '', { key: t.keys.test.public })).status, 'none')
  })

  test('edge 60: a hostile TC string is taken in or refused at once, and never expanded', async () => {
    for (const tc_string of [
      `CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYg${'_'.repeat(7000)}`,
      'C'.repeat(8000),
      '.'.repeat(8000),
    ]) {
      const begin = performance.now()
      await record(t, anAnonymousRef(), { tc_string })
      // Expanded it would be minutes; at once is 10 ms, and a slow machine has room.
      assert.ok(performance.now() - begin < 10_000)
    }
  })
})
