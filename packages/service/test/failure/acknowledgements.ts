import { hash } from 'node:crypto'
import { createReadStream, openSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** What a client was promised by a 2xx: it must be true for ever after. */
export interface Acknowledgement {
  readonly kind: 'record'
  readonly key: string
  readonly id: string
  /** SHA-256 of the answer's bytes. */
  readonly sha256: string
  readonly occurredAt: string
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

export type Promised = Acknowledgement | HandedReceipt

export function sha256(text: string): string {
  return hash('sha256', text)
}

/** Outside the system and append-only; a line is written after the whole answer has arrived, never before. */
export function openPromises(path: string): (promised: Promised) => void {
  const file = openSync(path, 'a')
  return (promised) => void writeSync(file, `${JSON.stringify(promised)}\n`)
}

export async function readPromises(
  path: string,
): Promise<{ readonly records: Acknowledgement[]; readonly receipts: HandedReceipt[] }> {
  const records: Acknowledgement[] = []
  const receipts: HandedReceipt[] = []
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const promised = JSON.parse(line) as Promised
    if (promised.kind === 'record') records.push(promised)
    else receipts.push(promised)
  }
  return { records, receipts }
}
