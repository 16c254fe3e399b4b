import { hash } from 'node:crypto'

/** What a key asks to record. */
export interface CrashRecord {
  readonly ref: string
  readonly purposes: Readonly<Record<string, 'granted' | 'denied' | 'withdrawn'>>
  readonly body: Readonly<Record<string, unknown>>
}

/** A request with the idempotency key that stands for it. */
export interface CrashCall {
  readonly path: '/v1/consent' | '/v1/consent/batch'
  readonly status: 201 | 200
  /** Of each record it brings, in order. */
  readonly records: readonly { readonly key: string; readonly ref: string; readonly isSound: boolean }[]
  readonly isAtomic: boolean
  readonly body: string
}

const decisions = ['granted', 'denied', 'withdrawn'] as const
const modes = ['partial', 'atomic'] as const
const lagMaxMs = 3000
const batchMin = 2
const batchMax = 6

/** Whose turn it is, by which no two keys are alike. */
export interface Turn {
  readonly now: number
  readonly client: number
  readonly number: number
}

/** The key alone says who and when, so that whoever reads it in the file of acknowledgements can ask again. */
export function crashKey(ref: string, { now, client, number }: Turn): string {
  return `${ref}.${now.toString(36)}.${client}.${number}`
}

/** A key that stands for many records, of some of the series' people; odd turns are all or nothing. */
export function batchKey(series: string, people: number, turn: Turn): string {
  return `${crashKey(series, turn)}.${modes[turn.number % 2]}.${people}`
}

/** Computed from the key: the same key always means the same body, in whichever process. */
export function callOf(key: string): CrashCall {
  const [series = '', time = '', client, number, mode, people] = key.split('.')
  if (people === undefined) {
    const { ref, body } = recordOf(key)
    const records = [{ key, ref, isSound: true }]
    return { path: '/v1/consent', status: 201, records, isAtomic: true, body: JSON.stringify(body) }
  }
  const bytes = hash('sha256', key, 'buffer')
  const isAtomic = mode === 'atomic'
  const size = batchMin + ((bytes[0] ?? 0) % (batchMax - batchMin + 1))
  // In a partial one some have nothing to record: they must not take their neighbours along.
  const unsound = (bytes[1] ?? 0) % size
  const records = Array.from({ length: size }, (_, index) => {
    const ref = `${series}s${(bytes[2 + index] ?? 0) % Number(people)}`
    return {
      key: `${ref}.${time}.${client}.${number}.${index}`,
      ref,
      isSound: isAtomic || index !== unsound,
    }
  })
  const bodies = records.map((record) =>
    record.isSound
      ? recordOf(record.key).body
      : { ...recordOf(record.key).body, purposes: { unheard_of: 'granted' } },
  )
  return {
    path: '/v1/consent/batch',
    status: 200,
    records,
    isAtomic,
    body: JSON.stringify({ mode, records: bodies }),
  }
}

/** The record that a key stands for, one of a batch or by itself. */
export function recordOf(key: string): CrashRecord {
  const [ref = '', time = ''] = key.split('.')
  const bytes = hash('sha256', key, 'buffer')
  const choose = (at: number) => decisions[(bytes[at] ?? 0) % decisions.length] ?? 'denied'
  const purposes =
    (bytes[0] ?? 0) % 4 === 0
      ? { marketing: choose(1) }
      : { recommendations: choose(2), marketing: choose(1) }
  // Some acts arrive after later ones: those must not take the place of what stands.
  const isLate = (bytes[3] ?? 0) % 4 === 0
  const occurredAt = Number.parseInt(time, 36) - (bytes.readUInt16BE(4) % lagMaxMs)
  return {
    ref,
    purposes,
    body: {
      subject: { ref },
      purposes,
      country: 'DE',
      source: 'preference_center',
      // By this a record is known as the key's, however it is read.
      metadata: { key },
      ...(isLate ? { occurred_at: new Date(occurredAt).toISOString() } : {}),
    },
  }
}
