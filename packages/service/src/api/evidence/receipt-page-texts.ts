import type { DecisionValue, ProvedBy, Source } from '../../domain/decision.ts'
import type { MatchedBy } from '../../domain/policy.ts'
import type { LegalBasis } from '../../domain/purpose.ts'
import { type Content, type Direction, html } from '../../http/html.ts'

/** An answer in plain words: on legitimate interest, `granted` takes an objection back and agrees to nothing. */
export type AnswerWord = DecisionValue | 'objection_withdrawn'

const english = {
  language: 'en',
  direction: 'ltr' as Direction,
  title: 'Consent receipt',
  about:
    'What was asked, what was answered, and who asked. It shows this one moment: a later answer has a receipt of its own.',
  testData: 'Test data. This receipt comes from a test environment; it says nothing about a real person.',
  allTimesUtc: 'All dates and times are in UTC.',
  unknown: 'Not known',

  asked: 'The questions and the answers',
  answers: {
    granted: 'Agreed',
    denied: 'Refused',
    withdrawn: 'Agreement withdrawn',
    objected: 'Objected',
    objection_withdrawn: 'Objection withdrawn',
  } satisfies Record<AnswerWord, string>,
  holds: 'Holds',
  holdsUntil: (date: Content) => html`Until ${date}, unless withdrawn before`,
  holdsWithoutDate: {
    granted: 'Until withdrawn',
    denied: 'Until answered differently',
    withdrawn: 'Until answered differently',
    objected: 'Until the objection is withdrawn',
    objection_withdrawn: 'Until there is a new objection',
  } satisfies Record<AnswerWord, string>,
  legalBasis: 'Legal basis',
  legalBases: {
    consent: 'Consent: it needs agreement',
    legitimate_interest: 'Legitimate interest: it may be done unless the person objects',
    contract: 'Contract: it is needed to carry out a contract with the person',
    legal_obligation: 'Legal obligation: a law demands it',
    vital_interests: 'Vital interests: it protects somebody’s life',
    public_task: 'Public task: it serves a task in the public interest',
    none_needed: 'None needed: what was asked for does not work without it',
  } satisfies Record<LegalBasis, string>,
  data: 'Data',
  controllers: 'Decided on by',
  recipients: 'Passed on to',
  retention: 'Kept for',
  otherLanguage: (language: string) => `Not on file in the language of the record; shown in ${language}.`,
  purposeMissing: 'The text of this purpose cannot be shown here. The receipt names it by its hash, below.',

  who: 'Who asked',
  name: 'Name',
  address: 'Address',
  contact: 'Contact',
  privacyPolicy: 'Privacy policy',
  controllerMissing:
    'The profile of this controller cannot be shown here. The receipt names it by its hash, below.',

  circumstances: 'When, where and how',
  decidedAt: 'Answered (reported)',
  recordedAt: 'Recorded (our clock)',
  place: 'Place',
  law: 'Law',
  /** Names of laws, by regime, where a language has its own; the others keep the name they are known by. */
  laws: {} as Readonly<Record<string, string>>,
  matchedBy: {
    region: 'Applied because of the region.',
    country: 'Applied because of the country.',
    default: 'Applied because no particular law is on file for this place.',
    fallback: 'Applied because the place was not known.',
    last_record: 'Applied because of the place in an earlier record.',
  } satisfies Record<MatchedBy, string>,
  source: 'How',
  sources: {
    banner: 'In a consent banner',
    preference_center: 'In a preference centre',
    api: 'Through a program, over the API',
    import: 'Taken over from earlier records',
    gpc: 'By the browser’s Global Privacy Control',
    form: 'In a form',
    paper: 'On paper',
    phone: 'By telephone',
  } satisfies Record<Source, string>,
  action: 'Chosen',
  actions: {
    accept_all: 'Accept all',
    reject_all: 'Reject all',
    custom: 'A selection',
    save: 'A selection, saved',
  },
  askedIn: 'Language',
  provedBy: 'Person known by',
  proofs: {
    secret_key: 'The word of the controller’s own server',
    subject_token: 'A pass that the controller’s server had signed for this person',
    anonymous_ref: 'A random number kept on the device; it contains no name',
    confirmation: 'A confirmation link that was sent to the person',
  } satisfies Record<ProvedBy, string>,
  gpc: 'Global Privacy Control',
  gpcOn: 'On: the browser asked not to sell or share data',
  gpcOff: 'Not on',

  withdrawal: 'How to change an answer',
  withdrawalAbout:
    'You can withdraw agreement, object, or answer differently at any time. The new answer counts from then on and has a receipt of its own.',
  withdrawalContact: 'Write to',
  withdrawalPage: 'Or go to',
  /** Instead of `withdrawalPage` where the address is one for programs and opens no page. */
  withdrawalService: 'Programs use',

  evidence: 'Technical evidence',
  evidenceAbout:
    'This page is for reading. The evidence is the signed receipt, which anyone can check without us.',
  evidenceOpen: 'How to check it, and all identifiers',
  check: 'How to check it',
  checkSteps: {
    fetch: 'Fetch the signed receipt, with a key of the environment it belongs to. It can be kept as a file.',
    keys: 'Fetch the public keys, once; that takes no key.',
    verify:
      'From here on no connection is needed. Any JOSE library (RFC 7515) verifies the signature; the header must say:',
    compare:
      'Compare the payload with the identifiers below. The JSON form of the receipt holds the documents in Base64: the SHA-256 of their bytes, in Base64url, is the hash below.',
  },
  contents: 'Identifiers',
  receiptId: 'Receipt',
  recordId: 'Record',
  subjectId: 'Person',
  sequence: 'Number among the person’s records',
  notice: 'Notice',
  policy: 'Policy',
  policyFingerprint: 'Policy, fingerprint',
  contextHash: 'Circumstances, hash',
  nonce: 'Nonce',
  hashes: 'Documents, SHA-256',
  documentOf: (name: string, version: number) => `${name}, version\u00a0${version}`,
  footer: 'Recorded and signed by',
}

