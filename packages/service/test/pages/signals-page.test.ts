import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { decodeTcString } from '@assent/signals'
import type { Browser } from 'playwright-core'
import { acceptAll, aPerson, rejectAll } from '../a-signal.ts'
import { anAnonymousRef, type Harness, openHarness } from '../harness.ts'
import { openBrowser } from './open-browser.ts'
import { servePages } from './serve-page.ts'
import { signalsPage } from './signals-page.ts'

let t: Harness
let browser: Browser

before(async () => {
  t = await openHarness()
  browser = await openBrowser()
})

after(async () => {
  await browser.close()
  await t[Symbol.asyncDispose]()
})

/** What the three interfaces of a page answer there. */
interface Heard {
  readonly tcData: {
    readonly tcString: string
    readonly gdprApplies: boolean
    readonly eventStatus: string
    readonly purpose: { readonly consents: Readonly<Record<string, boolean>> }
    readonly vendor: { readonly consents: Readonly<Record<string, boolean>> }
    readonly addtlConsent: string
  }
  readonly ping: { readonly gppString: string; readonly applicableSections: readonly number[] }
  readonly layer: readonly (readonly [string, string, Readonly<Record<string, string>>])[]
  readonly vendorIds: readonly string[]
}

const listen = `loaded.then(() => ({
  tcData: (() => { let heard; __tcfapi('getTCData', 2, (data, success) => { heard = success && data }); return heard })(),
  ping: (() => { let heard; __gpp('ping', (data, success) => { heard = success && data }); return heard })(),
  layer: dataLayer.map((call) => [...call]),
  vendorIds: Object.keys(vendors),
}))`

/** Another origin than the service's, as a shop is. */
async function hear(ref: string): Promise<Heard> {
  await using served = await servePages({
    '/': { body: signalsPage(t.url, t.keys.test.public, ref), headers: {} },
  })
  const page = await browser.newPage()
  try {
    await page.goto(`${served.url}/`)
    return (await page.evaluate(listen)) as Heard
  } finally {
    await page.close()
  }
}

const ids = (flags: Readonly<Record<string, boolean>>) => Object.keys(flags).map(Number)

test('__tcfapi, __gpp and gtag say in a browser what the record says', async () => {
  const ref = await aPerson(
    t,
    acceptAll({ vendors: { tcf: { '755': 'granted', '1': 'denied' }, google_atp: { '43': 'granted' } } }),
  )
  const { tcData, ping, layer, vendorIds } = await hear(ref)

  const fields = decodeTcString(tcData.tcString)
  // Marketing stands for 1, 2, 3, 4 and 7, the statistics for 8: see the shop's catalogue.
  assert.deepEqual(ids(tcData.purpose.consents), [1, 2, 3, 4, 7, 8])
  assert.deepEqual(ids(tcData.purpose.consents), fields.purposesConsent)
  assert.deepEqual(ids(tcData.vendor.consents), [755])
  assert.deepEqual(fields.disclosedVendors, [1, 755])
  assert.deepEqual(
    [tcData.gdprApplies, tcData.eventStatus, tcData.addtlConsent],
    [true, 'tcloaded', '2~43~dv.'],
  )
  assert.deepEqual(vendorIds, ['755'])

  assert.equal(ping.gppString.split('~')[1], tcData.tcString)
  assert.deepEqual(ping.applicableSections, [2])

  const update = layer.find(([verb, what]) => verb === 'consent' && what === 'update')?.[2]
  assert.deepEqual(
    [update?.['ad_storage'], update?.['analytics_storage'], update?.['functionality_storage']],
    ['granted', 'granted', 'denied'],
  )
  assert.deepEqual(layer[0]?.slice(0, 2), ['consent', 'default'])
})

test('a refusal is heard as one by all three', async () => {
  const { tcData, ping, layer } = await hear(await aPerson(t, rejectAll()))
  assert.deepEqual([tcData.purpose.consents, tcData.vendor.consents], [{}, {}])
  assert.deepEqual(ping.applicableSections, [2])
  const update = layer.find(([, what]) => what === 'update')?.[2]
  assert.deepEqual([update?.['ad_storage'], update?.['analytics_storage']], ['denied', 'denied'])
})

test('somebody who decided nothing has no TCData, and no update', async () => {
  const { tcData, layer } = await hear(anAnonymousRef())
  assert.equal(tcData, false)
  assert.ok(!layer.some(([, what]) => what === 'update'))
})
