import assert from 'node:assert/strict'
import type { Environment, Scope } from '../src/domain/scope.ts'
import type { Harness } from './harness.ts'

export function scopeOf(t: Harness, environment: Environment): Scope {
  const found = [...t.service.settings.current.environments.values()].find(
    ({ scope }) => scope.environment === environment,
  )
  assert.ok(found, `there is no environment ${environment}`)
  return found.scope
}
