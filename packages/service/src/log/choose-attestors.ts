import { readFile } from 'node:fs/promises'
import { Malformed, parseLogPolicy } from '@assent/evidence'
import { CannotStart } from '../kernel/cannot-start.ts'
import type { Config } from '../kernel/config.ts'
import type { RandomSource } from '../kernel/id.ts'
import type { Pool } from '../store/db.ts'
import type { Attestor } from './attestor.ts'
import { timeStampAttestor } from './time-stamp/time-stamp-attestor.ts'
import { witnessAttestor } from './witness-attestor.ts'

/** Everybody outside who is to attest checkpoints, as the settings name them; all of them may be left out. */
export async function chooseAttestors(
  { logPolicyFile, logTimestampUrl }: Config,
  { pool, random }: { readonly pool: Pool; readonly random: RandomSource },
): Promise<Attestor[]> {
  const witnesses = logPolicyFile === undefined ? [] : await readWitnesses(logPolicyFile, pool)
  const authority = logTimestampUrl === undefined ? [] : [timeStampAttestor(logTimestampUrl, random)]
  return [...witnesses, ...authority]
}

async function readWitnesses(path: string, pool: Pool): Promise<Attestor[]> {
  try {
    const { witnesses } = parseLogPolicy(await readFile(path, 'utf8'))
    return witnesses.flatMap((witness) =>
      witness.url === undefined ? [] : [witnessAttestor(pool, witness, witness.url)],
    )
  } catch (cause) {
    const reason = cause instanceof Malformed ? cause.message : 'the file cannot be read'
    throw new CannotStart(`ASSENT_LOG_POLICY: ${reason}.`, { cause })
  }
}
