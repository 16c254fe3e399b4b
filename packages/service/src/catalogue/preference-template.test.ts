import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BrokenCatalogueFile } from './fault.ts'
import { isEmptyPlan, planCatalogue } from './plan-catalogue.ts'
import { preferenceTemplateDocument, readPreferenceTemplate } from './preference-template-document.ts'
import { assembleCatalogue, catalogueDocument } from './published-catalogue.ts'
import { readCatalogueFile } from './read-catalogue-file.ts'
import { renderPlan } from './render-plan.ts'
import { aCatalogueFile, aWrittenCatalogue } from './test-catalogue-file.ts'

type Written = Record<string, unknown>

function aTopic(changes: Written = {}): Written {
  return { texts: { en: { name: 'News', description: 'What is new.' } }, ...changes }
}

function templateOf(topics: Record<string, Written>): Written {
  return { sections: { news: { texts: { en: { title: 'News', description: 'By e-mail.' } }, topics } } }
}

function faultsOf(topic: Written): string[] {
  const file = aWrittenCatalogue({ preference_template: templateOf({ news: aTopic(topic) }) })
  try {
    readCatalogueFile('test.json', Buffer.from(JSON.stringify(file)))
    return []
  } catch (error) {
    if (!(error instanceof BrokenCatalogueFile)) throw error
    return error.faults.map(({ path, message }) => `${path.replace(/^.*topics\.news\.?/, '')}: ${message}`)
  }
}

const now = Date.parse('2026-11-21T09:00:00.000Z')
const fileWith = (topics: Record<string, Written>) =>
  aCatalogueFile({ preference_template: templateOf(topics) })

describe('a preference template', () => {
  test('off is what is left out, of each type', () => {
    const options = { weekly: { en: 'Weekly' }, monthly: { en: 'Monthly' } }
    const { catalogue } = planCatalogue(
      undefined,
      fileWith({
        news: aTopic(),
        often: aTopic({ type: 'select', options }),
        about: aTopic({ type: 'multi_select', options }),
      }),
      now,
    ).next
    const topics = catalogue.preferenceTemplate?.sections[0]?.topics ?? []
    assert.deepEqual(
      topics.map((topic) => topic.default),
      [false, 'weekly', []],
    )
  })

  test('is refused where it would decide for people, or says what cannot be', () => {
    const options = { a: { en: 'A' }, b: { en: 'B' } }
    assert.deepEqual(faultsOf({}), [])
    assert.deepEqual(faultsOf({ double_opt_in: true, channels: ['email'] }), [])
    assert.deepEqual(faultsOf({ double_opt_in: true, channels: ['email'], default: true }), [
      'default: is on, although it must be confirmed',
    ])
    for (const channels of [[], ['sms'], ['email', 'sms']])
      assert.deepEqual(faultsOf({ double_opt_in: true, channels }), [
        'double_opt_in: needs the channel email and no other',
      ])
    assert.deepEqual(faultsOf({ double_opt_in: true, channels: ['email'], type: 'select', options }), [
      'double_opt_in: does not go with a select',
    ])
    assert.deepEqual(faultsOf({ options }), ['options: do not go with a boolean topic'])
    assert.deepEqual(faultsOf({ type: 'select', options: { a: { en: 'A' } } }), [
      'options: must be at least two',
    ])
    assert.deepEqual(faultsOf({ type: 'multi_select' }), ['options: must be at least one'])
    assert.deepEqual(faultsOf({ type: 'select', options, default: 'c' }), ['default: is none of the options'])
    assert.deepEqual(faultsOf({ type: 'multi_select', options, default: ['c'] }), [
      'default: must be a list out of the options',
    ])
    assert.deepEqual(faultsOf({ default: 'a' }), ['default: must be true or false'])
    assert.deepEqual(faultsOf({ type: 'select', options: { ...options, c: { de: 'C' } } }), [
      'options.c.en: is missing',
      'options.c.de: is not among languages.available',
    ])
    assert.deepEqual(faultsOf({ texts: {} }), ['texts.en: is missing'])
    assert.deepEqual(faultsOf({ colour: 'blue' }), ['colour: is not a member of this format'])
  })

  test('one key names one topic, and no section is empty', () => {
    const section = (topics: Written) => ({ texts: { en: { title: 'T', description: 'D' } }, topics })
    const written = aWrittenCatalogue({
      preference_template: {
        sections: { one: section({ news: aTopic() }), two: section({ news: aTopic() }), three: section({}) },
      },
    })
    assert.throws(
      () => readCatalogueFile('t.json', Buffer.from(JSON.stringify(written))),
      (error) => {
        assert.ok(error instanceof BrokenCatalogueFile)
        assert.deepEqual(error.faults.map(({ path }) => path).sort(), [
          'preference_template.sections.three.topics',
          'preference_template.sections.two.topics.news',
        ])
        return true
      },
    )
  })

  test('an edit is a new version, named topic by topic; the same again changes nothing, and none asks again', () => {
    const first = planCatalogue(undefined, fileWith({ news: aTopic() }), now)
    assert.equal(first.next.catalogue.preferenceTemplate?.version, 1)
    assert.ok(isEmptyPlan(planCatalogue(first.next, fileWith({ news: aTopic() }), now)))
    const edited = fileWith({ news: aTopic({ channels: ['email'], double_opt_in: true }), tips: aTopic() })
    const second = planCatalogue(first.next, edited, now)
    assert.deepEqual(
      second.template.changes.map(({ member }) => member),
      ['topics.news.channels', 'topics.news.double_opt_in', 'topics.tips', 'order'],
    )
    assert.match(renderPlan(second), /~ preference template {2}version 1 becomes 2/)
    assert.match(renderPlan(second), /Nobody must be asked again/)
    assert.equal(second.next.catalogue.preferenceTemplate?.version, 2)
    assert.deepEqual([...second.next.catalogue.preferenceTemplates.keys()], [1, 2])
  })

  test('one that is taken out and comes back counts on from where it was', () => {
    const first = planCatalogue(undefined, fileWith({ news: aTopic() }), now)
    const without = planCatalogue(first.next, aCatalogueFile(), now)
    assert.equal(without.next.catalogue.preferenceTemplate, undefined)
    assert.match(renderPlan(without), /- preference template {2}version 1 is retired/)
    const same = planCatalogue(without.next, fileWith({ news: aTopic() }), now)
    assert.equal(same.next.catalogue.preferenceTemplate?.version, 1)
    const other = planCatalogue(without.next, fileWith({ tips: aTopic() }), now)
    assert.equal(other.next.catalogue.preferenceTemplate?.version, 2)
  })

  test('is read back as it was published, and not at all where a byte of it changed', () => {
    const { catalogue } = planCatalogue(undefined, fileWith({ news: aTopic() }), now).next
    const template = catalogue.preferenceTemplate
    assert.ok(template)
    const document = preferenceTemplateDocument(template)
    assert.deepEqual(readPreferenceTemplate(document, template.sha256), template)
    assert.throws(() => readPreferenceTemplate(document.replace('News', 'Nows'), template.sha256))
    const versions = [...catalogue.purposes.values()].flatMap((purpose) => purpose.versions)
    const assembled = (templates: (typeof template)[]) =>
      assembleCatalogue(
        catalogueDocument(catalogue),
        catalogue.sha256,
        [catalogue.controller],
        versions,
        templates,
      )
    assert.deepEqual(assembled([template]).catalogue, catalogue)
    assert.throws(() => assembled([]), /version 1 of the preference template is missing/)
  })
})
