import type { ReceiptCheck, ReceiptVerdict } from '../verify-receipt.ts'

export type PageLanguage = 'en' | 'de'

type Told = readonly [holds: string, fails: string, open: string]

export interface PageTexts {
  readonly title: string
  readonly intro: string
  readonly alone: string
  readonly receipt: string
  readonly receiptHint: string
  readonly keys: string
  readonly keysHint: string
  readonly logKeys: string
  readonly logKeysHint: string
  readonly drop: string
  readonly choose: string
  readonly check: string
  readonly again: string
  readonly taken: (name: string, what: 'receipt' | 'keys' | 'policy') => string
  readonly unknownFile: (name: string) => string
  readonly needsReceipt: string
  readonly needsKeys: string
  readonly badKeys: string
  readonly badLogKeys: string
  readonly tooOld: string
  readonly verdicts: Readonly<Record<ReceiptVerdict['verdict'], readonly [short: string, long: string]>>
  readonly checksTitle: string
  readonly marks: readonly [holds: string, fails: string, open: string]
  readonly checks: Readonly<Record<ReceiptCheck, Told>>
  readonly saysTitle: string
  readonly says: {
    readonly issuer: string
    readonly keysAt: string
    readonly recordedAt: string
    readonly occurredAt: string
    readonly record: string
    readonly environment: string
    readonly test: string
    readonly controller: string
    readonly withdrawal: string
  }
  readonly decisions: Readonly<Record<string, string>>
}

const en: PageTexts = {
  title: 'Does this receipt hold?',
  intro:
    'A consent receipt is signed. This page checks the signature, and whether the record stands in a public log that nobody can change unseen.',
  alone:
    'It works without any server: nothing that you put in leaves this page. You may save the page and use it offline.',
  receipt: 'The receipt',
  receiptHint: 'The JSON that you were given, or the text that begins with “eyJ”.',
  keys: 'The published keys',
  keysHint: 'The file /.well-known/jwks.json of the service that issued the receipt.',
  logKeys: 'Keys of logs and witnesses that you trust (optional)',
  logKeysHint:
    'A key as name+id+key, one a line, or a tlog-policy file. You should have it from somewhere else than the receipt.',
  drop: 'Drop the files here',
  choose: 'or choose them',
  check: 'Check the receipt',
  again: 'Something was changed since: check again.',
  taken: (name, what) =>
    `${name}: taken as ${{ receipt: 'the receipt', keys: 'the published keys', policy: 'the keys that you trust' }[what]}.`,
  unknownFile: (name) => `${name}: neither a receipt, nor keys, nor a policy.`,
  needsReceipt: 'Put in a receipt first.',
  needsKeys: 'Put in the published keys first: without them nobody can tell who signed.',
  badKeys: 'What stands under “The published keys” is not a key set.',
  badLogKeys: 'What stands under “Keys of logs and witnesses” is neither keys nor a policy.',
  tooOld:
    'This browser cannot check such signatures here. Use a current browser, and open this page from a file or by https.',
  verdicts: {
    valid: ['The receipt holds', 'It is genuine, unchanged, and stands in a log that you trust.'],
    valid_but_not_logged: [
      'The signature holds',
      'The receipt is genuine and unchanged. It was not shown that it stands in a log that you trust.',
    ],
    erased: [
      'The receipt was erased',
      'Its content is gone. What is left shows only that there was a record.',
    ],
    invalid: ['The receipt does not hold', 'At least one check failed. Do not rely on what it says.'],
  },
  checksTitle: 'What was checked',
  marks: ['holds', 'fails', 'not checked'],
  checks: {
    form: ['It has the form of a receipt', 'This is not a receipt', ''],
    header: ['It says how it was signed', 'It does not say properly how it was signed', ''],
    key: ['The key is among the published ones', 'The key is not among the published ones', ''],
    key_events: [
      'The log says that the key might sign then',
      'The log does not know of a time at which the key might have signed',
      'Whether the log knows the key was not asked',
    ],
    signature: ['The signature is genuine', 'The signature is not genuine: something was changed', ''],
    payload: ['What is shown is what was signed', 'What is shown is not what was signed', ''],
    commitment: ['The entry in the log is of this receipt', 'The entry in the log is of something else', ''],
    inclusion: ['The entry stands in the log', 'The entry does not stand in the log', ''],
    checkpoint: [
      'The state of the log is signed by its key',
      'The state of the log is not signed by a key that you trust',
      'No key of a log was given',
    ],
    witnesses: [
      'Enough witnesses saw the log like this',
      'Too few witnesses saw the log like this',
      'No witnesses were named',
    ],
    seen_checkpoints: [
      'It agrees with states of the log that were seen elsewhere',
      'The log was seen elsewhere in another state',
      'No state of the log that was seen elsewhere was given',
    ],
    documents: [
      'The texts that go with it are the ones that were shown',
      'A text that goes with it is not the one that was shown',
      'The texts were not all given',
    ],
    key_validity: ['The key might sign then', 'The key might not sign then, or was revoked', ''],
    time: [
      'The times fit each other',
      'The times contradict each other',
      'Nobody else is known to have looked at the log, so the time rests on the service’s word',
    ],
  },
  saysTitle: 'What it says',
  says: {
    issuer: 'Issued by',
    keysAt: 'Its keys are at',
    recordedAt: 'Recorded',
    occurredAt: 'Happened, as stated',
    record: 'Record',
    environment: 'Environment',
    test: 'a test, not a real consent',
    controller: 'Controller',
    withdrawal: 'To withdraw',
  },
  decisions: { granted: 'agreed', denied: 'refused', withdrawn: 'taken back', objected: 'objected' },
}