/** Every word of the page. Another language is one more object in `receiptPageTexts`. */
export type ReceiptPageTexts = Readonly<typeof english>

const german: ReceiptPageTexts = {
  language: 'de',
  direction: 'ltr',
  title: 'Einwilligungsbeleg',
  about:
    'Was gefragt und was geantwortet wurde, und wer gefragt hat. Der Beleg zeigt diesen einen Zeitpunkt: Eine spätere Antwort hat ihren eigenen Beleg.',
  testData:
    'Testdaten. Dieser Beleg stammt aus einer Testumgebung und sagt nichts über eine wirkliche Person.',
  allTimesUtc: 'Alle Daten und Uhrzeiten sind in UTC angegeben.',
  unknown: 'Nicht bekannt',

  asked: 'Die Fragen und die Antworten',
  answers: {
    granted: 'Eingewilligt',
    denied: 'Abgelehnt',
    withdrawn: 'Einwilligung widerrufen',
    objected: 'Widersprochen',
    objection_withdrawn: 'Widerspruch zurückgenommen',
  },
  holds: 'Gilt',
  holdsUntil: (date) => html`Bis zum ${date}, sofern nicht vorher widerrufen`,
  holdsWithoutDate: {
    granted: 'Bis zum Widerruf',
    denied: 'Bis zu einer anderen Antwort',
    withdrawn: 'Bis zu einer anderen Antwort',
    objected: 'Bis der Widerspruch zurückgenommen wird',
    objection_withdrawn: 'Bis zu einem neuen Widerspruch',
  },
  legalBasis: 'Rechtsgrundlage',
  legalBases: {
    consent: 'Einwilligung: Es bedarf der Zustimmung',
    legitimate_interest: 'Berechtigtes Interesse: Es ist zulässig, solange die Person nicht widerspricht',
    contract: 'Vertrag: Es ist nötig, um einen Vertrag mit der Person zu erfüllen',
    legal_obligation: 'Rechtliche Verpflichtung: Ein Gesetz verlangt es',
    vital_interests: 'Lebenswichtige Interessen: Es schützt jemandes Leben',
    public_task: 'Öffentliche Aufgabe: Es dient einer Aufgabe im öffentlichen Interesse',
    none_needed: 'Keine nötig: Ohne dies funktioniert nicht, was verlangt wurde',
  },
  data: 'Daten',
  controllers: 'Darüber entscheiden',
  recipients: 'Empfänger',
  retention: 'Speicherdauer',
  otherLanguage: (language) => `In der Sprache des Eintrags nicht hinterlegt; gezeigt wird: ${language}.`,
  purposeMissing:
    'Der Text dieses Zwecks kann hier nicht gezeigt werden. Der Beleg nennt ihn unten mit seinem Hashwert.',

  who: 'Wer gefragt hat',
  name: 'Name',
  address: 'Anschrift',
  contact: 'Kontakt',
  privacyPolicy: 'Datenschutzerklärung',
  controllerMissing:
    'Die Angaben zu diesem Verantwortlichen können hier nicht gezeigt werden. Der Beleg nennt sie unten mit ihrem Hashwert.',

  circumstances: 'Wann, wo und wie',
  decidedAt: 'Geantwortet (gemeldet)',
  recordedAt: 'Eingetragen (unsere Uhr)',
  place: 'Ort',
  law: 'Recht',
  laws: {
    strictest: 'Die strengsten Regeln aller hier bekannten Gesetze',
    gdpr: 'Datenschutz-Grundverordnung (DSGVO) und ePrivacy-Richtlinie',
    uk_gdpr: 'DSGVO des Vereinigten Königreichs, Data Protection Act 2018 und PECR',
    ch_fadp: 'Schweizer Bundesgesetz über den Datenschutz (revidiert)',
  },
  matchedBy: {
    region: 'Angewandt wegen der Region.',
    country: 'Angewandt wegen des Landes.',
    default: 'Angewandt, weil für diesen Ort kein eigenes Gesetz hinterlegt ist.',
    fallback: 'Angewandt, weil der Ort nicht bekannt war.',
    last_record: 'Angewandt wegen des Ortes in einem früheren Eintrag.',
  },
  source: 'Wie',
  sources: {
    banner: 'In einem Einwilligungsbanner',
    preference_center: 'In einer Einstellungsseite',
    api: 'Durch ein Programm, über die API',
    import: 'Aus früheren Aufzeichnungen übernommen',
    gpc: 'Durch Global Privacy Control im Browser',
    form: 'In einem Formular',
    paper: 'Auf Papier',
    phone: 'Am Telefon',
  },
  action: 'Gewählt',
  actions: {
    accept_all: 'Alle annehmen',
    reject_all: 'Alle ablehnen',
    custom: 'Eine Auswahl',
    save: 'Eine Auswahl, gespeichert',
  },
  askedIn: 'Sprache',
  provedBy: 'Person bekannt durch',
  proofs: {
    secret_key: 'Das Wort des Servers des Verantwortlichen',
    subject_token: 'Einen Ausweis, den der Server des Verantwortlichen für diese Person signiert hat',
    anonymous_ref: 'Eine Zufallszahl auf dem Gerät; sie enthält keinen Namen',
    confirmation: 'Einen Bestätigungslink, der an die Person gesandt wurde',
  },
  gpc: 'Global Privacy Control',
  gpcOn: 'Eingeschaltet: Der Browser bat darum, Daten nicht zu verkaufen oder weiterzugeben',
  gpcOff: 'Nicht eingeschaltet',

  withdrawal: 'Wie Sie eine Antwort ändern',
  withdrawalAbout:
    'Sie können jederzeit eine Einwilligung widerrufen, widersprechen oder anders antworten. Die neue Antwort gilt von da an und hat ihren eigenen Beleg.',
  withdrawalContact: 'Schreiben Sie an',
  withdrawalPage: 'Oder gehen Sie auf',
  withdrawalService: 'Für Programme',

  evidence: 'Technischer Nachweis',
  evidenceAbout:
    'Diese Seite ist zum Lesen. Der Nachweis ist der signierte Beleg; jeder kann ihn ohne uns prüfen.',
  evidenceOpen: 'Wie man ihn prüft, und alle Kennungen',
  check: 'Wie man ihn prüft',
  checkSteps: {
    fetch:
      'Holen Sie den signierten Beleg mit einem Schlüssel seiner Umgebung. Er lässt sich als Datei aufbewahren.',
    keys: 'Holen Sie einmal die öffentlichen Schlüssel; dafür braucht es keinen Zugang.',
    verify:
      'Von hier an braucht es keine Verbindung. Jede JOSE-Bibliothek (RFC 7515) prüft die Signatur; im Kopf muss stehen:',
    compare:
      'Vergleichen Sie den Inhalt mit den Kennungen unten. Die JSON-Form des Belegs enthält die Dokumente in Base64: Der SHA-256 ihrer Bytes, in Base64url, ist der Hashwert unten.',
  },
  contents: 'Kennungen',
  receiptId: 'Beleg',
  recordId: 'Eintrag',
  subjectId: 'Person',
  sequence: 'Nummer unter den Einträgen der Person',
  notice: 'Hinweis',
  policy: 'Regelwerk',
  policyFingerprint: 'Regelwerk, Fingerabdruck',
  contextHash: 'Umstände, Hashwert',
  nonce: 'Nonce',
  hashes: 'Dokumente, SHA-256',
  documentOf: (name, version) => `${name}, Version\u00a0${version}`,
  footer: 'Eingetragen und signiert von',
}

/** By language, without region or script. */
export const receiptPageTexts: Readonly<Record<string, ReceiptPageTexts>> = { en: english, de: german }

/** The page's words in a language (BCP 47), by its main part; English where there are none. */
export function receiptPageTextsIn(language: string): ReceiptPageTexts {
  const main = language.toLowerCase().split('-')[0] ?? ''
  return Object.hasOwn(receiptPageTexts, main) ? (receiptPageTexts[main] ?? english) : english
}
