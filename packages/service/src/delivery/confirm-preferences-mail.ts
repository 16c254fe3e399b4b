import { confirmMailTextsIn } from './confirm-mail-texts.ts'
import type { MailDocument } from './mail-document.ts'

/** What the mail of a double opt-in needs. */
export interface ConfirmPreferences {
  readonly controller: string
  /** What was signed up for, by the names that the catalogue gives it. */
  readonly topics: readonly string[]
  readonly confirmUrl: string
  /** Says "this was not me", and takes one-click posts. */
  readonly rejectUrl: string
  readonly hours: number
}

/** It advertises nothing: a court has called that spam even before the person confirmed (OLG München, 29 U 1682/12). */
export const confirmPreferencesMail = {
  compose(values: ConfirmPreferences, language: string): MailDocument {
    const texts = confirmMailTextsIn(language)
    return {
      language: texts.language,
      direction: texts.direction,
      subject: texts.subject(values.controller),
      blocks: [
        { kind: 'paragraph', text: texts.asked(values.controller) },
        { kind: 'list', items: values.topics },
        { kind: 'paragraph', text: texts.howTo },
        { kind: 'action', label: texts.action, url: values.confirmUrl },
        { kind: 'small', text: texts.lifetime(values.hours) },
        { kind: 'small', text: texts.ignore },
        { kind: 'link', text: texts.notMe, url: values.rejectUrl },
      ],
    }
  },
  blank: (values: ConfirmPreferences): ConfirmPreferences => ({
    ...values,
    confirmUrl: 'https://link.invalid/confirm',
    rejectUrl: 'https://link.invalid/reject',
  }),
  unsubscribeUrl: (values: ConfirmPreferences): string => values.rejectUrl,
}
