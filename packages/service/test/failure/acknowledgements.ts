import { hash } from 'node:crypto'
import { createReadStream, openSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** A record that a client was told of by a 2xx: it must be there for ever after. */
export interface Acknowledgement {
  readonly kind: 'record'
  /** Of the record: its call's own, or one of those that a batch stands for. */
  readonly key: string
  readonly id: string
  readonly occurredAt: string
}

/** The 2xx itself: under its idempotency key it is the same for ever after. */
export interface AcknowledgedCall {
  readonly kind: 'call'
  readonly key: string
  /** Of its first record. */
  readonly id: string
  /** SHA-256 of the answer's bytes. */
  readonly sha256: string
  /** Attempts it took; past the first the outcome of the one before was unknown. */
  readonly tries: number
  readonly replayed: boolean
}

/** A receipt that was handed out: it is signed once, so its bytes are a promise too. */
export interface HandedReceipt {
  readonly kind: 'receipt'
  readonly id: string
  readonly sha256: string
}

export type Promised = Acknowledgement | AcknowledgedCall | HandedReceipt

/** All that was promised in a round. */
export interface Promises {
  readonly records: readonly Acknowledgement[]
  readonly calls: readonly AcknowledgedCall[]
  readonly receipts: readonly HandedReceipt[]
}

export function sha256(text: string): string {
  return hash('sha256', text)
}

/** Outside the system and append-only; a line is written after the whole answer has arrived, never before. */
export function openPromises(path: string): (promised: Promised) => void {
  const file = openSync(path, 'a')
  return (promised) => void writeSync(file, `${JSON.stringify(promised)}\n`)
}

export async function readPromises(path: string): Promise<Promises> {
  const promises = {
    records: [] as Acknowledgement[],
    calls: [] as AcknowledgedCall[],
    receipts: [] as HandedReceipt[],
  }
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const promised = JSON.parse(line) as Promised
    if (promised.kind === 'record') promises.records.push(promised)
    else if (promised.kind === 'call') promises.calls.push(promised)
    else promises.receipts.push(promised)
  }
  return promises
}
