import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { PreferencePayload } from '../src/domain/preference-answer.ts'
import { aConsent, issuePaths, record, refused } from './a-consent.ts'
import {
  asPublic,
  keyed,
  type PreferencesRead,
  preferenceOf,
  readPreferences,
  sendPreferences,
  setPreferences,
  signUp,
} from './a-preference.ts'
import { anAnonymousRef, type Harness, openHarness, type TestAnswer } from './harness.ts'
import { publish, shopWith } from './publish-catalogue.ts'

describe('preferences', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
  })
  after(() => t[Symbol.asyncDispose]())

  let people = 0
  function somebody(): string {
    people += 1
    return `reader_${people}`
  }

  test('the template in the language of the page, and never without one of its words', async () => {
    const german = await t.call('GET', '/v1/preference-template?language=de', asPublic(t))
    assert.equal(german.headers.get('content-language'), 'de')
    const sections = german.json['sections'] as {
      title: string
      topics: { key: string; options: unknown[] }[]
    }[]
    assert.equal(sections[0]?.title, 'Neues per E-Mail')
    assert.deepEqual(
      sections.flatMap(({ topics }) => topics.map(({ key }) => key)),
      ['newsletter', 'frequency', 'topics', 'pickup_notices'],
    )
    assert.deepEqual(sections[0]?.topics[1]?.options[0], { key: 'weekly', name: 'Jede Woche' })
    const etag = german.headers.get('etag') ?? ''
    const again = await t.call(
      'GET',
      '/v1/preference-template?language=de',
      asPublic(t, { 'If-None-Match': etag }),
    )
    assert.equal(again.status, 304)
  })

  test('what is set is read back: by topic, by channel, and where nobody said anything the default', async () => {
    const ref = somebody()
    const recorded = await setPreferences(t, ref, [
      { key: 'frequency', value: 'weekly' },
      { key: 'topics', value: ['repairs', 'tours'] },
      { key: 'pickup_notices', channel: 'sms', value: true },
    ])
    assert.equal(recorded.status, 'active')
    assert.deepEqual(
      recorded.preferences.map(({ value }) => value),
      ['weekly', ['tours', 'repairs'], true],
    )
    const { preferences, template_version } = await readPreferences(t, ref)
    assert.equal(template_version, 1)
    assert.deepEqual(
      preferences.map(({ key, channel, value, status, record: made }) => [key, channel, value, status, made]),
      [
        ['newsletter', 'email', false, 'default', null],
        ['frequency', null, 'weekly', 'active', recorded.id],
        ['topics', null, ['tours', 'repairs'], 'active', recorded.id],
        ['pickup_notices', 'email', false, 'default', null],
        ['pickup_notices', 'sms', true, 'active', recorded.id],
      ],
    )
  })

  test('what the template does not know: 422 at each place, all at once, and nothing is recorded', async () => {
    const ref = somebody()
    const answer = await sendPreferences(t, ref, [
      { key: 'unheard_of', value: true },
      { key: 'frequency', value: 'hourly' },
      { key: 'topics', value: ['tours', 'tours'] },
      { key: 'pickup_notices', value: true },
      { key: 'pickup_notices', channel: 'fax', value: true },
      { key: 'frequency', channel: 'email', value: 'weekly' },
      { key: 'newsletter', value: 'yes' },
      { key: 'pickup_notices', channel: 'sms', value: true },
      { key: 'pickup_notices', channel: 'sms', value: false },
    ])
    assert.deepEqual(issuePaths(answer), [
      'preferences.0.key',
      'preferences.1.value',
      'preferences.2.value',
      'preferences.3.channel',
      'preferences.4.channel',
      'preferences.5.channel',
      'preferences.6.value',
      'preferences.8',
    ])
    assert.equal(refused(await t.call('GET', `/v1/subjects/${ref}/preferences`), 404), 'subject_not_found')
    assert.deepEqual(issuePaths(await sendPreferences(t, 'not a ref', [{ key: 'frequency', value: true }])), [
      'preferences.0.value',
      'subject.ref',
    ])
  })

  test('the later by its time counts, and at the same time the refusal', async () => {
    const ref = somebody()
    const at = (minutes: number) => ({
      more: { occurred_at: new Date(t.service.clock.now() - minutes * 60_000).toISOString() },
    })
    await setPreferences(t, ref, [{ key: 'frequency', value: 'weekly' }], at(5))
    await setPreferences(t, ref, [{ key: 'frequency', value: 'quarterly' }], at(10))
    assert.equal(await preferenceOf(t, ref, 'frequency'), '"weekly" active')
    const same = at(3)
    await setPreferences(t, ref, [{ key: 'pickup_notices', channel: 'sms', value: false }], same)
    await setPreferences(t, ref, [{ key: 'pickup_notices', channel: 'sms', value: true }], same)
    assert.equal(await preferenceOf(t, ref, 'pickup_notices/sms'), 'false active')
  })

  test('other refs are closed to a public key without proof, the same whether or not they exist', async () => {
    await setPreferences(t, 'user_known', [{ key: 'frequency', value: 'weekly' }])
    const answers = await Promise.all(
      ['user_known', 'user_unknown', 'phone:+4915112345678'].map((ref) =>
        sendPreferences(t, ref, signUp, asPublic(t)),
      ),
    )
    for (const answer of answers) assert.equal(refused(answer, 403), 'subject_token_required')
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    const anonymous = anAnonymousRef()
    assert.equal(
      (await setPreferences(t, anonymous, [{ key: 'frequency', value: 'weekly' }], asPublic(t))).status,
      'active',
    )
    assert.equal(await preferenceOf(t, anonymous, 'frequency', asPublic(t)), '"weekly" active')
    assert.equal(await preferenceOf(t, anAnonymousRef(), 'frequency', asPublic(t)), '"monthly" default')
  })

  describe('an Idempotency-Key', () => {
    const weekly = [{ key: 'frequency', value: 'weekly' }]
    function assertReplay(answer: TestAnswer, first: TestAnswer): void {
      assert.deepEqual([answer.status, answer.text], [first.status, first.text])
      assert.equal(answer.headers.get('idempotent-replayed'), 'true')
    }

    test('the same again is the same bytes; another body 422; another route, person or key type is free', async () => {
      const [ref, other] = [anAnonymousRef(), anAnonymousRef()]
      const first = await sendPreferences(t, ref, weekly, keyed('one'))
      t.advance(60_000)
      assertReplay(await sendPreferences(t, ref, weekly, keyed('one')), first)
      assert.equal(
        refused(await sendPreferences(t, ref, [{ key: 'frequency', value: 'monthly' }], keyed('one')), 422),
        'idempotency_key_reused',
      )
      const consent = await t.call('POST', '/v1/consent', { ...keyed('one'), body: aConsent(ref) })
      assert.deepEqual([consent.status, consent.headers.get('idempotent-replayed')], [201, null])
      for (const person of [ref, other]) {
        const visitor = await sendPreferences(t, person, weekly, { ...asPublic(t), ...keyed('one') })
        assert.deepEqual([visitor.status, visitor.headers.get('idempotent-replayed')], [201, null])
      }
      const { rows } = await t.service.pool.query<{ n: string }>(
        "SELECT count(*) AS n FROM consent_records WHERE position($1 IN encode(payload, 'escape')) > 0",
        [(first.json['subject'] as { id: string }).id],
      )
      assert.equal(Number(rows[0]?.n), 3)
    })

    test('of an unproved address counts for that address, and is replayed without its person', async () => {
      const [ada, bob] = ['email:ada.key@example.org', 'email:bob.key@example.org']
      const first = await sendPreferences(t, ada, signUp, { ...asPublic(t), ...keyed('1') })
      const other = await sendPreferences(t, bob, signUp, { ...asPublic(t), ...keyed('1') })
      assert.equal(other.headers.get('idempotent-replayed'), null)
      assertReplay(await sendPreferences(t, ada, signUp, { ...asPublic(t), ...keyed('1') }), first)
      assert.ok(!other.text.includes('ada'))
    })

    test('50 at once: one record', async () => {
      const ref = somebody()
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => sendPreferences(t, ref, weekly, keyed('at-once'))),
      )
      assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
      assert.equal(answers.filter(({ headers }) => headers.has('idempotent-replayed')).length, 49)
    })

    test('a refused attempt leaves it free', async () => {
      const ref = somebody()
      assert.equal(
        issuePaths(await sendPreferences(t, ref, [{ key: 'frequency', value: 'x' }], keyed('free'))).length,
        1,
      )
      assert.equal((await sendPreferences(t, ref, weekly, keyed('free'))).status, 201)
    })
  })

  test('consent and preferences are one ledger of a person: one count, and histories that do not mix', async () => {
    const ref = somebody()
    await record(t, ref)
    const recorded = await setPreferences(t, ref, [{ key: 'frequency', value: 'weekly' }])
    await record(t, ref)
    const history = await t.call('GET', `/v1/subjects/${ref}/consent/history`)
    assert.deepEqual(
      (history.json['data'] as { seq: number }[]).map(({ seq }) => seq),
      [3, 1],
    )
    const receipt = await t.call('GET', recorded.receipt?.url ?? '')
    assert.equal((receipt.json['claims'] as unknown as PreferencePayload).record.seq, 2)
    const past = await t.call(
      'GET',
      `/v1/subjects/${ref}/consent?at=${new Date(t.service.clock.now()).toISOString()}`,
    )
    assert.equal(past.status, 200)
  })

  test('its receipt can be read as JSON, as JOSE and as a page, in the words that were shown', async () => {
    const ref = somebody()
    const { receipt } = await setPreferences(t, ref, [...signUp, { key: 'topics', value: [] }], {
      more: { language: 'de' },
    })
    const url = receipt?.url ?? ''
    const json = await t.call('GET', url)
    const { template } = json.json['documents'] as { template: { version: number; bytes_b64: string } }
    assert.match(Buffer.from(template.bytes_b64, 'base64').toString(), /Neue Räder, Touren/)
    const jose = await t.call('GET', url, { headers: { Accept: 'application/jose' } })
    assert.equal(jose.text, json.json['jws'])
    const page = await t.call('GET', url, { headers: { Accept: 'text/html' } })
    assert.equal(page.status, 200)
    assert.match(page.text, /<html lang="de"/)
    assert.match(page.text, /Neue Räder, Touren und Werkstatttermine/)
    assert.match(page.text, /Gilt noch nicht/)
    assert.match(page.text, /Nichts gewählt/)
  })

  test('merged people have one set of preferences, and each their own again once it is undone', async () => {
    const [source, target] = [somebody(), somebody()]
    await setPreferences(t, target, [
      { key: 'topics', value: ['tours'] },
      { key: 'frequency', value: 'weekly' },
    ])
    t.advance(1000)
    const later = await setPreferences(t, source, [{ key: 'frequency', value: 'quarterly' }])
    const merged = await t.call('POST', '/v1/subjects/merge', { body: { source, target } })
    assert.equal(merged.status, 200, merged.text)
    assert.equal(await preferenceOf(t, target, 'frequency'), '"quarterly" active')
    assert.equal(await preferenceOf(t, source, 'topics'), '["tours"] active')
    const { preferences } = await readPreferences(t, target)
    assert.equal(preferences.find(({ key }) => key === 'frequency')?.record, later.id)
    const undone = await t.call('POST', `/v1/subjects/merge/${String(merged.json['id'])}/undo`)
    assert.equal(undone.status, 200, undone.text)
    assert.equal(await preferenceOf(t, target, 'frequency'), '"weekly" active')
    assert.equal(await preferenceOf(t, target, 'topics'), '["tours"] active')
    assert.equal(await preferenceOf(t, source, 'frequency'), '"quarterly" active')
    assert.equal(await preferenceOf(t, source, 'topics'), '[] default')
  })

  test('a value that the template no longer has is not in force, and comes back with it', async () => {
    await using other = await openHarness()
    const body = { subject: { ref: 'user_1' }, preferences: [{ key: 'frequency', value: 'weekly' }] }
    await other.call('POST', '/v1/preferences', { body })
    await publish(
      other,
      await shopWith(['            weekly: { en: Every week, de: Jede Woche }\n', '']),
      'test',
    )
    const now = await other.call('GET', '/v1/subjects/user_1/preferences')
    assert.equal(now.json['template_version'], 2)
    const { preferences } = now.json as unknown as PreferencesRead
    assert.deepEqual(preferences[1], {
      key: 'frequency',
      channel: null,
      value: 'monthly',
      status: 'default',
      confirmed_at: null,
      updated_at: null,
      record: null,
    })
    await publish(other, await shopWith(), 'test')
    const back = (await other.call('GET', '/v1/subjects/user_1/preferences'))
      .json as unknown as PreferencesRead
    assert.deepEqual([back.template_version, back.preferences[1]?.value], [3, 'weekly'])
  })

  test('a catalogue without a template: 409 not_configured, also for writing', async () => {
    const text = (await shopWith()).replace(/\n# What people can set[\s\S]*(?=\n# Empty: a public)/, '\n')
    await using bare = await openHarness({ catalogue: text })
    const body = { subject: { ref: 'user_1' }, preferences: signUp }
    for (const answer of [
      await bare.call('GET', '/v1/preference-template'),
      await bare.call('POST', '/v1/preferences', { body }),
      await bare.call('GET', '/v1/subjects/user_1/preferences'),
    ])
      assert.equal(refused(answer, 409), 'not_configured')
  })
})