const de: PageTexts = {
  title: 'Stimmt dieser Beleg?',
  intro:
    'Ein Einwilligungsbeleg ist unterschrieben. Diese Seite prüft die Unterschrift, und ob der Eintrag in einem öffentlichen Verzeichnis steht, das niemand unbemerkt ändern kann.',
  alone:
    'Sie braucht keinen Server: Nichts, was Sie eingeben, verlässt diese Seite. Sie können sie speichern und ohne Netz verwenden.',
  receipt: 'Der Beleg',
  receiptHint: 'Das JSON, das Sie erhalten haben, oder der Text, der mit „eyJ“ beginnt.',
  keys: 'Die veröffentlichten Schlüssel',
  keysHint: 'Die Datei /.well-known/jwks.json des Dienstes, der den Beleg ausgestellt hat.',
  logKeys: 'Schlüssel von Verzeichnissen und Zeugen, denen Sie vertrauen (freiwillig)',
  logKeysHint:
    'Ein Schlüssel als name+id+key, je Zeile einer, oder eine tlog-policy-Datei. Sie sollten ihn anderswoher haben als aus dem Beleg.',
  drop: 'Dateien hier ablegen',
  choose: 'oder auswählen',
  check: 'Beleg prüfen',
  again: 'Seitdem wurde etwas geändert: bitte erneut prüfen.',
  taken: (name, what) =>
    `${name}: als ${{ receipt: 'Beleg', keys: 'veröffentlichte Schlüssel', policy: 'Schlüssel, denen Sie vertrauen,' }[what]} übernommen.`,
  unknownFile: (name) => `${name}: weder ein Beleg noch Schlüssel noch eine Policy.`,
  needsReceipt: 'Geben Sie zuerst einen Beleg ein.',
  needsKeys:
    'Geben Sie zuerst die veröffentlichten Schlüssel ein: Ohne sie lässt sich nicht sagen, wer unterschrieben hat.',
  badKeys: 'Was unter „Die veröffentlichten Schlüssel“ steht, sind keine Schlüssel.',
  badLogKeys:
    'Was unter „Schlüssel von Verzeichnissen und Zeugen“ steht, sind weder Schlüssel noch eine Policy.',
  tooOld:
    'Dieser Browser kann solche Unterschriften hier nicht prüfen. Nehmen Sie einen aktuellen, und öffnen Sie die Seite als Datei oder über https.',
  verdicts: {
    valid: [
      'Der Beleg stimmt',
      'Er ist echt, unverändert und steht in einem Verzeichnis, dem Sie vertrauen.',
    ],
    valid_but_not_logged: [
      'Die Unterschrift stimmt',
      'Der Beleg ist echt und unverändert. Dass er in einem Verzeichnis steht, dem Sie vertrauen, wurde nicht gezeigt.',
    ],
    erased: [
      'Der Beleg wurde gelöscht',
      'Sein Inhalt ist fort. Was bleibt, zeigt nur, dass es einen Eintrag gab.',
    ],
    invalid: [
      'Der Beleg stimmt nicht',
      'Mindestens eine Prüfung ist fehlgeschlagen. Verlassen Sie sich nicht auf seinen Inhalt.',
    ],
  },
  checksTitle: 'Was geprüft wurde',
  marks: ['stimmt', 'stimmt nicht', 'nicht geprüft'],
  checks: {
    form: ['Er hat die Form eines Belegs', 'Das ist kein Beleg', ''],
    header: [
      'Er sagt, wie er unterschrieben wurde',
      'Er sagt nicht ordentlich, wie er unterschrieben wurde',
      '',
    ],
    key: [
      'Der Schlüssel ist unter den veröffentlichten',
      'Der Schlüssel ist nicht unter den veröffentlichten',
      '',
    ],
    key_events: [
      'Nach dem Verzeichnis durfte der Schlüssel da unterschreiben',
      'Das Verzeichnis kennt keine Zeit, zu der der Schlüssel unterschreiben durfte',
      'Ob das Verzeichnis den Schlüssel kennt, wurde nicht gefragt',
    ],
    signature: ['Die Unterschrift ist echt', 'Die Unterschrift ist nicht echt: Etwas wurde verändert', ''],
    payload: [
      'Was gezeigt wird, ist, was unterschrieben wurde',
      'Was gezeigt wird, ist nicht, was unterschrieben wurde',
      '',
    ],
    commitment: [
      'Der Eintrag im Verzeichnis gehört zu diesem Beleg',
      'Der Eintrag im Verzeichnis gehört zu etwas anderem',
      '',
    ],
    inclusion: ['Der Eintrag steht im Verzeichnis', 'Der Eintrag steht nicht im Verzeichnis', ''],
    checkpoint: [
      'Der Stand des Verzeichnisses ist mit dessen Schlüssel unterschrieben',
      'Der Stand des Verzeichnisses ist mit keinem Schlüssel unterschrieben, dem Sie vertrauen',
      'Es wurde kein Schlüssel eines Verzeichnisses angegeben',
    ],
    witnesses: [
      'Genug Zeugen haben das Verzeichnis so gesehen',
      'Zu wenige Zeugen haben das Verzeichnis so gesehen',
      'Es wurden keine Zeugen genannt',
    ],
    seen_checkpoints: [
      'Er passt zu Ständen des Verzeichnisses, die anderswo gesehen wurden',
      'Das Verzeichnis wurde anderswo in einem anderen Stand gesehen',
      'Es wurde kein anderswo gesehener Stand des Verzeichnisses angegeben',
    ],
    documents: [
      'Die Texte dazu sind die, die gezeigt wurden',
      'Ein Text dazu ist nicht der, der gezeigt wurde',
      'Die Texte dazu lagen nicht alle vor',
    ],
    key_validity: [
      'Der Schlüssel durfte da unterschreiben',
      'Der Schlüssel durfte da nicht unterschreiben oder wurde widerrufen',
      '',
    ],
    time: [
      'Die Zeiten passen zueinander',
      'Die Zeiten widersprechen sich',
      'Von niemandem sonst ist bekannt, dass er das Verzeichnis gesehen hat; für die Zeit steht allein der Dienst',
    ],
  },
  saysTitle: 'Was er sagt',
  says: {
    issuer: 'Ausgestellt von',
    keysAt: 'Dessen Schlüssel stehen unter',
    recordedAt: 'Eingetragen',
    occurredAt: 'Geschehen, wie angegeben',
    record: 'Eintrag',
    environment: 'Umgebung',
    test: 'ein Test, keine echte Einwilligung',
    controller: 'Verantwortlicher',
    withdrawal: 'Widerruf',
  },
  decisions: {
    granted: 'zugestimmt',
    denied: 'abgelehnt',
    withdrawn: 'widerrufen',
    objected: 'widersprochen',
  },
}

export const pageTexts: Readonly<Record<PageLanguage, PageTexts>> = { en, de }
