import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { builtInBannerTexts } from '../domain/built-in-banner-texts.ts'
import { catalogueFile } from './catalogue-file.ts'
import { contrast } from './contrast.ts'
import { defaultTheme } from './default-theme.ts'
import { aPurposeEntry, aWrittenCatalogue } from './test-catalogue-file.ts'

type Written = Record<string, unknown>

const links = { privacy_policy: 'https://shop.example/privacy' }
const aCookie = (changes: Written = {}) => ({
  name: '_id',
  provider: 'Counter Ltd',
  purpose: 'analytics',
  description: { en: 'Counts.' },
  ...changes,
})

/** `path: message (hint)` of each fault. */
function faultsOf(changes: Written): string[] {
  const parsed = catalogueFile.safeParse(aWrittenCatalogue(changes))
  return (parsed.error?.issues ?? []).map((issue) => {
    const { hint }: { hint?: unknown } = issue.code === 'custom' ? (issue.params ?? {}) : {}
    return `${issue.path.join('.')}: ${issue.message} (${hint})`
  })
}
const faultsOfBanner = (banner: Written) => faultsOf({ banner: { links, ...banner } })

function only(faults: readonly string[], path: string, guideline: RegExp): void {
  assert.equal(faults.length, 1, faults.join('\n'))
  assert.ok(faults[0]?.startsWith(`${path}: `), faults[0])
  assert.match(faults[0] ?? '', guideline)
}

describe('dark patterns are refused, with the guideline', () => {
  test('what is built in passes', () => {
    assert.deepEqual(faultsOfBanner({}), [])
    assert.deepEqual(faultsOf({ cookies: [aCookie()] }), [])
  })

  test('no reject on the first layer', () => {
    only(
      faultsOfBanner({ layout: { first_layer: ['accept_all', 'customize'] } }),
      'banner.layout.first_layer',
      /EDPB Guidelines 03\/2022.*CNIL/,
    )
  })

  test('a first layer that lets nobody decide, or only on all at once', () => {
    only(faultsOfBanner({ layout: { first_layer: ['customize'] } }), 'banner.layout.first_layer', /dead end/)
    only(
      faultsOfBanner({ layout: { first_layer: ['reject_all', 'accept_all'] } }),
      'banner.layout.first_layer',
      /recital 43/,
    )
    assert.deepEqual(faultsOfBanner({ layout: { first_layer: ['reject_all', 'save'] } }), [])
  })

  test('pre-ticked boxes', () => {
    only(faultsOfBanner({ preselected: ['analytics'] }), 'banner.preselected.0', /C-673\/17, Planet49/)
  })

  test('unequal buttons', () => {
    only(
      faultsOfBanner({ theme: { buttons: { accept_all: { background: '#0a3d20' } } } }),
      'banner.theme.buttons.reject_all',
      /hidden in plain sight/,
    )
    const both = { background: '#0A3D20' }
    assert.deepEqual(
      faultsOfBanner({ theme: { buttons: { accept_all: both, reject_all: { background: '#0a3d20' } } } }),
      [],
    )
  })

  test('two answers of one name', () => {
    only(
      faultsOfBanner({ texts: { en: { buttons: { accept_all: 'OK', reject_all: 'OK' } } } }),
      'banner.texts.en.buttons.reject_all',
      /ambiguous/,
    )
  })

  test('too little contrast, wherever text stands', () => {
    const wcag = /WCAG 2\.2, success criterion 1\.4\.3/
    only(faultsOfBanner({ theme: { text: '#777777' } }), 'banner.theme.text', wcag)
    only(faultsOfBanner({ theme: { link: '#8ab4f8' } }), 'banner.theme.link', wcag)
    only(
      faultsOfBanner({ theme: { buttons: { customize: { text: '#8a8a8a' } } } }),
      'banner.theme.buttons.customize.text',
      wcag,
    )
    assert.deepEqual(faultsOfBanner({ theme: { text: '#767676' } }), [])
  })

  test('missing purposes and links', () => {
    const marketing = aPurposeEntry({ category: 'advertising' })
    only(
      faultsOf({
        purposes: { analytics: aPurposeEntry(), marketing },
        banner: { links, purposes: ['analytics'] },
        cookies: [aCookie(), aCookie({ name: '_ad', purpose: 'marketing' })],
      }),
      'banner.purposes',
      /leaves out marketing.*ePrivacy Directive Art\. 5\(3\)/,
    )
    only(faultsOf({ banner: {} }), 'banner.links.privacy_policy', /GDPR Art\. 4\(11\)/)
  })

  test('all of it at once', () => {
    const faults = faultsOfBanner({
      layout: { first_layer: ['accept_all'], kind: 'wall' },
      theme: { text: '#eeeeee', background: 'white' },
      preselected: ['analytics'],
      purposes: ['unknown'],
    })
    assert.deepEqual(faults.map((fault) => fault.split(':', 1)[0]).sort(), [
      'banner.layout.first_layer',
      'banner.layout.kind',
      'banner.preselected.0',
      'banner.purposes.0',
      'banner.theme.background',
      'banner.theme.text',
    ])
  })
})

describe('cookies', () => {
  test('name a purpose of the file, once each, in every language', () => {
    const paths = faultsOf({ cookies: [aCookie(), aCookie(), aCookie({ name: 'b', purpose: 'x' })] })
    assert.deepEqual(paths.map((fault) => fault.split(':', 1)[0]).sort(), ['cookies.1', 'cookies.2.purpose'])
    const silent = faultsOf({ cookies: [aCookie({ description: { de: 'Zählt.' } })] })
    assert.match(silent.join(), /cookies\.0\.description\.en: is missing/)
  })
})

test('a language without built-in texts needs every word', () => {
  const texts = { en: { name: 'A', description: 'B' }, fi: { name: 'A', description: 'B' } }
  const changes = {
    languages: { default: 'en', available: ['en', 'fi'] },
    purposes: { analytics: aPurposeEntry({ texts }) },
  }
  assert.match(faultsOf(changes).join(), /banner\.texts\.fi: needs every word/)
  assert.deepEqual(faultsOf({ ...changes, banner: { links, texts: { fi: builtInBannerTexts['sv'] } } }), [])
})

test('contrast is that of WCAG', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21)
  assert.equal(contrast('#123456', '#123456'), 1)
  assert.ok(Math.abs(contrast('#777777', '#ffffff') - 4.478) < 0.001)
  const { buttons } = defaultTheme
  for (const { background, text } of [defaultTheme, ...Object.values(buttons)])
    assert.ok(contrast(background, text) >= 4.5)
})
