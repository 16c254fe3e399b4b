import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { agentFamily } from './circumstances.ts'

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
