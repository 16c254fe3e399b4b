// As much of ITU-T X.690 (DER) as a time stamp needs.

/** One value, and where it stands. */
export interface Der {
  readonly tag: number
  /** What is in it. */
  readonly content: Buffer
  /** With its tag and length: the bytes that are signed or hashed. */
  readonly whole: Buffer
}

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  octetString: 0x04,
  oid: 0x06,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  /** [0], with values inside. */
  context0: 0xa0,
} as const

/** Bytes that are not what they should be; from strangers, so said without quoting them. */
export class BadDer extends Error {}

/** The values that follow each other in these bytes, all of them. @throws BadDer */
function readAll(bytes: Buffer): Der[] {
  const values: Der[] = []
  for (let rest = bytes; rest.length > 0; ) {
    const value = readFirst(rest)
    values.push(value)
    rest = rest.subarray(value.whole.length)
  }
  return values
}

/** The one value that these bytes are. @throws BadDer */
export function readOne(bytes: Buffer, tag: number): Der {
  const [value, ...more] = readAll(bytes)
  return requireTag(more.length > 0 ? undefined : value, tag)
}

/** What is in a value, whose tag is this. @throws BadDer */
export function inside(value: Der | undefined, tag: number): Der[] {
  return readAll(requireTag(value, tag).content)
}

/** @throws BadDer */
export function requireTag(value: Der | undefined, tag: number): Der {
  if (value?.tag !== tag) throw new BadDer(`no value with the tag ${tag} where one belongs`)
  return value
}

function readFirst(bytes: Buffer): Der {
  const [tag = 0, first = 0] = bytes
  // Tags over 30 and lengths that are not written out have no place in a time stamp.
  if (bytes.length < 2 || (tag & 0x1f) === 0x1f || first === 0x80 || first > 0x84) throw new BadDer('no DER')
  const lengthBytes = first < 0x80 ? 0 : first - 0x80
  if (bytes.length < 2 + lengthBytes) throw new BadDer('a length that is cut off')
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(2, lengthBytes)
  const start = 2 + lengthBytes
  if (length > bytes.length - start) throw new BadDer('a value that is cut off')
  return {
    tag,
    content: bytes.subarray(start, start + length),
    whole: bytes.subarray(0, start + length),
  }
}

/** A value with these inside. */
export function write(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  const size = content.length
  const length =
    size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, Math.floor(size / 0x100), size % 0x100]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

/** A positive number of any size. */
export function writeInteger(bytes: Uint8Array): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0)
  const digits = start < 0 ? Uint8Array.of(0) : bytes.subarray(start)
  // The highest bit is the sign.
  return write(tags.integer, (digits[0] ?? 0) < 0x80 ? digits : Uint8Array.of(0, ...digits))
}

/** `2.16.840.1.101.3.4.2.1` as it stands in DER, in hex: what object identifiers are compared by. */
export function oid(dotted: string): string {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return Buffer.from([first * 40 + second, ...rest.flatMap(base128)]).toString('hex')
}

function base128(number: number): number[] {
  const digits = [number % 0x80]
  for (let rest = Math.floor(number / 0x80); rest > 0; rest = Math.floor(rest / 0x80))
    digits.unshift((rest % 0x80) | 0x80)
  return digits
}
