import { Malformed } from './malformed.ts'
import { digest, instant, ordinal, word } from './payload-shapes.ts'
import { form, list, type Members, nullable, object, oneOf, type Shape } from './shape.ts'

/** What a preference record says: what was set, out of which template, and how. */
export interface PreferenceBody {
  /** The controller's published profile, by id, version and hash of its bytes. */
  readonly controller: { readonly id: string; readonly version: number; readonly sha256: string }
  /** BCP 47 language in which the person was asked, when known. */
  readonly language: string | null
  /** The published preference template, by version and hash of its bytes: names, choices and words of every topic. */
  readonly template: { readonly version: number; readonly sha256: string }
  readonly preferences: readonly RecordedPreference[]
  readonly collection: {
    /** `preference_center`, `form`, `api`, … */
    readonly source: string
    /** How the caller was proved: `secret_key`, `subject_token`, `anonymous_ref`, `confirmation`. */
    readonly proved_by: string
  }
  /** The round trip that proved the mailbox; null where there was none. */
  readonly confirmation: RecordedConfirmation | null
  /** SHA-256, base64url, of the context document, which has a nonce of its own and can be erased; null: there is none. */
  readonly context_sha256: string | null
  /** Where it can be taken back (GDPR Art. 7(3)). */
  readonly withdrawal: { readonly uri: string }
}

/** One topic's value; `pending` is asked for, and not in force until it is confirmed. */
export interface RecordedPreference {
  readonly key: string
  readonly channel: string | null
  readonly value: boolean | string | readonly string[]
  readonly status: 'active' | 'pending'
  /** When the person confirmed it from their mailbox; null where that was not asked for, or is still to come. */
  readonly confirmed_at: string | null
}

export interface RecordedConfirmation {
  /** `cft_…` */
  readonly id: string
  readonly channel: 'email'
  /** When the message was asked for, handed over for delivery, and answered; RFC 3339, UTC, milliseconds. */
  readonly requested_at: string
  readonly sent_at: string | null
  readonly confirmed_at: string
  /** SHA-256, base64url, of the words of the message, its links left out; null where its handing over was not noted. */
  readonly message_sha256: string | null
  /** What the mail server said when it took the message, addresses left out. */
  readonly reply: string | null
  /** SHA-256, base64url, of the words of the page whose button was pressed. */
  readonly page_sha256: string
}

const value: Shape<RecordedPreference['value']> = {
  read(given) {
    if (typeof given === 'boolean') return given
    if (Array.isArray(given)) return words.read(given)
    if (typeof given === 'string') return word.read(given)
    throw new Malformed('not true, false, a choice or a list of choices')
  },
}

const words: Shape<readonly string[]> = list(word)

export const preferenceBody: Members<PreferenceBody> = {
  controller: object({ id: word, version: ordinal, sha256: digest }),
  language: nullable(word),
  template: object({ version: ordinal, sha256: digest }),
  preferences: list(
    object<RecordedPreference>({
      key: word,
      channel: nullable(word),
      value,
      status: oneOf('active', 'pending'),
      confirmed_at: nullable(instant),
    }),
  ),
  collection: object({ source: word, proved_by: word }),
  confirmation: nullable(
    object<RecordedConfirmation>({
      id: form('an id cft_…', /^cft_[0-9A-Za-z]+$/),
      channel: oneOf('email'),
      requested_at: instant,
      sent_at: nullable(instant),
      confirmed_at: instant,
      message_sha256: nullable(digest),
      reply: nullable(word),
      page_sha256: digest,
    }),
  ),
  context_sha256: nullable(digest),
  withdrawal: object({ uri: word }),
}
