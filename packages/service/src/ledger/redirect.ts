import type { RouteKey } from '../kernel/id.ts'
import type { Posting } from './draft.ts'

/** The posting with the records of merged subjects written for whom they were merged into. */
export function redirect(posting: Posting, into: ReadonlyMap<RouteKey, RouteKey>): Posting {
  if (!posting.drafts.some(({ subjectKey }) => into.has(subjectKey))) return posting
  const drafts = posting.drafts.map((draft) => {
    const survivor = into.get(draft.subjectKey)
    return survivor === undefined ? draft : { ...draft, subjectKey: survivor, storedRef: null }
  })
  return { ...posting, drafts }
}
