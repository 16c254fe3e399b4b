import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { formatVerifierKey } from '@assent/evidence'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { logNoteKey } from '../../src/log/log-key.ts'
import { readLogs } from '../../src/store/logs.ts'
import { record } from '../a-consent.ts'
import { anAnonymousRef, type Harness, openHarness } from '../harness.ts'
import { testLog } from '../test-log.ts'
import { untilTrue } from '../until.ts'
import { openBrowser } from './open-browser.ts'

// The page that anybody checks a receipt with, in a browser: as this service serves it, and as a file without one.

const saved = fileURLToPath(new URL('../../../evidence/verify.html', import.meta.url))
const picturesFolder = process.env['ASSENT_PICTURES']

let browser: Browser
let t: Harness
let folder = ''
const file = (name: string) => join(folder, name)

before(async () => {
  browser = await openBrowser()
  folder = await mkdtemp(join(tmpdir(), 'assent-verify-'))
  t = await openHarness({ keepsLog: true })
  const { receipt } = await record(t, anAnonymousRef())
  await testLog(t).sequencer.flush()
  const answer = (await t.call('GET', receipt.url)).text
  const altered = answer.replace(/"jws":"([^.]+)\.([^.]+)\./, (_, header: string, payload: string) => {
    const claims = Buffer.from(payload, 'base64url').toString().replace('"granted"', '"objected"')
    return `"jws":"${header}.${Buffer.from(claims).toString('base64url')}.`
  })
  assert.notEqual(altered, answer)
  await writeFile(file('receipt.json'), answer)
  await writeFile(file('altered.json'), altered)
  await writeFile(file('receipt.jws'), JSON.parse(answer).jws)
  await writeFile(file('jwks.json'), (await t.call('GET', '/.well-known/jwks.json', { key: null })).text)
  const [log] = await readLogs(t.service.pool, testLog(t).place)
  assert.ok(log)
  await writeFile(file('log-key.txt'), `${formatVerifierKey(logNoteKey(log))}\n`)
})

