import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isPublicAddress } from '../domain/public-address.ts'
import { publicTargets, urlFault } from '../domain/webhook-url.ts'
import { ForbiddenTarget, resolveTarget } from './webhook-target.ts'

const strict = publicTargets

/** Every spelling under which somebody has got past such a guard (T93). */
const refused: Readonly<Record<string, readonly string[]>> = {
  loopback: [
    'https://127.0.0.1/',
    'https://127.1/',
    'https://127.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://0177.0x0.1/',
    'https://①②⑦.⓪.⓪.①/',
    'https://１２７.０.０.１/',
    'https://127。0。0。1/',
    'https://127.0.0.1./',
    'https://[::1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://0/',
    'https://0.0.0.0/',
    'https://[::]/',
    'https://127.255.255.254/',
  ],
  'v4 inside v6': [
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b::169.254.169.254]/',
    'https://[64:ff9b:1::a9fe:a9fe]/',
    'https://[2002:7f00:1::]/',
    'https://[2002:a9fe:a9fe::1]/',
    'https://[2001:0:7f00:1::]/',
    'https://[::ffff:0:127.0.0.1]/',
  ],
  'private and shared networks': [
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://[fc00::1]/',
    'https://[fd12:3456:789a::1]/',
    'https://[fec0::1]/',
  ],
  'metadata and link-local': [
    'https://169.254.169.254/latest/meta-data/',
    'https://2852039166/',
    'https://0xa9fea9fe/',
    'https://[fe80::1]/',
    'https://[fd00:ec2::254]/',
    'https://metadata.google.internal/',
  ],
  'reserved, multicast, broadcast': [
    'https://224.0.0.1/',
    'https://240.0.0.1/',
    'https://255.255.255.255/',
    'https://192.0.2.1/',
    'https://198.18.0.1/',
    'https://[ff02::1]/',
    'https://[2001:db8::1]/',
    'https://[100::1]/',
  ],
  'names of this machine': [
    'https://localhost/',
    'https://LOCALHOST/',
    'https://localhost./',
    'https://a.localhost/',
    'https://printer.local/',
    'https://intranet/',
  ],
  'what is no plain https URL': [
    'http://shop.example/',
    'file:///etc/passwd',
    'gopher://shop.example/',
    'ftp://shop.example/',
    'javascript:alert(1)',
    'https://user:password@shop.example/',
    'https://shop.example@127.0.0.1/',
    'https://shop.example:22/',
    'https://shop.example:6379/',
    'https://shop.example:80/',
    'https://[fe80::1%25eth0]/',
    'https://[fe80::1%eth0]/',
    'https://',
    '//shop.example/',
    'shop.example',
    '',
  ],
}

describe('the guard of outgoing requests', () => {
  for (const [what, urls] of Object.entries(refused))
    test(`refuses ${what}, before anything is resolved`, async () => {
      for (const url of urls) {
        assert.notEqual(urlFault(url, strict), null, url)
        await assert.rejects(
          resolveTarget(url, strict, () => Promise.reject(new Error('was resolved'))),
          ForbiddenTarget,
          url,
        )
      }
    })

  test('takes what is public', async () => {
    for (const url of [
      'https://shop.example/hooks?x=1',
      'https://hooks.shop.example:8443/',
      'https://93.184.216.34/',
      'https://[2606:2800:220:1:248:1893:25c8:1946]/',
      'https://localhost.shop.example/',
    ])
      assert.equal(urlFault(url, strict), null, url)
    const target = await resolveTarget('https://93.184.216.34:443/hooks', strict)
    assert.deepEqual([target.address, target.family], ['93.184.216.34', 4])
  })

  test('a name with any private address is refused, wherever it stands in the list', async () => {
    for (const addresses of [
      ['127.0.0.1'],
      ['93.184.216.34', '10.0.0.1'],
      ['10.0.0.1', '93.184.216.34'],
      ['93.184.216.34', '::1'],
      ['::ffff:169.254.169.254'],
      ['not an address'],
      [],
    ])
      await assert.rejects(
        resolveTarget('https://rebinding.example/', strict, async () =>
          addresses.map((address) => ({ address })),
        ),
        ForbiddenTarget,
        addresses.join(' '),
      )
  })

  test('the address that was checked is the one that is called: a name that flips is asked once', async () => {
    let asked = 0
    const flipping = async () => [{ address: ++asked === 1 ? '93.184.216.34' : '127.0.0.1' }]
    const target = await resolveTarget('https://flips.example/', strict, flipping)
    assert.deepEqual([asked, target.address], [1, '93.184.216.34'])
    await assert.rejects(resolveTarget('https://flips.example/', strict, flipping), ForbiddenTarget)
  })

  test('private addresses are for development: with the setting, http and any port', async () => {
    const { address } = await resolveTarget('http://127.0.0.1:8123/hooks', { allowsPrivate: true })
    assert.equal(address, '127.0.0.1')
    for (const url of ['file:///etc/passwd', 'https://user@shop.example/'])
      assert.notEqual(urlFault(url, { allowsPrivate: true }), null)
  })

  test('teeth: without the ranges of the library these addresses would pass', () => {
    const wrapped = ['64:ff9b::a9fe:a9fe', '2002:7f00:1::', '::ffff:127.0.0.1', '2001:0:7f00:1::']
    assert.ok(wrapped.every((address) => !isPublicAddress(address)))
    assert.ok(isPublicAddress('2606:2800:220:1:248:1893:25c8:1946'))
  })
})
