import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { networkPrefix, subscriberOf } from './network.ts'

describe('the network of an address', () => {
  test('is too coarse to name a person: a /24, or a /48', () => {
    for (const [address, prefix] of [
      ['203.0.113.77', '203.0.113.0/24'],
      ['::ffff:203.0.113.77', '203.0.113.0/24'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
      ['2001:db8:1::6', '2001:db8:1::/48'],
      ['2001:db8::6', '2001:db8:0::/48'],
      ['2001::a:b:c:d:e:f', '2001:0:a::/48'],
      ['::1:2:3:4:5:6:7', '0:1:2::/48'],
      ['::1', '0:0:0::/48'],
      ['::', '0:0:0::/48'],
      ['fe80::1', 'fe80:0:0::/48'],
    ] as const)
      assert.equal(networkPrefix(address), prefix, address)
  })

  test('of what is no address is nothing', () => {
    for (const text of ['', 'unknown', '203.0.113', '203.0.113.256', 'shop.example', '/tmp/socket'])
      assert.equal(networkPrefix(text), null)
  })
})

describe('a subscriber, whose requests are counted together', () => {
  test('is an IPv4 address, however it is written, or a /64', () => {
    for (const [address, subscriber] of [
      ['203.0.113.77', '203.0.113.77'],
      ['::ffff:203.0.113.77', '203.0.113.77'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
      ['2001:db8:1:2::6', '2001:db8:1:2'],
      ['2001:db8::6', '2001:db8:0:0'],
      ['::1', '0:0:0:0'],
    ] as const)
      assert.equal(subscriberOf(address), subscriber, address)
  })
})
