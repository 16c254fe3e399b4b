import type { LogPlace } from '../domain/log-place.ts'

/** Somebody outside who says that a checkpoint was there: a witness, a time-stamping authority. */
export interface Attestor {
  /** `witness <name>`, `time_stamp`. */
  readonly source: string
  /** The least time between two of its attestations. */
  readonly everyMs: number
  /** @returns the proof that it did. @throws when it did not: it is asked again later */
  attest(asked: AskedCheckpoint): Promise<Buffer>
}

export interface AskedCheckpoint {
  readonly place: LogPlace
  readonly size: number
  readonly note: string
  /** Of the largest tree that it attested before; 0 for none. */
  readonly knownSize: number
}
