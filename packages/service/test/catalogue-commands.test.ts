import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { record } from './a-consent.ts'
import { anAnonymousRef, type Harness, openHarness, shop } from './harness.ts'
import { shopWith } from './publish-catalogue.ts'
import { runAssent } from './run-assent.ts'

let t: Harness
let folder = ''
before(async () => {
  t = await openHarness()
  folder = await mkdtemp(join(tmpdir(), 'assent-catalogue-'))
})
after(async () => {
  await t[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

async function fileOf(text: string): Promise<string> {
  const path = join(folder, 'edited.yaml')
  await writeFile(path, text)
  return path
}

const moreRecipients = [
  '"InnoCraft Limited, New Zealand (Matomo Cloud, hosted in Germany)"',
  '"InnoCraft Limited, New Zealand (Matomo Cloud, hosted in Germany)", Another Ltd',
] as const

describe('assent catalogue plan', () => {
  test('says how many standing grants would need renewal, and that the number is counted in passing', async () => {
    for (const analytics of ['granted', 'granted', 'granted', 'denied'])
      await record(t, anAnonymousRef(), { purposes: { analytics } })
    await record(t, anAnonymousRef(), { purposes: { analytics: 'granted' }, gpc: true })
    await record(t, anAnonymousRef(), { purposes: { marketing: 'granted' } })
    const edited = await fileOf(await shopWith(moreRecipients))
    const { code, out } = await runAssent(t, 'catalogue', 'plan', edited)
    assert.equal(code, 0)
    assert.match(out, /analytics {2}version 2 becomes 3, material: people are asked again/)
    assert.match(
      out,
      /analytics: about 4 standing grants would need renewal \(a count in passing: eventually consistent\)/,
    )
    const json = JSON.parse((await runAssent(t, 'catalogue', 'plan', edited, '--json')).out)
    assert.deepEqual(json.renewals, [{ purpose: 'analytics', decisions: 4, consistency: 'eventual' }])
  })

  test('warns of a cookie that is tied to no purpose, and of one that only an interest allows', async () => {
    const edited = await fileOf(
      await shopWith(
        ['    purpose: recommendations\n', ''],
        ['    purpose: route_maps\n', '    purpose: fraud_prevention\n'],
      ),
    )
    const { code, out } = await runAssent(t, 'catalogue', 'plan', edited)
    assert.equal(code, 0)
    assert.match(out, /warning: cookies\.6: sw_seen is tied to no purpose/)
    assert.match(out, /warning: cookies\.5: komoot_map is stored on legitimate interest/)
    assert.match(out, /cookies\.sw_seen local_storage\.purpose was “recommendations”, becomes nothing/)
  })

  test('tells every fault of a broken file at once, with file, line and path, and changes nothing', async () => {
    const edited = await fileOf(
      await shopWith(
        ['default: en', 'default: fr'],
        ['[reject_all, accept_all, customize]', '[accept_all, customize]'],
        ['reject_all: { background: "#1b5e43"', 'reject_all: { background: "#9fb8ac"'],
        ['    purpose: recommendations\n', '    purpose: recommendation\n'],
        ['legal_basis: none_needed', 'legal_basis: necessary'],
        ['redirect_urls:\n  - https', 'redirect_urls:\n  - ftp'],
      ),
    )
    const before = (await t.call('GET', '/v1/banner')).text
    for (const step of ['plan', 'apply']) {
      const { code, err } = await runAssent(t, 'catalogue', step, edited)
      assert.equal(code, 1)
      const places = [...err.matchAll(/^edited\.yaml:(\d+):\d+ {2}(\S+): /gm)].map(
        ([, line, path]) => [Number(line), path] as const,
      )
      assert.deepEqual(
        places.map(([, path]) => path),
        [
          'languages.default',
          'purposes.essential.legal_basis',
          'banner.layout.first_layer',
          'banner.theme.buttons.reject_all',
          'banner.theme.buttons.reject_all.text',
          'cookies.6.purpose',
          'redirect_urls.0',
        ],
      )
      assert.ok(places.every(([line], index) => index === 0 || line >= (places[index - 1]?.[0] ?? 0)))
      assert.match(err, /EDPB Guidelines 03\/2022/)
    }
    await t.service.settings.refresh()
    assert.equal((await t.call('GET', '/v1/banner')).text, before)
  })
})

test('assent catalogue drift: 0 while the file is what is published, else 1 and what differs', async () => {
  const same = await runAssent(t, 'catalogue', 'drift', shop)
  assert.deepEqual([same.code, same.out], [0, 'No drift: version 1 is what the file says.\n'])
  const edited = await fileOf(await shopWith(['background: "#ffffff"', 'background: "#fffffe"']))
  const other = await runAssent(t, 'catalogue', 'drift', edited)
  assert.equal(other.code, 1)
  assert.match(other.out, /banner\.theme\.background was “#ffffff”, becomes “#fffffe”/)
  const json = JSON.parse((await runAssent(t, 'catalogue', 'drift', edited, '--json')).out)
  assert.deepEqual([json.drift, json.based_on, json.version], [true, 1, 2])
})

describe('assent policy simulate', () => {
  const simulate = (...words: readonly string[]) => runAssent(t, 'policy', 'simulate', ...words)

  test('explains the law of a place, line by line, with where it is written', async () => {
    const words = ['--country', 'US', '--region', 'MD', '--gpc', '--at', '2027-01-01']
    const { code, out } = await simulate(...words)
    assert.equal(code, 0)
    for (const line of [
      /^US-MD, on 2027-01-01, with a Global Privacy Control signal$/m,
      /Maryland Online Data Privacy Act of 2024 \(us_md_modpa, version \d+\)/,
      /the region's own law; it goes before us_federal, strictest/,
      /advertising {9}a way out\n.*§ 14-4705\(b\)\(7\)/,
      /gpc {17}an opt-out of advertising, sale_or_sharing, and it was sent\n.*§ 14-4707\(f\)\(3\)\(ii\)/,
      /not {3}marketing {12}gpc/,
      /may {3}analytics {12}notice_only/,
      /Confirm: SB 541/,
    ])
      assert.match(out, line)
    const json = JSON.parse((await simulate(...words, '--json')).out)
    assert.equal(json.law.matched_by, 'region')
    assert.ok(json.facts.every(({ source }: { source: string }) => source.length > 0))
    const { reason } = json.purposes.find(({ key }: { key: string }) => key === 'marketing')
    assert.equal(reason, 'gpc')
  })

  test('explains a place that is not known', async () => {
    const { code, out } = await simulate()
    assert.equal(code, 0)
    assert.match(out, /A place that is not known/)
    assert.match(out, /the strictest rules hold/)
  })

  test('refuses all that is malformed at once', async () => {
    const { code, err } = await simulate('--country', 'UK', '--at', '2027-02-30')
    assert.equal(code, 1)
    assert.match(err, /--country: .*write GB/)
    assert.match(err, /--at: /)
  })
})
