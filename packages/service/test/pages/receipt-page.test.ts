import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { receiptPage } from '../../src/api/evidence/receipt-page.ts'
import { untilTrue } from '../until.ts'
import { aReceipt, withDocuments } from './a-receipt.ts'
import { openBrowser } from './open-browser.ts'
import { type ServedPages, servePages } from './serve-page.ts'

// In a browser, since what it makes of a policy, a style and a key press cannot be read off the source. The scripts
// below are texts, because this project compiles without the types of a browser.

const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const long = {
  texts: { en: { name: word, description: `${word.repeat(3)}\n\nhttps://shop.example/${word}` } },
}
const arabic = { texts: { ar: { name: 'إحصاءات الزوار', description: 'نحصي الصفحات التي تتم زيارتها.' } } }
const pages = {
  '/en': receiptPage(aReceipt({ environment: 'test' })),
  '/de': receiptPage(aReceipt({ language: 'de' })),
  '/long': receiptPage(
    withDocuments(aReceipt(), { controller: { name: word, address: word }, purpose: long }),
  ),
  '/arabic': receiptPage(withDocuments(aReceipt({ language: 'ar' }), { purpose: arabic })),
}
const phone = { viewport: { width: 360, height: 740 } }
const picturesFolder = process.env['ASSENT_PICTURES']

let browser: Browser
let served: ServedPages

before(async () => {
  served = await servePages(pages)
  browser = await openBrowser()
})

after(async () => {
  await browser.close()
  await served[Symbol.asyncDispose]()
})

/** What the browser complains of, policy violations among it. */
const complaints: string[] = []

async function open(
  path: keyof typeof pages,
  options: BrowserContextOptions = {},
): Promise<Page & AsyncDisposable> {
  const page = await browser.newPage(options)
  complaints.length = 0
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(served.url + path)
  return Object.assign(page, { [Symbol.asyncDispose]: () => page.close() })
}

test('the page is all that is fetched, and its policy has nothing to forbid', async () => {
  served.requests.length = 0
  await using page = await open('/en')
  await page.waitForLoadState('networkidle')
  assert.deepEqual(served.requests, ['/en'])
  assert.deepEqual(complaints, [])
  assert.equal(await page.evaluate('getComputedStyle(document.body).overflowWrap'), 'anywhere')
})

test('teeth: a planted script, style, picture and frame are stopped by the policy', async () => {
  served.requests.length = 0
  await using page = await open('/en')
  await page.evaluate(`
    const planted = document.createRange().createContextualFragment(
      '<script>document.title = "taken over"<\\/script><p style="color: red"></p><style>p { color: red }</style>' +
      '<img src="http://127.0.0.1:9/x.png"><iframe src="/de"></iframe><link rel="stylesheet" href="/x.css">')
    document.body.append(planted)`)
  const forbidden = () => complaints.filter((text) => text.includes('Content Security Policy'))
  await untilTrue(() => forbidden().length >= 6)
  assert.equal(forbidden().length, 6, complaints.join('\n'))
  assert.match(await page.title(), /^Consent receipt/)
  assert.deepEqual(served.requests, ['/en'])
})

for (const path of ['/en', '/de', '/long', '/arabic'] as const) {
  test(`nothing is wider than a phone of 360 pixels: ${path}`, async () => {
    await using page = await open(path, phone)
    await page.evaluate('document.querySelector("details").open = true')
    for (const direction of ['ltr', 'rtl']) {
      await page.evaluate(`document.documentElement.dir = "${direction}"`)
      const outside = await page.evaluate(`[...document.querySelectorAll('body *')]
        .filter((element) => { const box = element.getBoundingClientRect(); return box.left < 0 || box.right > 360 })
        .map((element) => element.outerHTML.slice(0, 80))`)
      assert.deepEqual(outside, [], direction)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
    }
  })
}

