import { hash } from 'node:crypto'
import { makeKey } from '../../src/domain/key.ts'

export type CanaryKind =
  | 'key'
  | 'email'
  | 'anonymous ref'
  | 'plain ref'
  | 'metadata'
  | 'token'
  | 'address'
  | 'origin'
  | 'word'

/** A text that exists nowhere else: where it turns up, it was carried. */
export interface Canary {
  readonly kind: CanaryKind
  readonly text: string
}

/** Always the same, so that a seed alone brings a request back. */
export const canaries: readonly Canary[] = [
  ...plant('key', 40, (index) =>
    makeKey(index % 2 === 0 ? 'secret' : 'public', index % 4 < 2 ? 'test' : 'live', {
      bytes: (count) => digest(`key ${index}`).subarray(0, count),
    }),
  ),
  ...plant('email', 30, (index) => `${word(`mail ${index}`)}@shop.example`),
  ...plant('anonymous ref', 20, (index) => `anon_${word(`anon ${index}`)}${mixed(`tail ${index}`)}`),
  ...plant('plain ref', 20, (index) => `user_${word(`user ${index}`)}`),
  ...plant('metadata', 30, (index) => word(`metadata ${index}`)),
  ...plant('token', 20, (index) => `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.${word(`token ${index}`)}`),
  ...plant('address', 10, (index) => `203.0.113.${11 + index}`),
  ...plant('address', 10, (index) => `2001:db8:ca:${(index + 1).toString(16)}::beef`),
  ...plant('origin', 10, (index) => `https://${word(`origin ${index}`)}.example`),
  ...plant('word', 10, (index) => word(`word ${index}`)),
]

export function canariesOf(...kinds: readonly CanaryKind[]): string[] {
  return canaries.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text)
}

const byText = new Map(canaries.map((canary) => [canary.text, canary]))
const byWord = new Map(canaries.map((canary) => [wordOf(canary.text), canary]))

/** The canaries in a text, also where only the telling part of one is left; texts without any cost one look. */
export function findCanaries(text: string): Canary[] {
  const found = new Set<Canary>()
  for (const [match] of text.matchAll(
    /kanari[0-9a-f]{12}|[ps]k_(?:test|live)_asnt_[0-9A-Za-z]{49}|203\.0\.113\.\d+|2001:db8:ca:[0-9a-f]+::beef/gi,
  )) {
    const canary = byWord.get(match.toLowerCase()) ?? byText.get(match)
    if (canary !== undefined) found.add(canary)
  }
  return [...found]
}

function plant(kind: CanaryKind, count: number, text: (index: number) => string): Canary[] {
  return Array.from({ length: count }, (_, index) => ({ kind, text: text(index) }))
}

function word(of: string): string {
  return `kanari${digest(of).toString('hex').slice(0, 12)}`
}

function wordOf(text: string): string | undefined {
  return /kanari[0-9a-f]{12}/.exec(text)?.[0]
}

/** Looks as random as a browser's: letters of both cases, digits. */
function mixed(of: string): string {
  return digest(of)
    .toString('base64')
    .replaceAll(/[^0-9A-Za-z]/g, '')
    .slice(0, 22)
}

function digest(of: string): Buffer {
  return hash('sha256', `canary ${of}`, 'buffer')
}
