import { canaries } from './canaries.ts'
import { knownRefs } from './known-subjects.ts'
import type { Names } from './wire-format.ts'

/** Ids of records and receipts are no secrets; keys, secrets and tokens are. */
const isSecret = (name: string) => /^(test|live|token)\./.test(name)

/** What a log holds although it must not: planted texts, real keys and tokens, and names of people. */
export function findLeaks(log: string, names: Names): string[] {
  const planted = canaries.filter(({ text }) => log.includes(text)).map(({ kind, text }) => `${kind} ${text}`)
  const secrets = [...names]
    .filter(([name, value]) => isSecret(name) && log.includes(value))
    .map(([name]) => name)
  // A ref of one letter stands in every text.
  const refs = knownRefs.filter((ref) => ref.length > 6 && log.includes(ref))
  return [...planted, ...secrets, ...refs]
}
