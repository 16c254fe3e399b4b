import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkMappings, isGoogleSignal, isGppActivity } from './mappings.ts'

test('what frameworks know has no issue', () => {
  const mappings = {
    tcfPurposes: [1, 11, 24],
    tcfSpecialFeatures: [1, 12],
    googleConsentMode: ['ad_storage', 'security_storage'],
    gpp: ['sale', 'sharing', 'targeted_advertising', 'additional_processing', 'sensitive:1', 'sensitive:16'],
  }
  assert.deepEqual(checkMappings(mappings), [])
})

test('everything else has one, with its place', () => {
  const issues = checkMappings({
    tcfPurposes: [0, 1, 25],
    tcfSpecialFeatures: [13],
    googleConsentMode: ['ad_storage', 'ads'],
    gpp: ['sensitive:17', 'sale', 'sensitive:0', 'Sale'],
  })
  assert.deepEqual(
    issues.map(({ path }) => path),
    [
      'tcfPurposes.0',
      'tcfPurposes.2',
      'tcfSpecialFeatures.0',
      'googleConsentMode.1',
      'gpp.0',
      'gpp.2',
      'gpp.3',
    ],
  )
  assert.equal(issues[1]?.message, '25 is no TCF purpose (1-24)')
})

test('the two vocabularies', () => {
  assert.deepEqual([isGoogleSignal('ad_user_data'), isGoogleSignal('toString')], [true, false])
  assert.deepEqual([isGppActivity('sensitive:9'), isGppActivity('sensitive:09')], [true, false])
})
