import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { ask, linksIn, newsletterOf, openStage, type Stage, signUp } from '../a-confirmation.ts'
import { untilTrue } from '../until.ts'
import { openBrowser } from './open-browser.ts'

// The whole round trip as a person goes through it: in a browser, from the link in a mail that came over SMTP.

const phone = { viewport: { width: 360, height: 740 } }
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const picturesFolder = process.env['ASSENT_PICTURES']

let browser: Browser
let stage: Stage
let mails = 0

before(async () => {
  browser = await openBrowser()
  stage = await openStage({ ASSENT_LIMIT_MAILS_PER_MINUTE: '100', ASSENT_LIMIT_MAILS_PER_DAY: '100' })
})
after(async () => {
  await browser.close()
  await stage[Symbol.asyncDispose]()
})

/** What the browser complains of, policy violations among it. */
const complaints: string[] = []
const requests: string[] = []

async function open(url: string, options: BrowserContextOptions = {}): Promise<Page & AsyncDisposable> {
  const page = await browser.newPage({ ...phone, ...options })
  complaints.length = 0
  requests.length = 0
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(url)
  return Object.assign(page, { [Symbol.asyncDispose]: () => page.close() })
}

/** A sign-up of somebody new, and the links in their mail. */
async function newLinks(language: string): Promise<{ ref: string; confirm: string; notMe: string }> {
  mails += 1
  const ref = `email:person${mails}@example.org`
  await signUp(stage.t, ref)
  const redirect_url = 'https://shop.example/thanks'
  await ask(stage.t, { subject: { ref }, language, redirect_url })
  return { ref, ...linksIn(await stage.server.mail(mails)) }
}

async function picture(page: Page, name: string): Promise<void> {
  if (picturesFolder !== undefined)
    await page.screenshot({ path: `${picturesFolder}/${name}.png`, fullPage: true })
}

async function isAccessible(page: Page): Promise<void> {
  const found = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    `(async () => { ${axe}; return await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }) })()`,
  )
  assert.deepEqual(
    found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    [],
  )
}

async function fitsPhone(page: Page): Promise<void> {
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
}

describe('the pages of a confirmation', () => {
  for (const [language, button, thanks, already] of [
    ['en', 'Yes, I agree', 'Thank you, that is confirmed', 'This is confirmed already'],
    ['de', 'Ja, ich willige ein', 'Danke, das ist bestätigt', 'Das ist schon bestätigt'],
  ] as const)
    test(`with the keyboard alone, on a phone, accessible, nothing from elsewhere (${language})`, async () => {
      const { ref, confirm } = await newLinks(language)
      await using page = await open(confirm)
      await picture(page, `confirm-${language}`)
      await fitsPhone(page)
      await isAccessible(page)
      assert.deepEqual(await newsletterOf(stage.t, ref), ['pending', true])
      await page.keyboard.press('Tab')
      assert.equal(await page.evaluate('document.activeElement.textContent'), button)
      assert.equal(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle'), 'solid')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: thanks }).waitFor()
      await picture(page, `confirmed-${language}`)
      await fitsPhone(page)
      await isAccessible(page)
      assert.deepEqual(await newsletterOf(stage.t, ref), ['active', true])
      assert.equal(await page.getByRole('link').getAttribute('href'), 'https://shop.example/thanks')
      assert.deepEqual(new Set(requests), new Set([confirm]))
      assert.deepEqual(complaints, [])

      await page.goto(confirm)
      await page.getByRole('heading', { level: 1, name: already }).waitFor()
      await picture(page, `already-${language}`)
      await isAccessible(page)
    })

  test('"this was not me" asks before it does anything, and says what it did', async () => {
    const { ref, confirm, notMe } = await newLinks('de')
    await using page = await open(notMe)
    await picture(page, 'not-me-de')
    await fitsPhone(page)
    await isAccessible(page)
    await page.getByRole('button', { name: 'Das war ich nicht' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sie sind nicht angemeldet' }).waitFor()
    await isAccessible(page)
    await page.goto(confirm)
    await page.getByRole('heading', { level: 1, name: 'Sie sind nicht angemeldet' }).waitFor()
    assert.deepEqual(await newsletterOf(stage.t, ref), ['pending', true])
  })

  test('a planted script, style, picture and frame are stopped by the policy, and a form leads nowhere else', async () => {
    const { confirm } = await newLinks('en')
    await using page = await open(confirm)
    await page.evaluate(`
      const planted = document.createRange().createContextualFragment(
        '<script>document.title = "taken over"<\\/script><p style="color: red"></p><style>p { color: red }</style>' +
        '<img src="http://127.0.0.1:9/x.png"><iframe src="/health"></iframe><link rel="stylesheet" href="/x.css">')
      document.body.append(planted)
      document.forms[0].action = 'http://127.0.0.1:9/steal'`)
    await page.evaluate('document.forms[0].requestSubmit()')
    const forbidden = () => complaints.filter((text) => text.includes('Content Security Policy'))
    await untilTrue(() => forbidden().length >= 7)
    assert.equal(forbidden().length, 7, complaints.join('\n'))
    assert.ok(forbidden().some((text) => text.includes('form-action')))
    assert.notEqual(await page.title(), 'taken over')
  })

  test('no name that somebody put into a catalogue or an address becomes markup', async () => {
    await using page = await open(
      `${stage.t.url}/p/confirm/%3Cscript%3Ealert(1)%3C%2Fscript%3E?language=%3Cb%3E`,
    )
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'This link leads nowhere')
    assert.ok(!(await page.content()).includes('alert'))
    await picture(page, 'unknown')
    await isAccessible(page)
  })
})
