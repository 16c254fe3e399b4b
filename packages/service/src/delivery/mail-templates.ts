import { checkpointMail, type MailedCheckpoint } from './checkpoint-mail.ts'
import { type ConfirmPreferences, confirmPreferencesMail } from './confirm-preferences-mail.ts'
import {
  type DataRequestNewsMail,
  dataRequestNewsMail,
  type ProveMailbox,
  proveMailboxMail,
} from './data-request-mails.ts'
import type { MailDocument } from './mail-document.ts'
import { type DisabledWebhookNotice, webhookDisabledMail } from './webhook-disabled-mail.ts'

/** What each kind of mail needs to be written: names and links of ours, never a word that somebody typed into a form. */
export interface MailValues {
  readonly 'confirm-preferences': ConfirmPreferences
  readonly 'log-checkpoint': MailedCheckpoint
  readonly 'prove-mailbox': ProveMailbox
  readonly 'data-request-news': DataRequestNewsMail
  readonly 'webhook-disabled': DisabledWebhookNotice
}

export type MailKind = keyof MailValues

interface MailTemplate<Kind extends MailKind> {
  /** Built-in words in the nearest language that there is. */
  compose(values: MailValues[Kind], language: string): MailDocument
  /** The same with placeholders for what is secret or only this person's: what evidence names by its hash. */
  blank(values: MailValues[Kind]): MailValues[Kind]
  /** RFC 8058: where a POST ends these mails, for those that people may have had enough of. */
  unsubscribeUrl?(values: MailValues[Kind]): string
}

/** Every kind of mail. */
export const mailTemplates: { readonly [Kind in MailKind]: MailTemplate<Kind> } = {
  'confirm-preferences': confirmPreferencesMail,
  'log-checkpoint': checkpointMail,
  'prove-mailbox': proveMailboxMail,
  'data-request-news': dataRequestNewsMail,
  'webhook-disabled': webhookDisabledMail,
}
