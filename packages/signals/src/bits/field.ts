import { SignalError } from '../signal-error.ts'
import type { BitReader } from './bit-reader.ts'
import type { BitWriter } from './bit-writer.ts'

/** How one value of a fixed width stands in a string. */
export interface Field<T> {
  readonly bits: number
  write(writer: BitWriter, value: T): void
  read(reader: BitReader): T
}

/** A table of fields: the order of its members is their order in the string. */
export type Layout<T> = { readonly [K in keyof T]: Field<T[K]> }

/** An unsigned integer. */
export function integer(bits: number): Field<number> {
  return {
    bits,
    write: (writer, value) => writer.write(value, bits),
    read: (reader) => reader.read(bits),
  }
}

/** One bit: 1 is true. */
export const flag: Field<boolean> = {
  bits: 1,
  write: (writer, value) => writer.write(value ? 1 : 0, 1),
  read: (reader) => reader.readFlag(),
}

/** A time in milliseconds since 1970, kept in tenths of a second (36 bits), rounded down. */
export const deciseconds: Field<number> = {
  bits: 36,
  write: (writer, value) => writer.write(Math.floor(value / 100), 36),
  read: (reader) => reader.read(36) * 100,
}

/** Two letters A-Z of six bits each, A being 0. */
export const letterPair: Field<string> = {
  bits: 12,
  write: (writer, value) => {
    if (!/^[A-Z]{2}$/.test(value)) throw new RangeError(`${JSON.stringify(value)} is not two letters A-Z`)
    writer.write(value.charCodeAt(0) - 65, 6)
    writer.write(value.charCodeAt(1) - 65, 6)
  },
  read: (reader) => readLetter(reader) + readLetter(reader),
}

function readLetter(reader: BitReader): string {
  const value = reader.read(6)
  if (value > 25) throw new SignalError('malformed', `${value} is no letter A-Z`)
  return String.fromCharCode(65 + value)
}

/** One bit for each id from 1 to `size`, as the ascending ids whose bit is set. */
export function idField(size: number): Field<readonly number[]> {
  return {
    bits: size,
    write: (writer, value) => writer.writeBitField(value, size),
    read: (reader) => reader.readBitField(size),
  }
}

/** Writes every field of `layout` in order. */
export function writeLayout<T extends object>(writer: BitWriter, layout: Layout<T>, values: T): void {
  for (const name in layout) layout[name].write(writer, values[name])
}

/** Reads every field of `layout` in order; `blank` gives the result its shape. */
export function readLayout<T extends object>(reader: BitReader, layout: Layout<T>, blank: T): T {
  const values = { ...blank }
  for (const name in layout) values[name] = layout[name].read(reader)
  return values
}
