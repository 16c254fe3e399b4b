// A sequencer in a process of its own that kills itself at the step it is told: nothing of it is tidied up.
import { join } from 'node:path'
import { systemRandom, uuidSource } from '../../src/kernel/id.ts'
import { openLog } from '../../src/kernel/log.ts'
import { openCheckpointFile } from '../../src/log/checkpoint-file.ts'
import { openLogGuard } from '../../src/log/log-guard.ts'
import { openSequencer } from '../../src/log/sequencer.ts'
import { openPipeline, openPool } from '../../src/store/db.ts'
import { readTestScope, stageMasterKey } from '../log-stage.ts'

const [url = '', guardDir = '', fatal = '', aheadMs = '0'] = process.argv.slice(2)
const pool = openPool(url, 4)
const random = systemRandom()
const sequencer = openSequencer({
  pool,
  connect: () => openPipeline(url),
  masterKey: stageMasterKey,
  // The lease of the one that was killed before has run out by this clock.
  clock: { now: () => Date.now() + Number(aheadMs) },
  log: openLog('error'),
  random,
  newUuid: uuidSource(random),
  scope: await readTestScope(pool),
  guard: openLogGuard(guardDir),
  checkpoints: openCheckpointFile(join(guardDir, '..', 'log-checkpoints')),
  fault: (step) => {
    if (step === fatal) process.kill(process.pid, 'SIGKILL')
  },
})
await sequencer.flush()
// Some steps come after the commit, in their own time; whoever gets past this has missed its step.
await new Promise((resolve) => setTimeout(resolve, 60_000))
process.exit(3)
