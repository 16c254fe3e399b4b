import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { parse } from 'yaml'
import { catalogueJsonSchema } from './catalogue-json-schema.ts'
import { aWrittenCatalogue } from './test-catalogue-file.ts'

const folder = new URL('../../../../catalogue/', import.meta.url)

function aValidator() {
  const ajv = new Ajv2020({ strict: true, allErrors: true })
  addFormats.default(ajv)
  return ajv.compile(catalogueJsonSchema())
}

describe('catalogue.schema.json', () => {
  test('is what the code reads (else: npm run generate)', async () => {
    const committed: unknown = JSON.parse(await readFile(new URL('catalogue.schema.json', folder), 'utf8'))
    assert.deepEqual(committed, JSON.parse(JSON.stringify(catalogueJsonSchema())))
  })

  test('says something of every member', () => {
    const silent: string[] = []
    walk(catalogueJsonSchema(), '', silent)
    assert.deepEqual(silent, [])
  })

  test('accepts the sample, and a file that leaves all defaults out', async () => {
    const validate = aValidator()
    const sample: unknown = parse(await readFile(new URL('shop.yaml', folder), 'utf8'))
    assert.equal(validate(sample), true, JSON.stringify(validate.errors))
    assert.equal(validate(aWrittenCatalogue()), true, JSON.stringify(validate.errors))
  })

  test('refuses a member it does not know', () => {
    const validate = aValidator()
    assert.equal(validate(aWrittenCatalogue({ allowed_origin: [] })), false)
    assert.equal(validate.errors?.[0]?.params['additionalProperty'], 'allowed_origin')
  })
})

function walk(schema: object, path: string, silent: string[]): void {
  const { properties, additionalProperties, items }: Record<string, unknown> = { ...schema }
  for (const [name, member] of Object.entries(properties ?? {})) {
    if (!('description' in member)) silent.push(`${path}.${name}`)
    walk(member, `${path}.${name}`, silent)
  }
  for (const below of [additionalProperties, items])
    if (typeof below === 'object' && below !== null) walk(below, `${path}.*`, silent)
}
