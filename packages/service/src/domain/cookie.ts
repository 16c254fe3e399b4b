/** Ways to store or read on a device (ePrivacy Directive Art. 5(3)); a pixel stores nothing but is a request that tells. */
export const cookieTypes = ['cookie', 'local_storage', 'session_storage', 'indexed_db', 'pixel'] as const
export type CookieType = (typeof cookieTypes)[number]

/** What a project says it, or somebody it lets in, stores on a person's device. */
export interface Cookie {
  /** `*` stands for any characters. */
  readonly name: string
  readonly type: CookieType
  readonly provider: string
  /** Null: the page's own. */
  readonly domain: string | null
  /** Key of a purpose; null: nobody knows yet what it is for. */
  readonly purpose: string | null
  /** Null: gone with the session, or kept until somebody clears it. */
  readonly max_age_seconds: number | null
  /** Whether each visit starts its time anew. */
  readonly refreshes: boolean
  /** By BCP 47 language. */
  readonly description: Readonly<Record<string, string>>
  /** RFC 3339. */
  readonly last_seen_at: string | null
}

/** The same name may stand in two stores or under two domains. */
export function cookieIdentity({
  name,
  type,
  domain,
}: {
  readonly name: string
  readonly type: CookieType
  readonly domain: string | null
}): string {
  return `${name} ${type} ${domain ?? ''}`
}
