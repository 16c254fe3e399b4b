import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aPayload, utf8 } from '../test/builders.ts'
import {
  encodeSubjectEntry,
  Malformed,
  parseReceiptHead,
  parseSubjectEntry,
  type SubjectEntry,
  withPrefix,
} from './index.ts'

function anEntry<K extends SubjectEntry['record']['kind']>(
  kind: K,
  prefix: string,
  body: object,
): SubjectEntry {
  const { iss, jti, sub, nonce, ver, env, record } = aPayload({ number: 1 })
  const head = {
    iss,
    jti,
    sub,
    nonce,
    ver,
    env,
    record: { ...record, id: withPrefix(prefix, record.id), kind },
  }
  return { ...head, ...body } as unknown as SubjectEntry
}

const created = anEntry('subject_created', 'evt', { identifiers: [{ type: 'email', verified: true }] })
const merged = anEntry('subject_merge', 'mrg', {
  merge: {
    event: 'merged',
    merge: withPrefix('mrg', aPayload({ number: 1 }).record.id),
    source: aPayload({ number: 2, subject: 2 }).sub,
    strategy: 'most_recent',
    conflicts: [{ purpose: 'ads', source: 'denied', target: 'granted', resolution: 'denied' }],
  },
})

describe('an entry about a subject', () => {
  test('is read as it was written, and is counted by its head', () => {
    for (const entry of [created, merged]) {
      const bytes = utf8(encodeSubjectEntry(entry))
      assert.deepEqual(parseSubjectEntry(bytes), entry)
      assert.equal(parseReceiptHead(bytes).record.kind, entry.record.kind)
    }
  })

  test('with a member too many, or of another kind, is malformed', () => {
    for (const spoilt of [
      { ...created, email: 'ada@example.org' },
      { ...created, identifiers: [{ type: 'email', verified: true, value: 'ada@example.org' }] },
      { ...created, record: { ...created.record, kind: 'consent' } },
      { ...merged, record: { ...merged.record, id: withPrefix('cns', merged.record.id) } },
      { ...merged, merge: undefined },
      null,
    ]) {
      assert.throws(() => encodeSubjectEntry(spoilt as never), Malformed)
      assert.throws(() => parseSubjectEntry(utf8(JSON.stringify(spoilt))), Malformed)
    }
  })
})
