import type { Scope } from '../domain/scope.ts'
import type { RouteKey } from '../kernel/id.ts'
import { type MasterKey, masterKeyFrom } from '../kernel/master-key.ts'
import type { Queryable } from '../store/db.ts'
import { findDataKey, insertDataKey } from '../store/subject-identifiers.ts'
import type { PeopleParts } from './people.ts'

/** What seals the personal data of one person, and what is sealed beside it. */
export interface SubjectSafe {
  seal(text: string, label: string): Buffer
  open(sealed: Buffer, label: string): string
  /** The caller's metadata on the person. */
  readonly metadata: Readonly<Record<string, string>>
}

const keyBytes = 32
const label = (key: RouteKey) => `subject ${key}`

/** The person's own, made when it is first needed. */
export async function makeSafe(
  db: Queryable,
  parts: PeopleParts,
  scope: Scope,
  key: RouteKey,
): Promise<SubjectSafe> {
  const found = await findSafe(db, parts, scope, key)
  if (found !== undefined) return found
  const sealed = parts.masterKey.seal(parts.random.bytes(keyBytes), label(key))
  await insertDataKey(db, scope, key, { sealed, now: parts.clock.now() })
  const made = await findSafe(db, parts, scope, key)
  if (made === undefined) throw new Error('a data key that was made is not there')
  return made
}

/** Undefined: nothing personal is kept of them, or nothing any more. */
export async function findSafe(
  db: Queryable,
  { masterKey }: { readonly masterKey: MasterKey },
  scope: Scope,
  key: RouteKey,
): Promise<SubjectSafe | undefined> {
  const stored = await findDataKey(db, scope, key)
  if (stored === undefined) return undefined
  const own = masterKeyFrom(masterKey.open(stored.sealed, label(key)))
  const open = (sealed: Buffer, what: string) => own.open(sealed, what).toString()
  return {
    seal: (text, what) => own.seal(Buffer.from(text), what),
    open,
    metadata:
      stored.metadata === null
        ? {}
        : (JSON.parse(open(stored.metadata, 'metadata')) as Readonly<Record<string, string>>),
  }
}
