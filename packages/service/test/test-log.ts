import assert from 'node:assert/strict'
import type { LogPlace } from '../src/domain/log-place.ts'
import type { Environment } from '../src/domain/scope.ts'
import type { Sequencer } from '../src/log/sequencer.ts'
import type { Harness } from './harness.ts'

/**
 * What a harness's log says before anybody recorded: that the log's key and the receipts' key came to be and came into
 * force, each purpose version of the shop, and its catalogue.
 */
export const entriesOfTheStart = 4 + 14 + 1

/** The sequencer of a harness that keeps the log, and where its log lies. */
export function testLog(
  t: Harness,
  environment: Environment = 'test',
  generation = 0,
): { readonly sequencer: Sequencer; readonly place: LogPlace } {
  const sequencer = t.service.logWork?.sequencers.get(environment)
  const settings = [...t.service.settings.current.environments.values()].find(
    ({ scope }) => scope.environment === environment,
  )
  assert.ok(sequencer && settings)
  return { sequencer, place: { ...settings.scope, routing: settings.routing, generation } }
}
