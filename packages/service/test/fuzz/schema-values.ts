import fc from 'fast-check'
import type { Schema } from './api-document.ts'
import { array, type Member, object, raw, type Tree, text } from './json-tree.ts'

/** Texts for a member or parameter of a name, where a schema alone would hardly ever hit what is known there. */
export type Likely = Readonly<Record<string, fc.Arbitrary<string>>>

/** Texts that a schema allows, mostly. */
export function textsOf(schema: Schema, name: string, likely: Likely): fc.Arbitrary<string> {
  const known = likely[name]
  const allowed = allowedTexts(schema)
  return known === undefined
    ? allowed
    : fc.oneof({ arbitrary: known, weight: 12 }, { arbitrary: allowed, weight: 1 })
}

function allowedTexts(schema: Schema): fc.Arbitrary<string> {
  const choices = schema.anyOf?.filter((choice) => choice.type !== 'null')
  if (choices !== undefined && choices.length > 0) return fc.oneof(...choices.map(allowedTexts))
  if (schema.items !== undefined) return allowedTexts(schema.items)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum.map(String))
  if (schema.format === 'date-time') return dateTimes
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern))
  return fc.string({ maxLength: 70 })
}

/** Bodies that a schema allows. */
export function treesOf(schema: Schema, name: string, likely: Likely): fc.Arbitrary<Tree> {
  if (schema.anyOf !== undefined)
    return fc.oneof(
      ...schema.anyOf.map((choice) => ({
        arbitrary: treesOf(choice, name, likely),
        weight: choice.type === 'null' ? 1 : 4,
      })),
    )
  if (schema.type === 'null') return fc.constant(raw('null'))
  if (schema.type === 'boolean') return fc.constantFrom(raw('true'), raw('false'))
  if (schema.type === 'integer' || schema.type === 'number') return fc.integer().map((n) => raw(String(n)))
  if (schema.type === 'array')
    return fc.array(treesOf(schema.items ?? {}, name, likely), { maxLength: 5 }).map(array)
  if (schema.type === 'object') return objectsOf(schema, likely)
  return textsOf(schema, name, likely).map(text)
}

function objectsOf(schema: Schema, likely: Likely): fc.Arbitrary<Tree> {
  const { properties, required = [], additionalProperties, propertyNames } = schema
  if (properties === undefined) {
    const values = typeof additionalProperties === 'object' ? additionalProperties : {}
    const of = mapName(schema)
    const member = fc.tuple(textsOf(propertyNames ?? {}, of, likely), treesOf(values, `${of}Value`, likely))
    return fc.uniqueArray(member, { selector: ([name]) => name, minLength: 1, maxLength: 3 }).map(object)
  }
  const members = Object.entries(properties).map(([name, property]) => {
    const member = treesOf(property, name, likely).map((value): Member[] => [[name, value]])
    return required.includes(name)
      ? member
      : fc.oneof(
          { withCrossShrink: true },
          { arbitrary: fc.constant<Member[]>([]), weight: 4 },
          { arbitrary: member, weight: 1 },
        )
  })
  return fc.tuple(...members).map((found) => object(found.flat()))
}

/** A map's names have no member name of their own: their pattern tells which they are. */
function mapName({ propertyNames }: Schema): string {
  if (propertyNames?.pattern?.startsWith('^[a-z]') === true) return 'purpose'
  return propertyNames?.pattern === undefined ? 'metadata' : 'vendor'
}

/** RFC 3339 in all its spellings; placeholders are times close to now. */
export const dateTimes: fc.Arbitrary<string> = fc.oneof(
  { withCrossShrink: true },
  {
    arbitrary: fc.constantFrom('@@time.recent@@', '@@time.yesterday@@', '@@time.ahead@@', '@@time.soon@@'),
    weight: 3,
  },
  {
    arbitrary: fc
      .date({ min: new Date('1970-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    weight: 1,
  },
  {
    arbitrary: fc.constantFrom(
      '1970-01-01T00:00:00Z',
      '1969-12-31T23:59:59Z',
      '0000-01-01T00:00:00Z',
      '0000-01-01T00:00:00+23:59',
      '9999-12-31T23:59:59.999Z',
      '9999-12-31T23:59:59-23:59',
      '2024-02-29T12:00:00+05:30',
      '2023-02-29T12:00:00Z',
      '2025-06-30T23:59:60Z',
      '2025-06-30T24:00:00Z',
      '2025-06-30t12:00:00z',
      '2025-06-30 12:00:00Z',
      '2025-06-30T12:00:00',
      '2025-06-30T12:00:00,5Z',
      `2025-06-30T12:00:00.${'123456789'.repeat(30)}Z`,
      '2025-06-30T12:00:00.0000000000000000001-00:00',
      '+002025-06-30T12:00:00Z',
      '2025-06-30',
    ),
    weight: 1,
  },
)
