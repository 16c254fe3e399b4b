import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { addressOf } from '../../src/data-requests/answer-data-request.ts'
import { writeLink } from '../../src/domain/data-request-link.ts'
import { record } from '../a-consent.ts'
import { type DataRequestJson, done, open, read } from '../a-data-request.ts'
import { type Harness, openHarness } from '../harness.ts'
import { type MailServer, openMailServer } from '../mail-stage.ts'
import { openBrowser } from './open-browser.ts'

// From the form to the answer as a person goes: with a mailbox, on a phone, with the keyboard, without a script.

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const pictures = process.env['ASSENT_PICTURES']
const phone = { width: 360, height: 740 }

let browser: Browser
let mails: MailServer
let t: Harness

before(async () => {
  mails = await openMailServer()
  t = await openHarness({ environment: 'live', runsJobs: true, settings: { ASSENT_SMTP_URL: mails.url } })
  browser = await openBrowser()
})
after(async () => {
  await browser.close()
  await t[Symbol.asyncDispose]()
  await mails.stop()
})

async function visit(path: string): Promise<Page & AsyncDisposable> {
  const page = await browser.newPage({ viewport: phone, javaScriptEnabled: false })
  await page.goto(path.startsWith('http') ? path : t.url + path)
  return Object.assign(page, { [Symbol.asyncDispose]: () => page.close() })
}

async function waiting(): Promise<DataRequestJson[]> {
  const answer = await t.call('GET', '/v1/data-requests?status=awaiting_verification')
  return answer.json['data'] as DataRequestJson[]
}

