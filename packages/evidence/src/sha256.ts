// SHA-256 (FIPS 180-4, section 6.2): WebCrypto's digest is asynchronous, and a tree of a million leaves cannot
// wait a million times.

const blockLength = 64
const roundConstants = Int32Array.from(fractionBits(64, Math.cbrt))
const initialState = Int32Array.from(fractionBits(8, Math.sqrt))

/**
 * SHA-256 without any platform, synchronous.
 *
 * @param bytes of any length below 2^53
 * @returns 32 bytes
 */
export function sha256(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const state = initialState.slice()
  const whole = bytes.length - (bytes.length % blockLength)
  const input = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 0; at < whole; at += blockLength) compress(state, input, at)

  const padded = pad(bytes.subarray(whole), bytes.length)
  for (let at = 0; at < padded.byteLength; at += blockLength) compress(state, padded, at)

  const digest = new DataView(new ArrayBuffer(32))
  for (const [i, word] of state.entries()) digest.setInt32(i * 4, word)
  return new Uint8Array(digest.buffer)
}

/** FIPS 180-4, section 5.1.1: a one bit, zeros, and the length in bits as 64-bit integer. */
function pad(tail: Uint8Array, totalLength: number): DataView {
  const padded = new Uint8Array(tail.length + 9 > blockLength ? 2 * blockLength : blockLength)
  padded.set(tail)
  padded[tail.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(totalLength / 2 ** 29))
  view.setUint32(padded.length - 4, totalLength << 3)
  return view
}

const schedule = new Int32Array(64)

function compress(state: Int32Array, block: DataView, offset: number): void {
  const w = schedule
  for (let t = 0; t < 16; t++) w[t] = block.getInt32(offset + t * 4)
  for (let t = 16; t < 64; t++) {
    const w15 = at(w, t - 15)
    const w2 = at(w, t - 2)
    const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3)
    const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10)
    w[t] = (at(w, t - 16) + s0 + at(w, t - 7) + s1) | 0
  }
  let a = at(state, 0)
  let b = at(state, 1)
  let c = at(state, 2)
  let d = at(state, 3)
  let e = at(state, 4)
  let f = at(state, 5)
  let g = at(state, 6)
  let h = at(state, 7)
  for (let t = 0; t < 64; t++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const choice = (e & f) ^ (~e & g)
    const t1 = (h + s1 + choice + at(roundConstants, t) + at(w, t)) | 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + s0 + majority) | 0
  }
  state[0] = at(state, 0) + a
  state[1] = at(state, 1) + b
  state[2] = at(state, 2) + c
  state[3] = at(state, 3) + d
  state[4] = at(state, 4) + e
  state[5] = at(state, 5) + f
  state[6] = at(state, 6) + g
  state[7] = at(state, 7) + h
}

/** All indexes above are constants below the length; the flag that makes `words[i]` optional cannot know. */
function at(words: Int32Array, index: number): number {
  return words[index] as number
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

/**
 * FIPS 180-4, sections 4.2.2 and 5.3.3: the constants are the first 32 bits of the fractional parts of the
 * roots of the first primes, which double precision gives exactly.
 */
function fractionBits(count: number, root: (prime: number) => number): number[] {
  const primes: number[] = []
  for (let candidate = 2; primes.length < count; candidate++) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate)
  }
  return primes.map((prime) => Math.floor((root(prime) % 1) * 2 ** 32))
}
