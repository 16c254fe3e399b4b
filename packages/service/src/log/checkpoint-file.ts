import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'

/** Checkpoints that left the database: what an auditor holds against a log that was rewritten later. */
export interface CheckpointFile {
  /** Appends and fsyncs a line; nothing that stands in the file is ever written again. */
  append(name: string, checkpoint: { readonly note: string; readonly seenAt: number }): Promise<void>
}

export function openCheckpointFile(folder: string): CheckpointFile {
  return {
    async append(name, { note, seenAt }) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await open(join(folder, `${name}.jsonl`), 'a', 0o600)
      try {
        await file.write(`${checkpointLine(note, seenAt)}\n`)
        await file.sync()
      } finally {
        await file.close()
      }
    },
  }
}

/** One JSON object a line, `{"seen_at": …, "checkpoint": …}`: what `assent audit --seen` reads. */
export function checkpointLine(note: string, seenAt: number): string {
  return JSON.stringify({ seen_at: Math.floor(seenAt / 1000), checkpoint: note })
}