after(async () => {
  await browser.close()
  await t[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

interface Opened extends AsyncDisposable {
  readonly page: Page
  /** Addresses that were asked for, and what the browser complained of. */
  readonly requests: string[]
  readonly complaints: string[]
  verdict(): Promise<string>
  check(...files: string[]): Promise<void>
}

async function open(address: string, options: BrowserContextOptions = { locale: 'en-GB' }): Promise<Opened> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const requests: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => void requests.push(request.url()))
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(address)
  return {
    page,
    requests,
    complaints,
    verdict: async () => (await page.locator('#verdict').textContent()) ?? '',
    async check(...files) {
      await page.locator('#files').setInputFiles(files.map(file))
      await page.locator('#status:not(:empty)').waitFor()
      await page.locator('button[type=submit]').click()
      await page.locator('#verdict').waitFor()
    },
    [Symbol.asyncDispose]: () => context.close(),
  }
}

const addresses = {
  'from a file': () => pathToFileURL(saved).href,
  'as it is served': () => `${t.url}/p/verify`,
}

for (const [how, address] of Object.entries(addresses)) {
  test(`a receipt holds, an altered one does not, and nothing is asked of anybody: ${how}`, async () => {
    await using opened = await open(address())
    await opened.check('receipt.json', 'jwks.json', 'log-key.txt')
    assert.equal(await opened.verdict(), 'The receipt holds')
    assert.equal(
      await opened.page.evaluate('document.activeElement.id'),
      'result',
      'a reader is taken to the verdict',
    )
    assert.match(await opened.page.locator('dl').innerText(), /analytics\s+agreed/)
    await opened.check('altered.json')
    assert.equal(await opened.verdict(), 'The receipt does not hold')
    assert.match(await opened.page.locator('.checks').innerText(), /fails\s+The signature is not genuine/)
    assert.equal(await opened.page.locator('dl').count(), 0, 'what it says is not shown as if it were true')
    await opened.check('receipt.jws')
    assert.equal(await opened.verdict(), 'The signature holds')
    assert.deepEqual(new Set(opened.requests), new Set([address()]))
    assert.deepEqual(opened.complaints, [])
  })
}

test('what is missing or is nothing of the kind is said in words, and a change asks for another look', async () => {
  await using opened = await open(pathToFileURL(saved).href)
  const { page } = opened
  const press = () => page.locator('button[type=submit]').click()
  const said = () => page.locator('#status').innerText()
  await press()
  assert.match(await said(), /Put in a receipt/)
  await page.locator('#receipt').fill(await readFile(file('receipt.jws'), 'utf8'))
  await press()
  assert.match(await said(), /published keys first/)
  await page.locator('#keys').fill('{"keys":[]}')
  await press()
  assert.match(await said(), /not a key set/)
  await page.locator('#keys').fill(await readFile(file('jwks.json'), 'utf8'))
  await page.locator('#trusted').fill('a key')
  await press()
  assert.match(await said(), /neither keys nor a policy/)
  await page.locator('#trusted').fill('')
  await press()
  await page.locator('#verdict').waitFor()
  await page.locator('#receipt').fill('<img src=x onerror="document.title=1">')
  assert.match(await said(), /check again/)
  assert.equal(await page.locator('#verdict').count(), 0)
  await press()
  await page.locator('#verdict').waitFor()
  assert.equal(await opened.verdict(), 'The receipt does not hold')
  assert.notEqual(await page.title(), '1')
  assert.deepEqual(opened.complaints, [])
})

test('teeth: its policy lets nothing out and nothing in, served or from a file', async () => {
  for (const address of Object.values(addresses)) {
    await using opened = await open(address())
    const tried = await opened.page.evaluate(
      `fetch('http://127.0.0.1:9/').then(() => 'out', () => 'stopped')`,
    )
    assert.equal(tried, 'stopped')
    await opened.page.evaluate(`document.body.append(document.createRange().createContextualFragment(
      '<script>document.title = "taken over"<\\/script><img src="http://127.0.0.1:9/x.png">'))`)
    const stopped = () => opened.complaints.filter((text) => text.includes('Content Security Policy'))
    await untilTrue(() => stopped().length >= 3)
    assert.equal(await opened.page.title(), 'Does this receipt hold?')
  }
})

const looks: Record<string, BrowserContextOptions> = {
  'english-desk': { locale: 'en-GB', viewport: { width: 1100, height: 900 } },
  'german-phone': { locale: 'de-DE', viewport: { width: 360, height: 740 } },
  'german-phone-dark': { locale: 'de-DE', viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
}
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

for (const [look, options] of Object.entries(looks)) {
  test(`everybody can use it: ${look}`, async () => {
    await using opened = await open(pathToFileURL(saved).href, { ...options, bypassCSP: true })
    const { page } = opened
    const isGerman = options.locale === 'de-DE'
    assert.equal(await page.evaluate('document.documentElement.lang'), isGerman ? 'de' : 'en')
    for (const name of ['receipt', 'altered']) {
      await opened.check(`${name}.json`, 'jwks.json', 'log-key.txt')
      if (isGerman)
        assert.match(await opened.verdict(), name === 'receipt' ? /^Der Beleg stimmt$/ : /stimmt nicht/)
      await page.evaluate(axe)
      const faults =
        await page.evaluate(`axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] })
        .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 90)).join(' | ')))`)
      assert.deepEqual(faults, [])
      const width = await page.evaluate('document.documentElement.scrollWidth')
      assert.ok(Number(width) <= (options.viewport?.width ?? 0))
      if (picturesFolder !== undefined)
        await page.screenshot({ path: join(picturesFolder, `verify-${look}-${name}.png`), fullPage: true })
    }
    // The other language, without another look at the receipt.
    await page.locator(`[data-language=${isGerman ? 'en' : 'de'}]`).click()
    assert.match(await opened.verdict(), isGerman ? /does not hold/ : /stimmt nicht/)
  })
}