test('the keyboard reaches every link and the evidence, in the order of reading, and sees where it is', async () => {
  await using page = await open('/en')
  const stops: string[] = []
  const focus = async () => {
    await page.keyboard.press('Tab')
    const [text, outline] = await page.evaluate<[string, string]>(`(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement)
      return [document.activeElement.textContent, outlineStyle + ' ' + outlineWidth] })()`)
    assert.equal(outline, 'solid 3px', text)
    stops.push(text)
  }
  for (let stop = 0; stop < 6; stop++) await focus()
  await page.keyboard.press('Enter')
  for (let stop = 0; stop < 2; stop++) await focus()
  assert.deepEqual(stops, [
    'privacy@shop.example',
    'https://shop.example/privacy',
    'Regulation (EU) 2016/679',
    'privacy@shop.example',
    'https://shop.example/privacy',
    'How to check it, and all identifiers',
    'https://consent.example/.well-known/jwks.json',
    'https://consent.example',
  ])
})

test('a screen reader finds the landmarks, one title, headings without a gap, and lists that are lists', async () => {
  await using page = await open('/en')
  for (const role of ['banner', 'main', 'contentinfo'] as const)
    assert.equal(await page.getByRole(role).count(), 1, role)
  await page.click('summary')
  const levels = await page.evaluate<number[]>(
    `[...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((heading) => Number(heading.localName[1]))`,
  )
  assert.equal(levels.filter((level) => level === 1).length, 1)
  for (const [index, level] of levels.entries())
    assert.ok(level - (levels[index - 1] ?? 0) <= 1, `heading ${index}`)
  const answers = page
    .getByRole('list')
    .first()
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
  assert.equal(await answers.count(), 5)
  assert.match(
    await answers.first().ariaSnapshot(),
    /strong: Agreed\n/,
    'the mark before the word is not read out',
  )
})

/** Every visible text whose contrast with the colour behind it is below 7:1 (WCAG 2.2, 1.4.3 and 1.4.6). */
const faintTexts = `(() => {
  const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number)
  const channel = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)
  const luminance = ([red, green, blue]) => 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue)
  const behind = (element) => {
    const colour = numbers(getComputedStyle(element).backgroundColor)
    return colour[3] === 0 && element.parentElement ? behind(element.parentElement) : colour
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const faint = []
  let texts = 0
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue
    texts += 1
    const pair = [luminance(numbers(getComputedStyle(element).color)), luminance(behind(element))].sort((a, b) => b - a)
    const contrast = (pair[0] + 0.05) / (pair[1] + 0.05)
    if (contrast < 7) faint.push(walker.currentNode.data.trim() + ' ' + contrast.toFixed(2))
  }
  return [texts > 100, faint]
})()`

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every text stands out by 7:1 in the ${colorScheme} scheme, on screen and on paper`, async () => {
    await using page = await open('/en', { colorScheme })
    await page.click('summary')
    assert.deepEqual(await page.evaluate(faintTexts), [true, []])
    await page.emulateMedia({ media: 'print' })
    assert.deepEqual(await page.evaluate(faintTexts), [true, []])
    assert.equal(
      await page.evaluate('getComputedStyle(document.documentElement).backgroundColor'),
      'rgb(255, 255, 255)',
    )
  })
}

test('paper shows what the screen folds away', async () => {
  await using page = await open('/en')
  const evidence = page.getByText('consent-receipt+jwt')
  assert.equal(await evidence.isVisible(), false)
  await page.emulateMedia({ media: 'print' })
  assert.equal(await evidence.isVisible(), true)
  assert.equal(await page.locator('summary').isVisible(), false)
})

test('pictures to look at', {
  skip: picturesFolder === undefined && 'ASSENT_PICTURES names no folder',
}, async () => {
  const take = async (
    name: string,
    path: keyof typeof pages,
    options: BrowserContextOptions,
    script = '',
  ) => {
    await using page = await open(path, options)
    await page.evaluate(script)
    if (name.startsWith('print')) await page.emulateMedia({ media: 'print' })
    await page.screenshot({ path: `${picturesFolder}/${name}.png`, fullPage: true })
  }
  const unfold = 'document.querySelector("details").open = true'
  await take('phone-light', '/en', { ...phone, deviceScaleFactor: 2 })
  await take('phone-long', '/long', phone, unfold)
  await take('desktop-dark', '/en', { colorScheme: 'dark' }, unfold)
  await take('german', '/de', { viewport: { width: 900, height: 1000 } }, unfold)
  await take('right-to-left', '/arabic', {}, `${unfold}; document.documentElement.dir = 'rtl'`)
  await take('print', '/en', { viewport: { width: 680, height: 960 }, colorScheme: 'dark' })
})