test('a person asks, proves the mailbox with a button, and sees how it stands; no script is needed', async () => {
  await record(t, 'email:ada@example.org')
  await using page = await visit('/p/live/data-requests?language=de')
  await page.check('#type-0')
  await page.fill('#email', 'Ada@Example.org')
  await page.selectOption('#place', 'DE')
  await page.fill('#details', 'Bitte <b>alles</b>')
  await page.click('button.main')
  assert.match(await page.title(), /Postfach/)
  const [made] = await waiting()
  assert.ok(made)
  assert.equal(made.type, 'access')
  assert.equal((await read(t, made.id)).subject.id, null, 'nobody was looked up')

  const { mail } = await mails.mail(1)
  assert.match(mail.subject ?? '', /Bitte bestätigen Sie Ihre Anfrage/)
  assert.ok(!mail.text?.includes('alles'), 'nothing that was typed into the form is mailed')
  const [link = ''] = /http:\S+\/p\/data-requests\/\S+/.exec(mail.text ?? '') ?? []
  for (let looks = 0; looks < 3; looks++) assert.equal((await fetch(link)).status, 200)
  assert.equal(
    (await read(t, made.id)).status,
    'awaiting_verification',
    'a scanner that follows the link proves nothing',
  )

  await page.goto(`${link}?language=de`)
  assert.ok((await page.innerText('main')).includes('Bitte <b>alles</b>'))
  await page.click('button[value=confirm]')
  assert.match(await page.innerText('[role=status]'), /erhalten/)
  const proved = await read(t, made.id)
  assert.deepEqual([proved.status, proved.verification.status], ['received', 'verified'])
  assert.ok(proved.subject.id !== null)
  assert.deepEqual(
    proved.changes.map(({ action, by }) => [action, by]),
    [
      [null, 'person'],
      ['verify', 'person'],
      ['acknowledge', 'clock'],
    ],
  )
  assert.match((await mails.mail(2)).mail.text ?? '', /erhalten/)

  await done(t, made.id, 'fulfil')
  const [archive = ''] = /http:\S+\/archives\/\S+/.exec((await mails.mail(3)).mail.text ?? '') ?? []
  const fetched = await fetch(archive, { method: 'POST' })
  assert.deepEqual([fetched.status, fetched.headers.get('content-type')], [200, 'application/zip'])
  assert.match(fetched.headers.get('content-disposition') ?? '', /^attachment; filename="/)
  for (let tries = 0; tries < 3; tries++)
    assert.equal((await fetch(archive, { method: 'POST' })).status, 410, 'T89')
  await page.reload()
  assert.match(await page.innerText('main'), /Erledigt/)
})

test("what somebody else wrote in a person's name stands beside their own, and can be taken back", async () => {
  const ask = (type: string) =>
    t.call('POST', '/v1/data-requests/portal', {
      key: t.own.public,
      body: { type, email: 'victim@example.org', country: 'DE' },
    })
  const [foreign, own] = [await ask('erasure'), await ask('portability')]
  const { routing } =
    [...t.service.settings.current.environments.values()].find(({ scope }) => scope.environment === 'live') ??
    assert.fail()
  // The only mail was for the foreign one; its link leads to both.
  await using page = await visit(
    `/p/data-requests/${writeLink(routing, 'mailbox', addressOf(String(foreign.json['id'])))}`,
  )
  const section = (name: string) => page.locator('section', { hasText: name })
  await section('Erase my data').locator('button[value=withdraw]').click()
  await section('Take my data elsewhere').locator('button[value=confirm]').click()
  assert.equal((await read(t, String(foreign.json['id']))).status, 'withdrawn')
  assert.equal((await read(t, String(own.json['id']))).status, 'received')
  assert.equal(
    (
      await fetch(page.url(), {
        method: 'POST',
        body: new URLSearchParams({ request: String(own.json['id']), action: 'confirm' }),
      })
    ).status,
    200,
  )
  assert.equal((await read(t, String(own.json['id']))).changes.length, 3, 'pressed twice is pressed once')
})

test('a form with faults says which, in words, at the fields, and keeps what was written', async () => {
  const form = new URLSearchParams({ email: 'nobody', details: 'x'.repeat(4001) })
  const answer = await fetch(`${t.url}/p/test/data-requests?language=fr`, { method: 'POST', body: form })
  const text = await answer.text()
  assert.equal(answer.status, 422)
  assert.equal(answer.headers.get('content-language'), 'fr')
  for (const part of [
    'role="alert"',
    'id="type-fault"',
    'id="email-fault"',
    'id="details-fault"',
    'value="nobody"',
  ])
    assert.ok(text.includes(part), part)
})

test('links that are none, and environments that are not there: 404, and nothing is told', async () => {
  const { id } = await open(t)
  for (const path of [
    '/p/data-requests/x',
    `/p/data-requests/${id.slice(4)}${'0'.repeat(32)}`,
    '/p/staging/data-requests',
  ])
    assert.equal((await fetch(t.url + path)).status, 404, path)
})

for (const language of ['en', 'de', 'fr', 'es', 'it'])
  test(`${language}: nothing wider than a phone, and nothing that axe-core finds`, async () => {
    const key = t.keys.test.secret
    const made = await open(t, { email: `${language}@example.org`, subject: null }, { key })
    const { routing } =
      [...t.service.settings.current.environments.values()].find(
        ({ scope }) => scope.environment === 'test',
      ) ?? assert.fail()
    const token = writeLink(routing, 'mailbox', addressOf(made.id))
    const context = await browser.newContext({ viewport: phone, bypassCSP: true })
    const page = await context.newPage()
    for (const [name, path] of [
      ['form', '/p/test/data-requests'],
      ['status', `/p/data-requests/${token}`],
    ] as const) {
      await page.goto(`${t.url}${path}?language=${language}`)
      // What there are no words for is English, and says so.
      assert.equal(await page.evaluate('document.documentElement.lang'), language === 'it' ? 'en' : language)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), phone.width, name)
      await page.evaluate(axe)
      const found = await page.evaluate<string[]>(
        `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
      )
      assert.deepEqual(found, [], `${name} ${language}`)
      if (pictures !== undefined)
        await page.screenshot({
          path: join(pictures, `data-request-${name}-${language}.png`),
          fullPage: true,
        })
    }
    await context.close()
  })

test('the keyboard alone is enough, and a screen reader hears what each field is', async () => {
  await using page = await visit('/p/test/data-requests?language=en')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  assert.equal(await page.locator('#type-0').isChecked(), true)
  await page.keyboard.press('Tab')
  await page.keyboard.type('keys@example.org')
  assert.equal(
    await page.getByRole('textbox', { name: 'Your e-mail address' }).inputValue(),
    'keys@example.org',
  )
  for (const role of ['radio', 'combobox', 'textbox', 'button'] as const)
    assert.ok((await page.getByRole(role).count()) > 0, role)
  assert.equal(await page.getByRole('group', { name: 'What do you want?' }).count(), 1)
  for (let stops = 0; stops < 3; stops++) await page.keyboard.press('Tab')
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')])
  assert.match(await page.title(), /mailbox/)
})
