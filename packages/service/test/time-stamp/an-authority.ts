// A time-stamping authority for tests, written from RFC 3161, 5652 and 5280, sharing nothing with the code that reads it.
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const seq = (...parts: Buffer[]) => der(0x30, ...parts)
const set = (...parts: Buffer[]) => der(0x31, ...parts)
const octets = (bytes: Buffer) => der(0x04, bytes)
const whole = (hex: string) => der(0x02, Buffer.from(hex, 'hex'))

function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const n = body.length
  const length = n < 128 ? [n] : n < 256 ? [0x81, n] : [0x82, n >> 8, n & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}

const oids = {
  sha256: '0609608648016503040201',
  ecdsaWithSha256: '06082a8648ce3d040302',
  signedData: '06092a864886f70d010702',
  tstInfo: '060b2a864886f70d0109100104',
  contentType: '06092a864886f70d010903',
  messageDigest: '06092a864886f70d010904',
  signingCertificateV2: '060b2a864886f70d010910022f',
  commonName: '0603550403',
  basicConstraints: '0603551d13',
  extendedKeyUsage: '0603551d25',
  timeStamping: '06082b06010505070308',
  serverAuth: '06082b06010505070301',
  somePolicy: '06032a0304',
} as const
const id = (name: keyof typeof oids) => Buffer.from(oids[name], 'hex')

const pem = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`

function nameOf(text: string): Buffer {
  return seq(set(seq(id('commonName'), der(0x0c, Buffer.from(text)))))
}

interface Issuer {
  readonly name: string
  readonly key: KeyObject
}

function certificate(
  issuer: Issuer,
  subject: {
    readonly name: string
    readonly publicKey: KeyObject
    readonly purpose: 'ca' | keyof typeof oids
  },
): Buffer {
  const isCa = subject.purpose === 'ca'
  const extension = isCa
    ? seq(id('basicConstraints'), der(0x01, Buffer.from([255])), octets(seq(der(0x01, Buffer.from([255])))))
    : seq(
        id('extendedKeyUsage'),
        der(0x01, Buffer.from([255])),
        octets(seq(id(subject.purpose as keyof typeof oids))),
      )
  const text = (time: string) => der(0x18, Buffer.from(time))
  const algorithm = seq(id('ecdsaWithSha256'))
  const toBeSigned = seq(
    der(0xa0, whole('02')),
    whole(isCa ? '01' : '02'),
    algorithm,
    nameOf(issuer.name),
    seq(text('20200101000000Z'), text('21200101000000Z')),
    nameOf(subject.name),
    subject.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, seq(extension)),
  )
  const signature = sign('sha256', toBeSigned, issuer.key)
  return seq(toBeSigned, algorithm, der(0x03, Buffer.from([0]), signature))
}

export interface Authority extends AsyncDisposable {
  readonly url: string
  /** Of who issued its certificate. */
  readonly rootPem: string
  /** A token over a hash, as the server gives it. */
  stamp(hash: Buffer, at: number, nonce?: Buffer): Buffer
  requests: number
  /** What it answers instead. */
  fault: 'none' | 'away' | 'rejects' | 'other_hash' | 'other_nonce'
}

export async function anAuthority(
  options: { readonly now?: () => number; readonly purpose?: 'timeStamping' | 'serverAuth' } = {},
): Promise<Authority> {
  const now = options.now ?? (() => Date.now())
  const [root, own] = [1, 2].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }))
  if (root === undefined || own === undefined) throw new Error('no keys')
  const issuer = { name: 'Root of the tests', key: root.privateKey }
  const rootCertificate = certificate(issuer, { name: issuer.name, publicKey: root.publicKey, purpose: 'ca' })
  const name = 'Authority of the tests'
  const purpose = options.purpose ?? 'timeStamping'
  const signer = certificate(issuer, { name, publicKey: own.publicKey, purpose })

  function stamp(hash: Buffer, at: number, nonce?: Buffer): Buffer {
    const time = `${new Date(at).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`
    const info = seq(
      whole('01'),
      id('somePolicy'),
      seq(seq(id('sha256'), Buffer.from([5, 0])), octets(hash)),
      whole('2a'),
      der(0x18, Buffer.from(time)),
      ...(nonce === undefined ? [] : [nonce]),
    )
    const digest = (bytes: Buffer) => octets(createHash('sha256').update(bytes).digest())
    const attributes = [
      seq(id('contentType'), set(id('tstInfo'))),
      seq(id('messageDigest'), set(digest(info))),
      seq(id('signingCertificateV2'), set(seq(seq(seq(digest(signer)))))),
    ]
    const signature = sign('sha256', set(...attributes), own?.privateKey as KeyObject)
    const signerInfo = seq(
      whole('01'),
      seq(nameOf(issuer.name), whole('02')),
      seq(id('sha256')),
      der(0xa0, ...attributes),
      seq(id('ecdsaWithSha256')),
      octets(signature),
    )
    const content = seq(id('tstInfo'), der(0xa0, octets(info)))
    const signedData = seq(whole('03'), set(seq(id('sha256'))), content, der(0xa0, signer), set(signerInfo))
    return seq(id('signedData'), der(0xa0, signedData))
  }

  const server = createServer(async (request, response) => {
    authority.requests += 1
    const query = await buffer(request)
    if (authority.fault === 'away') {
      response.destroy()
      return
    }
    // Of a query as RFC 3161 has it: the 32 bytes after an OCTET STRING of that length, and the INTEGER behind.
    const at = query.indexOf(Buffer.from([0x04, 0x20]))
    const asked = query.subarray(at + 2, at + 34)
    const nonce = query.subarray(at + 34, at + 36 + (query[at + 35] ?? 0))
    const hash = authority.fault === 'other_hash' ? Buffer.alloc(32, 1) : asked
    const token = stamp(hash, now(), authority.fault === 'other_nonce' ? whole('07') : nonce)
    const answer = authority.fault === 'rejects' ? seq(seq(whole('02'))) : seq(seq(whole('00')), token)
    response.setHeader('Content-Type', 'application/timestamp-reply').end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const authority: Authority = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`,
    rootPem: pem(rootCertificate),
    stamp,
    requests: 0,
    fault: 'none',
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return authority
}
