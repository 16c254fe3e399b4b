import assert from 'node:assert/strict'
import fc from 'fast-check'
import {
  decideTcFields,
  decodeTcString,
  encodeTcString,
  parseVendorList,
  prepareTcf,
  type TcFields,
} from '../src/index.ts'
import { assertElevenRules } from './eleven-rules.ts'
import type { ListJson } from './fixtures.ts'
import { randomChoices, randomSettings } from './random-choices.ts'
import { readingOf, readWithCmpApi, readWithCore } from './tcf-libraries.ts'

/**
 * Writes `runs` random choices over a list and asserts that both libraries and our reader see the same string, and
 * that it obeys the eleven rules.
 */
export function assertTcfAgreement(json: ListJson, runs: number): void {
  const list = parseVendorList(json)
  const property = fc.property(randomChoices(list), randomSettings(list), (choices, settings) => {
    const context = prepareTcf(list, settings)
    const text = encodeTcString(choices, context)
    const fields: TcFields = decodeTcString(text)
    assert.deepEqual(fields, decideTcFields(choices, context), 'our reader')
    const reading = readingOf(fields)
    assert.deepEqual(readWithCore(text), reading, '@iabtechlabtcf/core')
    assert.deepEqual(readWithCmpApi(text), reading, '@iabgpp/cmpapi')
    assertElevenRules(fields, choices, json, settings)
  })
  fc.assert(property, { numRuns: runs })
}
