import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RouteKey } from '../kernel/id.ts'
import { addressAt, addressBytes, encodeAddress } from './leaf-address.ts'

test('an address reads back as it was written; what was never written tells of nobody', () => {
  const addresses = Buffer.alloc(3 * addressBytes)
  const routeKey = 'a'.repeat(32) as RouteKey
  encodeAddress({ routeKey, isSilent: false }, addresses, 0)
  encodeAddress({ routeKey: undefined, isSilent: false }, addresses, 1)
  encodeAddress({ routeKey, isSilent: true }, addresses, 2)
  assert.deepEqual(
    [0, 1, 2, 3].map((index) => addressAt(addresses, index)),
    [
      { routeKey, isSilent: false },
      { routeKey: undefined, isSilent: false },
      { routeKey, isSilent: true },
      { routeKey: undefined, isSilent: false },
    ],
  )
})
