import { digest, flag, instant, ordinal, word } from './payload-shapes.ts'
import { list, type Members, nullable, object, oneOf } from './shape.ts'

/** What a consent record says: who asked, under which rules, what was answered, and how. */
export interface ConsentBody {
  /** The controller's published profile, by id, version and hash of its bytes. */
  readonly controller: { readonly id: string; readonly version: number; readonly sha256: string }
  /** What the person saw: the notice's id, and its language (BCP 47). */
  readonly notice: { readonly id: string | null; readonly language: string | null }
  /** ISO 3166-1 country, ISO 3166-2 region, when known. */
  readonly jurisdiction: { readonly country: string | null; readonly region: string | null }
  /** The policy in force: its law, and how the law was found. */
  readonly policy: {
    readonly regime: string
    readonly version: number
    readonly model: string
    readonly matched_by: string
    readonly fingerprint: string
  }
  readonly decisions: readonly RecordedDecision[]
  readonly collection: {
    /** `banner`, `preference_center`, `api`, … */
    readonly source: string
    /** `accept_all`, `custom`, …; null where nobody pressed anything. */
    readonly action: string | null
    /** How the caller was proved: `secret_key`, `subject_token`, `anonymous_ref`, `confirmation`. */
    readonly proved_by: string
    /** Whether Global Privacy Control was on. */
    readonly gpc: boolean
  }
  /**
   * SHA-256, base64url, of the context document (ref, metadata, vendors, strings of outside frameworks). It has a
   * nonce of its own, so that it can be erased and its hash then tells nothing. null where nothing was kept.
   */
  readonly context_sha256: string | null
  /** Where consent can be withdrawn (GDPR Art. 7(3)). */
  readonly withdrawal: { readonly uri: string }
}

/** One answer to one version of one purpose. */
export interface RecordedDecision {
  /** The purpose's published version, by key, version and hash of its bytes. */
  readonly purpose: { readonly key: string; readonly version: number; readonly sha256: string }
  readonly decision: 'granted' | 'denied' | 'withdrawn' | 'objected'
  readonly legal_basis: string
  /** RFC 3339, UTC, milliseconds; null when it does not expire. */
  readonly expires_at: string | null
}

export const consentBody: Members<ConsentBody> = {
  controller: object({ id: word, version: ordinal, sha256: digest }),
  notice: object({ id: nullable(word), language: nullable(word) }),
  jurisdiction: object({ country: nullable(word), region: nullable(word) }),
  policy: object({ regime: word, version: ordinal, model: word, matched_by: word, fingerprint: word }),
  decisions: list(
    object<RecordedDecision>({
      purpose: object({ key: word, version: ordinal, sha256: digest }),
      decision: oneOf('granted', 'denied', 'withdrawn', 'objected'),
      legal_basis: word,
      expires_at: nullable(instant),
    }),
  ),
  collection: object({ source: word, action: nullable(word), proved_by: word, gpc: flag }),
  context_sha256: nullable(digest),
  withdrawal: object({ uri: word }),
}
