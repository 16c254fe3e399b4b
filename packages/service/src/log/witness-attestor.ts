import {
  type NoteKey,
  openCheckpoint,
  type PolicyWitness,
  parseNote,
  proveConsistency,
} from '@assent/evidence'
import type { LogPlace } from '../domain/log-place.ts'
import type { Pool } from '../store/db.ts'
import { askOutside, type OutsideAnswer } from './ask-outside.ts'
import type { Attestor } from './attestor.ts'
import { nodeHash, readNodesOf } from './log-tree.ts'

export const witnessSource = 'witness '

/** A log that shows two faces is found out as soon as one witness is asked about both. */
const everyMs = 30_000

/** A witness by C2SP tlog-witness: it cosigns what grew out of all it had cosigned before. */
export function witnessAttestor(pool: Pool, { key }: PolicyWitness, url: string): Attestor {
  return {
    source: witnessSource + key.name,
    everyMs,
    async attest({ place, size, note, knownSize }) {
      let answer = await submit(knownSize)
      // Not what we thought it had seen: another server was here, or what we kept is older than what it keeps.
      const seen = answer.status === 409 ? readSize(answer.body) : undefined
      if (seen !== undefined && seen > size)
        throw new Error(`the witness has cosigned ${seen} leaves and the log has ${size}: it went back`)
      if (seen !== undefined && seen !== knownSize) answer = await submit(seen)
      if (answer.status !== 200) throw new Error(`the witness answered ${answer.status}`)
      return Buffer.from(await cosignatureIn(answer, note, key))

      async function submit(oldSize: number): Promise<OutsideAnswer> {
        const proof = await prove(pool, place, oldSize, size)
        const body = `old ${oldSize}\n${proof.map((line) => `${line}\n`).join('')}\n${note}`
        return await askOutside(`${url.replace(/\/$/, '')}/add-checkpoint`, { body, type: 'text/plain' })
      }
    },
  }
}

/** RFC 6962, 2.1.2; nothing has to be proven of an empty tree, nor of the same one. */
async function prove(pool: Pool, place: LogPlace, oldSize: number, size: number): Promise<string[]> {
  if (oldSize === 0 || oldSize === size) return []
  const hashes = await proveConsistency(oldSize, size, readNodesOf(pool, place, size), nodeHash)
  return hashes.map((bytes) => Buffer.from(bytes).toString('base64'))
}

function readSize(body: Buffer): number | undefined {
  const text = body.toString('latin1')
  return /^(0|[1-9]\d{0,14})\n$/.test(text) ? Number(text) : undefined
}

/** The line of this witness that holds over the checkpoint; those of others are left out. */
async function cosignatureIn({ body }: OutsideAnswer, note: string, key: NoteKey): Promise<string> {
  for (const line of body.toString('utf8').split('\n')) {
    const cosigned = `${note}${line}\n`
    const isItsOwn = line.startsWith(`— ${key.name} `) && isNote(cosigned)
    if (isItsOwn && (await openCheckpoint(cosigned, [key])).cosignatures.length > 0) return `${line}\n`
  }
  throw new Error('the witness answered without a cosignature of its own')
}

function isNote(text: string): boolean {
  try {
    parseNote(text)
    return true
  } catch {
    return false
  }
}
