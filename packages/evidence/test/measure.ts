// How fast the hot paths are here and now: node packages/evidence/test/measure.ts
// The best of many short runs stands for a core that nobody else wants; the median for this machine as it is.

import { hash } from 'node:crypto'
import {
  auditLog,
  encodeBase64Url,
  encodeLeafEntry,
  encodeReceiptPayload,
  encodeRecordId,
  hashLeaf,
  parseReceiptPayload,
  sha256,
} from '../src/index.ts'
import { aPayload, aUuid, morningMs, utf8 } from './builders.ts'
import { TestLog } from './test-log.ts'

const nodeHash = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer')

const print = (line: string): void => void process.stdout.write(`${line}\n`)

function measure(what: string, times: number, run: () => unknown): void {
  const nanoseconds = Array.from({ length: 40 }, () => {
    const start = performance.now()
    for (let i = 0; i < times; i++) run()
    return Math.round(((performance.now() - start) * 1e6) / times)
  })
  const [best, median] = bestAndMedian(nanoseconds)
  print(`${what.padEnd(44)} ${String(best).padStart(8)} ns at best, ${String(median).padStart(8)} ns median`)
}

function bestAndMedian(values: number[]): [number, number] {
  const sorted = values.toSorted((a, b) => a - b)
  return [sorted[0] ?? 0, sorted[Math.floor(sorted.length / 2)] ?? 0]
}

const routeKey = sha256(utf8('route')).subarray(0, 16)
const uuid = sha256(utf8('uuid')).subarray(0, 16)
const payload = aPayload({ number: 1 })
const bytes = utf8(encodeReceiptPayload(payload))
const entry = {
  id: aUuid(morningMs, 1),
  kind: 'consent' as const,
  recordedAtMs: morningMs,
  commitment: sha256(bytes),
}
const entryBytes = encodeLeafEntry(entry)

measure('encodeRecordId', 5000, () => encodeRecordId('cns', routeKey, uuid))
measure(`encodeReceiptPayload (${bytes.length} bytes)`, 1000, () => encodeReceiptPayload(payload))
measure('  of which JSON.stringify', 1000, () => JSON.stringify(payload))
measure('parseReceiptPayload', 1000, () => parseReceiptPayload(bytes))
measure('encodeLeafEntry', 5000, () => encodeLeafEntry(entry))
measure('hashLeaf with the hash of Node', 5000, () => hashLeaf(entryBytes, nodeHash))
measure('hashLeaf with ours', 5000, () => hashLeaf(entryBytes))
measure('encodeBase64Url of a hash', 5000, () => encodeBase64Url(entry.commitment))

const log = new TestLog()
for (let number = 0; number < 20_000; number++) log.consent({ number, subject: number % 5000 })
for (let size = 1000; size <= log.size; size += 1000) await log.checkpoint(size)
const perRecord: number[] = []
for (let run = 0; run < 40; run++) {
  const start = performance.now()
  const { isClean } = await auditLog(log.export(), { logKeys: [log.signer.key] }, nodeHash)
  if (!isClean) throw new Error('the audit found something in an honest log')
  perRecord.push((performance.now() - start) / log.size)
}
const [best, median] = bestAndMedian(perRecord).map((ms) => Math.round(1000 / ms).toLocaleString('en'))
print(`auditLog: ${best} records/s at best, ${median} records/s median`)
