import { contentHash } from '../kernel/id.ts'

/** A strong ETag (RFC 9110 section 8.8.3): the same bytes, the same tag, on every server. */
export function etagOf(body: string | Buffer): string {
  return `"${contentHash(body).slice(0, 27)}"`
}

/** RFC 9110 section 13.1.2: a list of tags or *, compared weakly. */
export function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
