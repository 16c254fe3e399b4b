import { type BuiltInTexts, nearestTexts } from './built-in-language.ts'
import type { MailDocument } from './mail-document.ts'

/** A checkpoint of the log, for a mailbox where the operator of this service cannot change it any more. */
export interface MailedCheckpoint {
  /** `consent.example/log/live-0`. */
  readonly origin: string
  readonly size: number
  /** A line of `assent audit --seen`. */
  readonly line: string
}

interface CheckpointMailTexts extends BuiltInTexts {
  readonly subject: (origin: string) => string
  readonly what: (size: number) => string
  readonly keep: string
  readonly use: string
}

const en: CheckpointMailTexts = {
  language: 'en',
  direction: 'ltr',
  subject: (origin) => `Please keep: checkpoint of ${origin}`,
  what: (size) => `The log of consents has ${size} entries by now. This line is its signed state:`,
  keep: 'Keep this mail. If anybody changes or removes one of these entries later, it gives them away.',
  use: 'To check, put the line into a file: assent audit export.jsonl --seen file',
}

const de: CheckpointMailTexts = {
  language: 'de',
  direction: 'ltr',
  subject: (origin) => `Bitte aufheben: Prüfpunkt von ${origin}`,
  what: (size) =>
    `Das Verzeichnis der Einwilligungen hat jetzt ${size} Einträge. Diese Zeile ist sein unterschriebener Stand:`,
  keep: 'Heben Sie diese Mail auf. Wer einen dieser Einträge später ändert oder entfernt, den verrät sie.',
  use: 'Zum Prüfen schreiben Sie die Zeile in eine Datei: assent audit export.jsonl --seen datei',
}

export const checkpointMail = {
  compose({ origin, size, line }: MailedCheckpoint, language: string): MailDocument {
    const texts = nearestTexts([en, de], language)
    return {
      language: texts.language,
      direction: texts.direction,
      subject: texts.subject(origin),
      blocks: [
        { kind: 'paragraph', text: texts.what(size) },
        { kind: 'paragraph', text: line },
        { kind: 'paragraph', text: texts.keep },
        { kind: 'small', text: texts.use },
      ],
    }
  },
  /** Nothing in it is secret, or of a person. */
  blank: (values: MailedCheckpoint): MailedCheckpoint => values,
}
