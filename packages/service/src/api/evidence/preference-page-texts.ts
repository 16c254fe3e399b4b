import type { Channel } from '../../domain/preference-template.ts'

const english = {
  title: 'Preference receipt',
  about: 'What was set, and by whom. It shows this one moment: a later choice has a receipt of its own.',
  set: 'What was set',
  on: 'On',
  off: 'Off',
  none: 'Nothing chosen',
  pending: 'Not in force yet: it waits to be confirmed',
  over: 'Over',
  channels: {
    email: 'E-mail',
    sms: 'Text message',
    push: 'Notification of an app',
    post: 'Post',
    phone: 'Telephone',
    messenger: 'Messenger',
  } satisfies Record<Channel, string>,
  topicMissing:
    'The text of this topic cannot be shown here. The receipt names its template by a hash, below.',
  circumstances: 'When and how',
  confirmation: 'Confirmed through',
  confirmations: { email: 'A link in an e-mail' } as Readonly<Record<string, string>>,
  requestedAt: 'Confirmation asked for',
  sentAt: 'E-mail handed over',
  confirmedAt: 'Confirmed',
  confirmationId: 'Confirmation',
  reply: 'Answer of the mail server',
  message: 'Words of the e-mail',
  page: 'Words of the page with the button',
  unsubscribeLink: 'The unsubscribe link in an e-mail to the person',
  nobody: 'Nobody yet: the e-mail address waits to be confirmed',
  template: 'Preference template',
}

/** Every word that only a receipt of preferences has. */
export type PreferencePageTexts = Readonly<typeof english>

const german: PreferencePageTexts = {
  title: 'Einstellungsbeleg',
  about:
    'Was eingestellt wurde, und von wem. Der Beleg zeigt diesen einen Zeitpunkt: Eine spätere Wahl hat ihren eigenen Beleg.',
  set: 'Was eingestellt wurde',
  on: 'Ein',
  off: 'Aus',
  none: 'Nichts gewählt',
  pending: 'Gilt noch nicht: Es wartet auf Bestätigung',
  over: 'Über',
  channels: {
    email: 'E-Mail',
    sms: 'SMS',
    push: 'Mitteilung einer App',
    post: 'Post',
    phone: 'Telefon',
    messenger: 'Messenger',
  },
  topicMissing:
    'Der Text dieses Themas kann hier nicht gezeigt werden. Der Beleg nennt die Vorlage unten mit ihrem Hashwert.',
  circumstances: 'Wann und wie',
  confirmation: 'Bestätigt über',
  confirmations: { email: 'Einen Link in einer E-Mail' },
  requestedAt: 'Bestätigung erbeten',
  sentAt: 'E-Mail übergeben',
  confirmedAt: 'Bestätigt',
  confirmationId: 'Bestätigung',
  reply: 'Antwort des Mailservers',
  message: 'Wortlaut der E-Mail',
  page: 'Wortlaut der Seite mit der Schaltfläche',
  unsubscribeLink: 'Den Abmeldelink in einer E-Mail an die Person',
  nobody: 'Noch niemanden: Die E-Mail-Adresse wartet auf Bestätigung',
  template: 'Vorlage der Einstellungen',
}

/** By language, as `receiptPageTexts`; the two have the same languages. */
const preferencePageTexts: Readonly<Record<string, PreferencePageTexts>> = { en: english, de: german }

export function preferencePageTextsIn(language: string): PreferencePageTexts {
  return preferencePageTexts[language] ?? english
}
