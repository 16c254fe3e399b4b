import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { agentFamily, networkPrefix } from './circumstances.ts'

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

describe('the family of a browser', () => {
  test('is the one that it is, not those it claims to be like', () => {
    const webkit = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
    for (const [agent, family] of [
      [`${webkit} Chrome/140.0.0.0 Safari/537.36`, 'chrome'],
      [`${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'edge'],
      [`${webkit} Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'opera'],
      [`${webkit} SamsungBrowser/29.0 Chrome/140.0.0.0 Mobile Safari/537.36`, 'samsung'],
      [
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
        'safari',
      ],
      ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'firefox'],
      [
        'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Mobile/15E148 Safari/604.1',
        'chrome',
      ],
      ['curl/8.9.1', 'other'],
      ['', 'other'],
    ] as const)
      assert.equal(agentFamily(agent), family, agent)
    assert.equal(agentFamily(undefined), null)
  })
})
