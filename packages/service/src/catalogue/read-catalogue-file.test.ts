import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BrokenCatalogueFile, type Fault } from './fault.ts'
import { readCatalogueFile } from './read-catalogue-file.ts'
import { aCatalogueFile, aPurposeEntry, aWrittenCatalogue } from './test-catalogue-file.ts'

const read = (text: string | Uint8Array) =>
  readCatalogueFile('shop.yaml', typeof text === 'string' ? Buffer.from(text) : text)

function faultsOf(text: string | Uint8Array): readonly Fault[] {
  try {
    read(text)
  } catch (error) {
    if (error instanceof BrokenCatalogueFile) return error.faults
    throw error
  }
  return []
}

const placesOf = (text: string | Uint8Array) =>
  faultsOf(text).map(({ line, column, path, message }) => `${line}:${column} ${path} ${message}`)

const head = `assent: 1
languages: { default: en, available: [en] }
controller: { id: shop, name: Shop Ltd, address: 1 High Street, contact: privacy@shop.example }
`

describe('readCatalogueFile', () => {
  test('reads YAML and JSON alike, with the defaults filled in', () => {
    const written = aWrittenCatalogue()
    const json = JSON.stringify(written, null, '\t')
    assert.deepEqual(read(json), aCatalogueFile())
    assert.deepEqual(
      read(`${head}purposes:
  analytics:
    category: analytics
    legal_basis: consent
    valid_for: P12M
    recipients: [Counter Ltd]
    data_categories:
      - pages visited
    retention: P14M
    texts:
      en:
        name: Statistics
        description: >
          We count
          visits.
`),
      aCatalogueFile(),
    )
  })

  test('takes Windows line ends, a byte order mark, and escapes of JSON', () => {
    const json = JSON.stringify(aWrittenCatalogue({ $schema: './catalogue.schema.json' }), null, 2)
    const escaped = json.replace('Statistics', '\\ud83d\\ude00')
    const { purposes } = read(`\ufeff${escaped.replaceAll('\n', '\r\n')}`)
    assert.equal(purposes['analytics']?.texts['en']?.name, '😀')
  })

  test('tells all faults at once, in the order of the file, each where it stands', () => {
    assert.deepEqual(
      placesOf(`assent: 2
languages:
  default: fr
  available: [en, de, en]
controller:
  id: Shop
  name: Shop
  adress: Somewhere 1
purposes:
  analytics:
    category: analytic
    legal_basis: consent
    valid_for: 12 months
    texts:
      en: { name: A, description: B }
      ed: { name: A, description: B }
  Mails:
    category: email_marketing
  post:
    category: email_marketing
    legal_basis: contract
    valid_for: P1Y
    data_categories: [a, a]
    texts: { en: { name: "", description: B }, de: { name: x } }
  post:
    category: functional
  __proto__: {}
policies:
  overrides:
    - { country: UK, models: { ads: opt_in } }
    - country: DE
      renew_after: P6M
    - country: DE
      renew_after: P3M
allowed_origins: [https://a.example/, http://b.example, 12]
keep: { network_prefix: yes }
`),
      [
        '1:1 assent must be 1',
        '3:3 languages.default is not among languages.available',
        '4:23 languages.available.2 is there already, as entry 1',
        '5:1 controller.address is missing',
        '5:1 controller.contact is missing',
        '6:3 controller.id must be lower-case letters, digits, _ and -, from a letter on, at most 64',
        '8:3 controller.adress is not a member of this format',
        '10:3 purposes.analytics.data_categories is missing',
        '11:5 purposes.analytics.category must be one of strictly_necessary, functional, analytics, advertising, sale_or_sharing, sensitive, profiling, email_marketing',
        '13:5 purposes.analytics.valid_for is not an ISO 8601 duration in years, months, weeks or days, longer than nothing',
        '14:5 purposes.analytics.texts.de is missing',
        '16:7 purposes.analytics.texts.ed is not among languages.available',
        '17:3 purposes.Mails must be lower-case letters, digits and _, from a letter on, at most 64',
        // Of the two called post, the second is the one read.
        '25:3  the member post is there twice',
        '25:3 purposes.post.legal_basis is missing',
        '25:3 purposes.post.data_categories is missing',
        '25:3 purposes.post.texts is missing',
        '27:3  __proto__ cannot be a name',
        '30:9 policies.overrides.0.country The United Kingdom is GB in ISO 3166-1: write GB.',
        '30:32 policies.overrides.0.models.ads is not a member of this format',
        '33:7 policies.overrides.2 is the second for this place',
        '35:19 allowed_origins.0 is more than an origin, or not as browsers write it: https://a.example',
        '35:39 allowed_origins.1 must be https: only localhost may go without',
        '35:57 allowed_origins.2 must be text',
        '36:9 keep.network_prefix must be true or false',
      ],
    )
  })

  test('a fault says what to do about it, and prints as a link', () => {
    const [fault] = faultsOf(JSON.stringify(aWrittenCatalogue({ keep: { ip: true } })))
    assert.equal(fault?.hint, 'Here there can be: network_prefix, agent_family.')
    assert.throws(() => read(`${head}purposes: []\n`), {
      name: 'BrokenCatalogueFile',
      message:
        'shop.yaml:4:1  purposes: must be a mapping of members\n    Why data is used, by key, in the order in which people see it. A key is never used for something else.',
    })
  })

  test('syntax that cannot be read on from is told by line', () => {
    assert.deepEqual(placesOf('assent: 1\nlanguages:\n\tdefault: en\n'), [
      '3:1  Tabs are not allowed as indentation',
    ])
    assert.deepEqual(placesOf(`${head}purposes: a: b\n`), [
      '4:11  Nested mappings are not allowed in compact mappings',
    ])
    assert.deepEqual(placesOf('{"assent": 1'), ['1:13  Flow map must end with a }'])
    assert.match(placesOf(`${head}---\n${head}`)[0] ?? '', /^4:1 .*multiple documents/)
    assert.match(placesOf('a: !!binary abc')[0] ?? '', /^1:4 .*Unresolved tag/)
  })

  test('an empty file is no catalogue', () => {
    for (const text of ['', '# nothing yet\n', 'null'])
      assert.deepEqual(placesOf(text), ['1:1  must be a mapping of members'])
  })

  test('aliases are refused before they can multiply', () => {
    const bomb = Array.from(
      { length: 30 },
      (_, level) => `a${level}: &a${level} [${`*a${level - 1}, `.repeat(9)}]`,
    )
    bomb[0] = 'a0: &a0 [x]'
    const faults = faultsOf(bomb.join('\n'))
    assert.equal(faults.length, 29 * 9)
    assert.equal(faults[0]?.line, 2)
    assert.equal(faults[0]?.message, 'aliases are not read')
  })

  test('depth is a fault, not a crash', () => {
    for (const text of ['['.repeat(100_000), '{"a":'.repeat(50_000), `a: ${'- '.repeat(50_000)}`])
      assert.notEqual(faultsOf(text).length, 0)
  })

  test('bytes that are not UTF-8 are told by line', () => {
    const bytes = Buffer.from(`${head}# Fahrradgeschäft\n`, 'latin1')
    assert.deepEqual(placesOf(bytes), ['4:1  is not UTF-8'])
  })

  test('a file beyond all measure is not parsed', () => {
    assert.deepEqual(placesOf(Buffer.alloc(2 * 1024 * 1024 + 1, 'a')), ['1:1  is larger than 2097152 bytes'])
  })

  test('a catalogue of more purposes than one record can carry is refused', () => {
    const purposes = Object.fromEntries(
      Array.from({ length: 51 }, (_, index) => [`p${index}`, aPurposeEntry()]),
    )
    assert.deepEqual(placesOf(JSON.stringify(aWrittenCatalogue({ purposes }))).length, 1)
  })

  test('text is kept as people see it: trimmed, in NFC, without unseen characters', () => {
    const text = (name: string) =>
      JSON.stringify(
        aWrittenCatalogue({ purposes: { a: aPurposeEntry({ texts: { en: { name, description: 'x' } } }) } }),
      )
    assert.equal(read(text('  Cafe\u0301\n')).purposes['a']?.texts['en']?.name, 'Café')
    for (const name of ['a\u0000b', 'a\u200bb'.replace('\u200b', '\u0085'), '\\ud800'])
      assert.equal(faultsOf(text(name).replaceAll('\\\\', '\\')).length, 1, JSON.stringify(name))
  })
})
