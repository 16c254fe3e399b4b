import { parseKeySet } from '../key-set.ts'
import { parseLogPolicy, trustOf } from '../log-policy.ts'
import { Malformed, unlessMalformed } from '../malformed.ts'
import { parseVerifierKey } from '../note-key.ts'
import type { Trust } from '../trust.ts'

/** What a file that somebody dropped is, by what is in it; undefined where it is none of these. */
export function kindOf(text: string): 'receipt' | 'keys' | 'policy' | undefined {
  if (/^\s*[\w-]+\.[\w-]+\.[\w-]+\s*$/.test(text)) return 'receipt'
  const json = parse(text)
  if (typeof json === 'object' && json !== null) return 'keys' in json ? 'keys' : 'receipt'
  return unlessMalformed(() => readTrust(text)) instanceof Malformed ? undefined : 'policy'
}

/** A key set; undefined where the text is none, or has no key. */
export function readKeySet(text: string): unknown {
  const json = parse(text)
  const keys = unlessMalformed(() => parseKeySet(json))
  return keys instanceof Malformed || keys.length === 0 ? undefined : json
}

/** A policy, or keys of logs one a line. @throws Malformed */
export function readTrust(text: string): Trust {
  if (/^[ \t]*quorum[ \t]/m.test(text)) return trustOf(parseLogPolicy(text))
  const lines = text.split('\n').map((line) => line.trim())
  return { logKeys: lines.filter((line) => line !== '').map(parseVerifierKey) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
