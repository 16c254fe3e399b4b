import { hash } from 'node:crypto'

/** What one idempotency key asks for. */
export interface CrashRequest {
  readonly ref: string
  readonly purposes: Readonly<Record<string, 'granted' | 'denied' | 'withdrawn'>>
  readonly body: string
}

const decisions = ['granted', 'denied', 'withdrawn'] as const
const lagMaxMs = 3000

/** The key alone says who and when, so that whoever reads it in the file of acknowledgements can ask again. */
export function crashKey(ref: string, now: number, client: number, number: number): string {
  return `${ref}.${now.toString(36)}.${client}.${number}`
}

/** Computed from the key: the same key always means the same body, in whichever process. */
export function requestOf(key: string): CrashRequest {
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
    body: JSON.stringify({
      subject: { ref },
      purposes,
      country: 'DE',
      source: 'preference_center',
      // By this a record is known as the key's, however it is read.
      metadata: { key },
      ...(isLate ? { occurred_at: new Date(occurredAt).toISOString() } : {}),
    }),
  }
}
