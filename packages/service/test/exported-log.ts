import assert from 'node:assert/strict'
import { formatVerifierKey } from '@assent/evidence'
import { keySetOf } from '../src/api/evidence/read-key-set.ts'
import { exportLog } from '../src/log/export-log.ts'
import { logNoteKey } from '../src/log/log-key.ts'
import { readLogs } from '../src/store/logs.ts'
import type { Harness } from './harness.ts'
import { testLog } from './test-log.ts'

/** The lines of `assent export` for the log of `test`, and the key that whoever audits has from elsewhere. */
export async function exported(t: Harness): Promise<{ readonly lines: string[]; readonly logKey: string }> {
  const { sequencer, place } = testLog(t)
  await sequencer.flush()
  const [log] = await readLogs(t.service.pool, place)
  assert.ok(log)
  const keySet = keySetOf(t.service.settings.current.signingKeys)
  const lines: string[] = []
  for await (const line of exportLog(t.service.pool, place, log, keySet)) lines.push(line)
  return { lines, logKey: formatVerifierKey(logNoteKey(log)) }
}
