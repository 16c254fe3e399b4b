import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { look, newsletterOf, press } from './a-confirmation.ts'
import { issuePaths, refused } from './a-consent.ts'
import { setPreferences } from './a-preference.ts'
import { type Harness, openHarness } from './harness.ts'

const reader = 'user_42'

const makeLink = (t: Harness, body: object = {}) =>
  t.call('POST', '/v1/preferences/unsubscribe-link', {
    body: { subject: { ref: reader }, key: 'topics', language: 'de', ...body },
  })

async function topicsOf(t: Harness): Promise<unknown> {
  const answer = await t.call('GET', `/v1/subjects/${reader}/preferences`)
  const preferences = answer.json['preferences'] as { key: string; value: unknown }[]
  return preferences.find(({ key }) => key === 'topics')?.value
}

const recordsOf = async (t: Harness) => {
  const { rows } = await t.service.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM consent_records')
  return rows[0]?.n
}

describe('an unsubscribe link', () => {
  test('a look changes nothing, a button or one click ends that one topic, and again is no fault', async () => {
    await using t = await openHarness()
    await setPreferences(t, reader, [
      { key: 'topics', value: ['tours'] },
      { key: 'frequency', value: 'weekly' },
    ])
    const made = await makeLink(t)
    assert.equal(made.status, 200)
    const url = String(made.json['url'])
    assert.deepEqual(made.json['headers'], {
      'List-Unsubscribe': `<${url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    const page = await look(url)
    assert.equal(page.status, 200)
    assert.match(page.text, /<html lang="de"[\s\S]* beenden\?<\/h1>/)
    assert.deepEqual(await topicsOf(t), ['tours'])

    const oneClick = new FormData()
    oneClick.set('List-Unsubscribe', 'One-Click')
    assert.equal((await press(url, oneClick)).status, 200)
    assert.deepEqual(await topicsOf(t), [])
    const before = await recordsOf(t)
    assert.equal((await press(url, 'List-Unsubscribe=One-Click')).status, 200)
    assert.equal(await recordsOf(t), before, 'what is off already needs no record')
    t.advance(400 * 86_400_000)
    assert.equal((await look(url)).status, 200, 'it never runs out')
  })

  test('it also takes back what still waits to be confirmed', async () => {
    await using t = await openHarness()
    await setPreferences(t, reader, [{ key: 'newsletter', channel: 'email', value: true }])
    assert.deepEqual(await newsletterOf(t, reader), ['pending', true])
    const made = await makeLink(t, { key: 'newsletter', channel: 'email' })
    t.advance(1000)
    assert.equal((await press(String(made.json['url']))).status, 200)
    assert.deepEqual(await newsletterOf(t, reader), ['active', false])
  })

  test('nobody can make one, turn one to another person or topic, or learn from one who there is', async () => {
    // Seen to fail with a code that did not cover the topic.
    await using t = await openHarness()
    await setPreferences(t, reader, [{ key: 'topics', value: ['tours'] }])
    const url = String((await makeLink(t)).json['url'])
    for (const forged of [
      url.replace('.topics.', '.newsletter.'),
      url.replace('.topics..', '.topics.email.'),
      url.replace(/unsubscribe\/.{22}/, `unsubscribe/${'0'.repeat(22)}`),
      url.replace(/.{4}\?/, 'AAAA?'),
    ]) {
      assert.equal((await look(forged)).status, 404, forged)
      assert.equal((await press(forged)).status, 404, forged)
    }
    assert.deepEqual(await topicsOf(t), ['tours'])
    assert.equal(refused(await makeLink(t, { subject: { ref: 'user_nobody' } }), 404), 'subject_not_found')
    assert.deepEqual(issuePaths(await makeLink(t, { key: 'frequency' })), ['key'])
    assert.deepEqual(issuePaths(await makeLink(t, { key: 'newsletter' })), ['channel'])
  })
})
