// A witness for tests, written from C2SP tlog-witness and RFC 6962, 2.1.2, sharing nothing with the code that asks it.
import { createHash, generateKeyPairSync, sign, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
const node = (left: Buffer, right: Buffer) => sha256(Buffer.from([1]), left, right)

/** RFC 6962, 2.1.2 backwards: the root of `size` leaves, and that of the first `old`, that a proof amounts to. */
function rootsOf(old: number, size: number, proof: Buffer[], known: Buffer, isOwn = true): [Buffer, Buffer] {
  if (old === size) {
    const root = isOwn ? known : proof.shift()
    if (root === undefined) throw new Error('the proof is too short')
    return [root, root]
  }
  let split = 1
  while (split * 2 < size) split *= 2
  const other = proof.pop()
  if (other === undefined) throw new Error('the proof is too short')
  if (old <= split) {
    const [first, second] = rootsOf(old, split, proof, known, isOwn)
    return [first, node(second, other)]
  }
  const [first, second] = rootsOf(old - split, size - split, proof, known, false)
  return [node(other, first), node(other, second)]
}

export interface Witness extends AsyncDisposable {
  readonly name: string
  readonly url: string
  /** `name+id+key`, of a cosigner. */
  readonly verifierKey: string
  /** Sizes it cosigned, and statuses it answered to who asked about a log that it knows. */
  readonly cosigned: number[]
  readonly answered: number[]
  isAway: boolean
  /** Remembers another log than it was shown. */
  forget(size: number): void
  /** Knows the log's key from elsewhere, as `name+id+key`. */
  trust(logKey: string): void
}

export async function aWitness(name: string, now: () => number = () => Date.now()): Promise<Witness> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  const typed = Buffer.concat([Buffer.from([4]), raw])
  const keyId = sha256(Buffer.from(`${name}\n`), typed).subarray(0, 4)
  const logs = new Map<string, Buffer>()
  const seen = new Map<string, { size: number; root: Buffer }>()

  function answer(body: string): { status: number; text: string } {
    const blank = body.indexOf('\n\n')
    const [oldLine = '', ...proofLines] = body.slice(0, blank).split('\n')
    const note = body.slice(blank + 2)
    const signed = note.slice(0, note.indexOf('\n\n') + 1)
    const [origin = '', digits = '', root64 = ''] = signed.split('\n')
    const old = Number(/^old (\d+)$/.exec(oldLine)?.[1])
    const size = Number(digits)
    const root = Buffer.from(root64, 'base64')
    const key = logs.get(origin)
    if (key === undefined) return { status: 404, text: '' }
    const line = note.slice(signed.length + 1).split('\n')[0] ?? ''
    const signature = Buffer.from(line.split(' ')[2] ?? '', 'base64').subarray(4)
    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key])
    if (!verify(null, Buffer.from(signed), { key: spki, format: 'der', type: 'spki' }, signature))
      return { status: 403, text: '' }
    const last = seen.get(origin) ?? { size: 0, root: Buffer.alloc(0) }
    if (old > size) return { status: 400, text: '' }
    if (old !== last.size) return { status: 409, text: `${last.size}\n` }
    if (old > 0) {
      const proof = proofLines.map((hash) => Buffer.from(hash, 'base64'))
      try {
        const [before, after] = rootsOf(old, size, proof, last.root)
        if (!before.equals(last.root) || !after.equals(root) || proof.length > 0)
          return { status: 422, text: '' }
      } catch {
        return { status: 422, text: '' }
      }
    }
    seen.set(origin, { size, root })
    witness.cosigned.push(size)
    const seconds = Math.floor(now() / 1000)
    const time = Buffer.alloc(8)
    time.writeBigUInt64BE(BigInt(seconds))
    const cosignature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${signed}`), privateKey)
    const encoded = Buffer.concat([keyId, time, cosignature]).toString('base64')
    // A line of somebody else first: whoever asks has to leave it out.
    return { status: 200, text: `— somebody.else AAAAAAAAAA==\n— ${name} ${encoded}\n` }
  }

  const server = createServer(async (request, response) => {
    if (witness.isAway || request.url !== '/sub/add-checkpoint') {
      response.destroy()
      return
    }
    const { status, text: body } = answer(await text(request))
    if (status !== 404) witness.answered.push(status)
    if (status === 409) response.setHeader('Content-Type', 'text/x.tlog.size')
    response.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const witness: Witness = {
    name,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sub/`,
    verifierKey: `${name}+${keyId.toString('hex')}+${typed.toString('base64')}`,
    cosigned: [],
    answered: [],
    isAway: false,
    forget(size) {
      for (const [origin, { root }] of seen) seen.set(origin, { size, root })
    },
    trust(logKey) {
      const [, origin = '', , key = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(logKey) ?? []
      logs.set(origin, Buffer.from(key, 'base64').subarray(1))
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return witness
}
