import { readFileSync } from 'node:fs'
import { type NoteKey, parseVerifierKey, type SeenCheckpoint } from '@assent/evidence'
import type { Given } from './command.ts'
import { CommandRefused } from './context.ts'

/** A file, or the sentence that says why not. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new CommandRefused(`${path} cannot be read.`)
  }
}

export function readJson(path: string): unknown {
  try {
    return JSON.parse(readText(path))
  } catch (error) {
    if (error instanceof CommandRefused) throw error
    throw new CommandRefused(`${path} is not JSON.`)
  }
}

export function readLogKeys(given: Given): NoteKey[] {
  return (given['logKey'] as string[]).map((text) => {
    try {
      return parseVerifierKey(text)
    } catch {
      throw new CommandRefused('A --log-key is name+id+key, as "assent keys list-log" prints it.')
    }
  })
}

/** Lines as log/checkpoint-file.ts appends them. */
export function readSeen(given: Given): SeenCheckpoint[] {
  if (given['seen'] === undefined) return []
  const lines = readText(String(given['seen'])).split('\n')
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      try {
        const { checkpoint, seen_at: seenAt } = JSON.parse(line)
        return { checkpoint: String(checkpoint), seenAt: Number(seenAt) }
      } catch {
        throw new CommandRefused('A line of the --seen file is not {"seen_at", "checkpoint"}.')
      }
    })
}
