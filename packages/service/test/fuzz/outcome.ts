import type { Finding } from './finding.ts'
import { printFinding } from './finding.ts'
import type { Tally } from './tally.ts'

/** What a campaign has shown. */
export interface Outcome extends Tally {
  readonly seed: number
  readonly findings: readonly Finding[]
  /** How many of the canaries were planted. */
  readonly planted: number
}

export function printOutcome(outcome: Outcome): string {
  const { seed, requests, statuses, medianMs, p99Ms, slowest, planted, findings } = outcome
  const byStatus = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`)
  return [
    `seed ${seed}: ${requests} requests, ${planted} canaries planted, ${findings.length} findings`,
    `  by status   ${byStatus.join(', ')}`,
    `  time        median ${medianMs.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`,
    ...slowest.map(({ ms, request }) => `  slow        ${ms.toFixed(1)} ms  ${request}`),
    ...findings.map((finding) => printFinding(finding, seed)),
  ].join('\n')
}
