import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { keySetOf } from '../api/evidence/read-key-set.ts'
import { logName } from '../domain/log-place.ts'
import { routingFor } from '../domain/routing.ts'
import { exportLog } from '../log/export-log.ts'
import { readLogs } from '../store/logs.ts'
import { readSigningKeys } from '../store/signing-keys.ts'
import type { Given } from './command.ts'
import { type CommandContext, environmentOf } from './context.ts'
import type { Output } from './output.ts'

/** Everything that an auditor needs, and everything that people consented to: a file that only its owner reads. */
export async function exportLogs(context: CommandContext, output: Output, given: Given): Promise<void> {
  const { pool } = context.database
  const { routingSecret, ...scope } = await environmentOf(context, String(given['environment']))
  const folder = String(given['folder'])
  await mkdir(folder, { recursive: true })
  const keySet = keySetOf(await readSigningKeys(pool))
  const written: { file: string; records: number }[] = []
  for (const log of await readLogs(pool, scope)) {
    const place = { ...scope, routing: routingFor(routingSecret), generation: log.generation }
    const path = join(folder, `${logName(place)}.jsonl`)
    const records = (await writeLines(path, exportLog(pool, place, log, keySet))) - 1
    output.say(`${path}: ${records} records of ${log.origin}`)
    written.push({ file: path, records })
  }
  output.result(written)
}

const chunkChars = 1_000_000

async function writeLines(path: string, lines: AsyncIterable<string>): Promise<number> {
  const file = await open(path, 'w', 0o600)
  try {
    let count = 0
    let chunk = ''
    for await (const line of lines) {
      chunk += `${line}\n`
      count += 1
      if (chunk.length < chunkChars) continue
      await file.write(chunk)
      chunk = ''
    }
    await file.write(chunk)
    await file.sync()
    return count
  } finally {
    await file.close()
  }
}
