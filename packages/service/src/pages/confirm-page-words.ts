import type { BuiltInTexts } from '../delivery/built-in-language.ts'

interface Notice {
  readonly title: string
  readonly text: string
}

/** The words of the pages behind the links of a confirmation mail. */
export interface ConfirmPageTexts extends BuiltInTexts {
  readonly question: string
  readonly testData: string
  readonly asked: (controller: string) => string
  readonly confirm: string
  readonly freely: string
  readonly who: string
  readonly privacyPolicy: string
  readonly done: string
  readonly doneText: (controller: string) => string
  readonly goOn: (host: string) => string
  readonly notMeTitle: string
  readonly notMeText: (controller: string) => string
  readonly notMe: string
  readonly over: Readonly<Record<'confirmed' | 'expired' | 'superseded' | 'rejected' | 'unknown', Notice>>
}
