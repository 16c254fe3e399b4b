import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { contentHash } from '../src/kernel/id.ts'
import { readConsent, record } from './a-consent.ts'
import { anAnonymousRef, type Harness, openHarness } from './harness.ts'
import { publish, shopWith } from './publish-catalogue.ts'

interface ReceiptRead {
  readonly documents: {
    readonly purposes: readonly { key: string; version: number; sha256: string; bytes_b64: string }[]
  }
}

const material = [
  'data_categories: [products viewed, earlier orders]',
  'data_categories: [products viewed, earlier orders, age]',
] as const
const wording = ['Personal recommendations', 'Recommendations for you'] as const

describe('a new version of a purpose', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
  })
  after(() => t[Symbol.asyncDispose]())

  async function shownText(url: string): Promise<{ version: number; name: string }> {
    const answer = await t.call('GET', url)
    const shown = (answer.json as unknown as ReceiptRead).documents.purposes.find(
      ({ key }) => key === 'recommendations',
    )
    assert.ok(shown, answer.text)
    const bytes = Buffer.from(shown.bytes_b64, 'base64')
    assert.equal(contentHash(bytes), shown.sha256)
    const { texts } = JSON.parse(bytes.toString()) as { texts: { en: { name: string } } }
    return { version: shown.version, name: texts.en.name }
  }

  test('changes nothing for people while only the wording differs; a material one asks again', async () => {
    const ref = anAnonymousRef()
    const { receipt } = await record(t, ref, { purposes: { recommendations: 'granted' }, country: 'DE' })
    const stands = async () => (await readConsent(t, ref)).purposes['recommendations']

    await publish(t, await shopWith(wording))
    const reworded = await stands()
    assert.deepEqual(
      [reworded?.status, reworded?.allowed, reworded?.reason, reworded?.needs_renewal],
      ['granted', true, 'explicit_consent', false],
    )
    assert.deepEqual([reworded?.version, reworded?.current_version], [1, 2])

    await publish(t, await shopWith(wording, material))
    const outrun = await stands()
    assert.deepEqual(
      [outrun?.status, outrun?.allowed, outrun?.reason, outrun?.needs_renewal],
      ['superseded', false, 'new_version', true],
    )
    assert.deepEqual([outrun?.version, outrun?.current_version], [1, 3])

    // The receipt still shows, and hashes, what the person saw.
    assert.deepEqual(await shownText(receipt.url), { version: 1, name: 'Personal recommendations' })
    t.advance(1000)
    const again = await record(t, ref, { purposes: { recommendations: 'granted' }, country: 'DE' })
    assert.deepEqual(await shownText(again.receipt.url), { version: 3, name: 'Recommendations for you' })
    assert.equal((await stands())?.status, 'granted')
  })
})
