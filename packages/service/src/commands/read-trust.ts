import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  Malformed,
  type NoteKey,
  parseLogPolicy,
  parseVerifierKey,
  type SeenCheckpoint,
  type Trust,
  trustOf,
} from '@assent/evidence'
import type { Given } from './command.ts'
import { CommandRefused } from './command-refused.ts'

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

/** All that was given on the command line to be believed beforehand. */
export function readTrust(given: Given): Trust & { readonly logKeys: readonly NoteKey[] } {
  const policy = given['policy'] === undefined ? {} : readPolicy(String(given['policy']))
  const seenCheckpoints = readSeen(given)
  return {
    ...policy,
    logKeys: [...readLogKeys(given), ...(policy.logKeys ?? [])],
    ...(seenCheckpoints.length === 0 ? {} : { seenCheckpoints }),
  }
}

function readPolicy(path: string): Trust {
  try {
    return trustOf(parseLogPolicy(readText(path)))
  } catch (error) {
    if (error instanceof Malformed) throw new CommandRefused(`${path}: ${error.message}.`)
    throw error
  }
}

/** Certificates of time-stamping authorities, or of who issued them; undefined when none were given. */
export function readAuthorities(given: Given): X509Certificate[] | undefined {
  if (given['tsa'] === undefined) return undefined
  const path = String(given['tsa'])
  const found = readText(path).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    if (found.length > 0) return found.map((pem) => new X509Certificate(pem))
  } catch {
    // Said below.
  }
  throw new CommandRefused(`${path} holds no certificate in PEM.`)
}

function readLogKeys(given: Given): NoteKey[] {
  return (given['logKey'] as string[]).map((text) => {
    try {
      return parseVerifierKey(text)
    } catch {
      throw new CommandRefused('A --log-key is name+id+key, as "assent keys list-log" prints it.')
    }
  })
}

/** Lines as log/checkpoint-file.ts appends them. */
function readSeen(given: Given): SeenCheckpoint[] {
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
