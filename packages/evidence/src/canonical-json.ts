import { Malformed } from './malformed.ts'
import type { Shape } from './shape.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * The JSON text of a value: members in the order of the shape, no white space, strings as ECMAScript's
 * `JSON.stringify` escapes them. One value has one text.
 *
 * @throws Malformed when the value has not the shape
 */
export function encodeCanonicalJson<T>(shape: Shape<T>, value: T): string {
  return JSON.stringify(shape.read(value))
}

/**
 * The value that some bytes hold. They must be exactly what `encodeCanonicalJson` writes for it, so that two
 * readers of one payload, however lenient their JSON parsers, cannot read two different things: no member twice,
 * none in another place, none more.
 *
 * @throws Malformed
 */
export function parseCanonicalJson<T>(shape: Shape<T>, bytes: Uint8Array): T {
  const written = decodeUtf8(bytes)
  const value = shape.read(parseJson(written))
  if (JSON.stringify(value) !== written) throw new Malformed('not written in the one canonical form')
  return value
}

/** @throws Malformed when the bytes are not UTF-8 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new Malformed('not UTF-8')
  }
}

/** @throws Malformed when the text is not JSON */
export function parseJson(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    throw new Malformed('not JSON')
  }
}
