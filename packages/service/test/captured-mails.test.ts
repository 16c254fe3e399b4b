import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import PostalMime from 'postal-mime'
import { advance, capturedMails, linkTo, newestMail, readMail } from './a-captured-mail.ts'
import { ask, newsletterOf, press, signUp } from './a-confirmation.ts'
import { issuePaths, refused } from './a-consent.ts'
import { openHarness } from './harness.ts'
import { openMailServer, settleJobs } from './mail-stage.ts'
import { until } from './until.ts'

describe('captured mails', () => {
  test('of a test environment none is sent, whatever mail server there is; live sends as ever', async () => {
    // Seen to fail with the live mailer handed to both environments.
    await using server = await openMailServer()
    await using t = await openHarness({ runsJobs: true, settings: { ASSENT_SMTP_URL: server.url } })
    const asked = await ask(t, { subject: { ref: 'email:ada@example.org' } })
    const mail = await newestMail(t)
    assert.equal(mail.id, String(asked.json['id']).replace('cft_', 'eml_'))
    await ask(t, { subject: { ref: 'email:grace@example.org' } }, t.keys.live.public)
    assert.deepEqual((await server.mail()).to, ['grace@example.org'])
    await settleJobs(t, 'send-mail')
    assert.equal(server.received.length, 1)
    assert.deepEqual(
      (await capturedMails(t)).map(({ to }) => to),
      ['ada@example.org'],
    )
  })

  test('one holds what a tester needs, and its link confirms', async () => {
    await using t = await openHarness({ runsJobs: true })
    await signUp(t)
    await ask(t)
    const mail = await newestMail(t)
    assert.deepEqual(
      [mail.kind, mail.state, mail.to, mail.language, mail.subject],
      [
        'confirm-preferences',
        'captured',
        'ada@example.org',
        'de',
        'Bitte bestätigen Sie Ihre Anmeldung bei Speichenwerk GmbH',
      ],
    )
    const [confirm, notMe] = [linkTo('confirm', mail), linkTo('not-me', mail)]
    assert.ok(mail.text?.includes(confirm) && mail.html?.includes(confirm))
    assert.equal(mail.headers?.['List-Unsubscribe'], `<${notMe}>`)
    assert.deepEqual(await newsletterOf(t), ['pending', true])
    assert.equal((await press(confirm)).status, 200)
    assert.deepEqual(await newsletterOf(t), ['active', true])
  })

  test('without a mail server it is the same as the file that the console names', async () => {
    await using t = await openHarness({ runsJobs: true })
    await ask(t)
    const mail = await newestMail(t)
    const folder = join(t.service.config.dataDir, 'mail')
    const [name = ''] = await readdir(folder)
    assert.deepEqual(t.said, [`Mail written to ${join(folder, name)}`])
    const file = await PostalMime.parse(await readFile(join(folder, name)))
    assert.deepEqual(
      [file.subject, file.to?.[0]?.address, file.messageId, file.text?.trim()],
      [mail.subject, mail.to, mail.headers?.['Message-ID'], mail.text?.trim()],
    )
  })

  test('they are listed newest first, page by page and by mailbox; one too many is there as withheld', async () => {
    await using t = await openHarness({ runsJobs: true, settings: { ASSENT_LIMIT_MAILS_PER_MINUTE: '1' } })
    const ids: string[] = []
    for (const name of ['ada', 'grace', 'ada'])
      ids.unshift(
        String((await ask(t, { subject: { ref: `email:${name}@example.org` } })).json['id']).replace(
          'cft_',
          'eml_',
        ),
      )
    await settleJobs(t, 'send-mail')
    const all = await until(async () => {
      const found = await capturedMails(t)
      return found.every(({ state }) => state !== 'due') ? found : undefined
    })
    assert.deepEqual(
      all.map(({ id }) => id),
      ids,
    )
    assert.deepEqual(
      all.map(({ state, to }) => [state, to]),
      [
        ['withheld', null],
        ['captured', 'grace@example.org'],
        ['captured', 'ada@example.org'],
      ],
    )
    const first = await t.call('GET', '/v1/test/mails?limit=2')
    const next = await capturedMails(t, `?limit=2&cursor=${first.json['next_cursor']}`)
    assert.deepEqual(
      next.map(({ id }) => id),
      ids.slice(2),
    )
    assert.deepEqual(
      (await capturedMails(t, '?to=Grace%2Bnews@example.org')).map(({ to }) => to),
      ['grace@example.org'],
    )
    assert.deepEqual(issuePaths(await t.call('GET', '/v1/test/mails?to=nobody')), ['query.to'])
    assert.equal(refused(await t.call('GET', `/v1/test/mails/${ids[0]?.slice(4)}`), 404), 'mail_not_found')
  })

  test('what one said is forgotten after 7 days, and with the person', async () => {
    // Seen to fail with captured mails left out of the erasure.
    await using t = await openHarness({ runsJobs: true })
    await t.call('POST', '/v1/subjects', {
      body: { ref: 'customer_1', identifiers: [{ type: 'email', value: 'ada@example.org' }] },
    })
    await ask(t)
    const ada = await newestMail(t)
    await ask(t, { subject: { ref: 'email:grace@example.org' } })
    const grace = await until(async () => {
      const mail = await newestMail(t)
      return mail.to === 'grace@example.org' ? mail : undefined
    })
    assert.equal((await t.call('DELETE', '/v1/subjects/customer_1')).status, 200)
    const erased = await readMail(t, ada.id)
    assert.deepEqual([erased.to, erased.subject, erased.text, erased.links], [null, null, null, []])
    assert.equal((await readMail(t, grace.id)).to, 'grace@example.org')

    await advance(t, 'P6DT23H')
    await settleJobs(t, 'forget-old-rows')
    assert.equal((await readMail(t, grace.id)).to, 'grace@example.org', 'within its time')
    await advance(t, 'PT2H')
    await until(async () => ((await readMail(t, grace.id)).to === null ? true : undefined))
    const { rows } = await t.service.pool.query('SELECT 1 FROM mails WHERE sealed IS NOT NULL')
    assert.equal(rows.length, 0)
  })
})
