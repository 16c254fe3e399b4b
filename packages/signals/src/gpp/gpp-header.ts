import { BitReader } from '../bits/bit-reader.ts'
import { BitWriter } from '../bits/bit-writer.ts'
import { SignalError } from '../signal-error.ts'
import { readFibonacci, writeFibonacci } from './fibonacci.ts'

const TYPE = 3
const VERSION = 1

/**
 * Writes the header: type 3, version 1 and the section ids as a Fibonacci range (GPP, "Header Encoding"). Each item of
 * the range is a single id or a group, its first id as the offset from the last id, a group with its length.
 *
 * @param ids ascending, each once
 */
export function encodeGppHeader(ids: readonly number[]): string {
  const groups = groupsOf(ids)
  const writer = new BitWriter()
  writer.write(TYPE, 6)
  writer.write(VERSION, 6)
  writer.write(groups.length, 12)
  let previous = 0
  for (const { first, last } of groups) {
    writer.write(first === last ? 0 : 1, 1)
    writeFibonacci(writer, first - previous)
    if (first !== last) writeFibonacci(writer, last - first)
    previous = last
  }
  return writer.toBase64Url(6)
}

/**
 * Reads the section ids of a header, ascending.
 *
 * @param countMax no more ids are read: a header names exactly the sections that follow it
 * @throws SignalError `malformed`
 */
export function decodeGppHeader(text: string, countMax: number): number[] {
  const reader = new BitReader(text)
  if (reader.read(6) !== TYPE) throw new SignalError('malformed', 'no GPP string: the header type is not 3')
  if (reader.read(6) !== VERSION) throw new SignalError('malformed', 'no GPP string of version 1')
  const ids: number[] = []
  let previous = 0
  for (let left = reader.read(12); left > 0; left--) {
    const isGroup = reader.readFlag()
    const first = previous + readFibonacci(reader)
    const last = isGroup ? first + readFibonacci(reader) : first
    if (ids.length + last - first + 1 > countMax) {
      throw new SignalError('malformed', `the header names more than the ${countMax} sections there are`)
    }
    for (let id = first; id <= last; id++) ids.push(id)
    previous = last
  }
  return ids
}

function groupsOf(ids: readonly number[]): { first: number; last: number }[] {
  const groups: { first: number; last: number }[] = []
  for (const id of ids) {
    const group = groups.at(-1)
    if (group !== undefined && id === group.last + 1) group.last = id
    else groups.push({ first: id, last: id })
  }
  return groups
}
