import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decisionValues, sources } from '../../domain/decision.ts'
import { legalBases } from '../../domain/purpose.ts'
import { html } from '../../http/html.ts'
import { regimes } from '../../regimes/regimes.ts'
import { receiptPageTexts, receiptPageTextsIn } from './receipt-page-texts.ts'

/** Names of laws are the one part that a language may leave out. */
const optional = /^laws\./

/** Every text by its path; one with a gap is filled, so that it can be read as well. */
function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') return [[path, String(value(html`§`, 7))]]
  return Object.entries(value as object).flatMap(([key, member]) =>
    textsOf(member, path === '' ? key : `${path}.${key}`),
  )
}

const english = new Map(textsOf(receiptPageTextsIn('en')))

for (const [language, texts] of Object.entries(receiptPageTexts)) {
  const words = new Map(textsOf(texts).filter(([path]) => !optional.test(path)))

  test(`${language} has every text, none empty, and is named after itself`, () => {
    assert.deepEqual([...words.keys()].sort(), [...english.keys()].sort())
    for (const [path, text] of words) assert.ok(text.trim() !== '' && text === text.normalize('NFC'), path)
    assert.equal(texts.language, language)
    assert.deepEqual(Intl.DateTimeFormat.supportedLocalesOf([language]), [language])
  })

  test(`${language} has a word for whatever a record can say`, () => {
    assert.deepEqual(Object.keys(texts.answers).sort(), [...decisionValues, 'objection_withdrawn'].sort())
    assert.deepEqual(Object.keys(texts.holdsWithoutDate).sort(), Object.keys(texts.answers).sort())
    assert.deepEqual(Object.keys(texts.legalBases).sort(), [...legalBases].sort())
    assert.deepEqual(Object.keys(texts.sources).sort(), [...sources].sort())
    assert.match(String(texts.holdsUntil('§')), /§/)
    assert.match(texts.otherLanguage('§'), /§/)
    assert.match(texts.documentOf('§', 7), /§.*7/)
  })

  test(`${language} names laws that there are`, () => {
    const known = new Set(regimes.map(({ key }) => key))
    assert.deepEqual(
      Object.keys(texts.laws).filter((key) => !known.has(key)),
      [],
    )
  })
}

test('nothing was left in English', () => {
  const same = textsOf(receiptPageTextsIn('de')).filter(([path, text]) => english.get(path) === text)
  assert.deepEqual(
    same.map(([path]) => path),
    ['direction', 'name', 'gpc', 'subjectId', 'nonce'],
  )
})

test('the main part of the language decides; what there is not is English', () => {
  const chosen = ['de', 'DE', 'de-AT', 'en-GB', 'fr', 'deu', '', 'constructor', '__proto__'].map(
    (language) => receiptPageTextsIn(language).language,
  )
  assert.deepEqual(chosen, ['de', 'de', 'de', 'en', 'en', 'en', 'en', 'en', 'en'])
})
