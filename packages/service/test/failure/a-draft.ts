import { hash } from 'node:crypto'
import { systemRandom, type Uuid, uuidSource } from '../../src/kernel/id.ts'
import { refPlaceholder, type SingleDraft } from '../../src/ledger/draft.ts'

export const newUuid: (now: number) => Uuid = uuidSource(systemRandom())

/** As long and as hard to guess as an HMAC, and the same for the same text. */
export function routeKeyOf(text: string): Uuid {
  return hash('sha256', text).slice(0, 32) as Uuid
}

/** A small sound draft of one person, as the ledger sees it; `key` makes it an idempotent one. */
export function aDraft(person: string, key?: string, changes: Partial<SingleDraft> = {}): SingleDraft {
  const now = Date.now()
  const recordId = newUuid(now)
  return {
    scope: { project: 'default', environment: 'test', environmentId: 1 },
    kind: 'consent',
    subjectKey: routeKeyOf(person),
    storedRef: person,
    recordId,
    occurredAt: now,
    recordedAt: now,
    purposes: ['marketing'],
    statePatch: { marketing: `g1.${now.toString(36)}..${recordId}` },
    context: null,
    claim:
      key === undefined ? undefined : { routeKey: routeKeyOf(`k ${key}`), fingerprint: Buffer.alloc(32, 1) },
    payload: (subjectKey, seq) => JSON.stringify({ subjectKey, recordId, seq }),
    answer: (subjectKey) => JSON.stringify({ id: recordId, subjectKey, ref: refPlaceholder() }),
    ...changes,
  }
}
