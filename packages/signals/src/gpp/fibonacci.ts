import type { BitReader } from '../bits/bit-reader.ts'
import type { BitWriter } from '../bits/bit-writer.ts'
import { SignalError } from '../signal-error.ts'

/** 1, 2, 3, 5, 8, …: enough for every number up to 121,392. */
const NUMBERS: readonly number[] = [
  1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597, 2584, 4181, 6765, 10946, 17711, 28657,
  46368, 75025,
]

/**
 * Writes a number from 1 in Fibonacci coding: a bit for each Fibonacci number of its sum, the smallest first, and a
 * closing 1 (GPP, Consent String Specification, "Fibonacci Encoding").
 */
export function writeFibonacci(writer: BitWriter, value: number): void {
  const bits: (0 | 1)[] = [1]
  let rest = value
  for (const number of NUMBERS.filter((candidate) => candidate <= value).toReversed()) {
    bits.push(number <= rest ? 1 : 0)
    if (number <= rest) rest -= number
  }
  if (rest !== 0 || bits.length === 1) throw new RangeError(`${value} has no Fibonacci code here`)
  for (const bit of bits.toReversed()) writer.write(bit, 1)
}

/** Reads a number in Fibonacci coding. @throws SignalError `malformed` for a code that does not close */
export function readFibonacci(reader: BitReader): number {
  let value = 0
  let previous = false
  for (const number of NUMBERS) {
    const bit = reader.readFlag()
    if (bit && previous) return value
    if (bit) value += number
    previous = bit
  }
  throw new SignalError('malformed', 'a Fibonacci code that does not close')
}
