import type { Contract } from '../contract.ts'
import type { Names } from './wire-format.ts'

/** A running service, as the fuzzer knows it. */
export interface Target extends AsyncDisposable {
  readonly url: string
  readonly contract: Contract
  readonly names: Names
  /** All that it has logged so far. */
  readLog(): Promise<string>
  /** Whether its process is still the one that was started. */
  isAlive(): boolean
}
