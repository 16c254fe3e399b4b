/**
 * What a `Sec-GPC` header says. `1` is the only value it has (Global Privacy Control, "The Sec-GPC Header Field"):
 * anything else, and its absence, says nothing. It is not false, for most browsers cannot send it at all.
 *
 * @param header the value of the header; null where the request has none
 *
 * @example [decodeSecGpc('1'), decodeSecGpc('0'), decodeSecGpc(null)] // [true, null, null]
 */
export function decodeSecGpc(header: string | null): true | null {
  return header === '1' ? true : null
}
