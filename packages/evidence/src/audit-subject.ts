import { Malformed, unlessMalformed } from './malformed.ts'
import { parseReceiptHead } from './receipt-payload.ts'

/** What an audit of one person's records may find. */
export interface SubjectFinding {
  readonly name: 'missing_record' | 'repeated_record' | 'malformed_record'
  /** The subject's id, where it could be read. */
  readonly sub: string | null
  readonly detail: string
}

export interface SubjectReport {
  readonly isComplete: boolean
  readonly findings: readonly SubjectFinding[]
  /** Records of each subject id: after a merge a person has several, each with its own count. */
  readonly recordCounts: ReadonlyMap<string, number>
}

/**
 * Whether the export of one person's records has a hole: `record.seq` counts each subject's records from 1. What was
 * cut off at the end does not show in the numbers; the receipt of the last record does.
 *
 * @param payloads the bytes of the receipts' payloads, in any order
 */
export function auditSubject(payloads: Iterable<Uint8Array>): SubjectReport {
  const findings: SubjectFinding[] = []
  const seen = new Map<string, Set<number>>()
  for (const payload of payloads) {
    const head = unlessMalformed(() => parseReceiptHead(payload))
    if (head instanceof Malformed) {
      findings.push({ name: 'malformed_record', sub: null, detail: head.message })
      continue
    }
    const { sub, record } = head
    const numbers = seen.get(sub) ?? new Set()
    seen.set(sub, numbers)
    if (numbers.has(record.seq))
      findings.push({ name: 'repeated_record', sub, detail: `number ${record.seq} again` })
    numbers.add(record.seq)
  }
  for (const [sub, numbers] of seen) {
    for (const gap of gapsOf(numbers)) findings.push({ name: 'missing_record', sub, detail: gap })
  }
  const recordCounts = new Map([...seen].map(([sub, numbers]) => [sub, numbers.size]))
  return { isComplete: findings.length === 0, findings, recordCounts }
}

function gapsOf(numbers: ReadonlySet<number>): string[] {
  const gaps: string[] = []
  let expected = 1
  for (const number of [...numbers].toSorted((a, b) => a - b)) {
    if (number > expected) gaps.push(`numbers ${expected} to ${number - 1} are missing`)
    expected = number + 1
  }
  return gaps
}
