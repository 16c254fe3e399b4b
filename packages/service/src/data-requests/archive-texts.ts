import type { Direction } from '../http/html.ts'

/** The words of the page in an archive. */
export interface ArchiveTexts {
  /** BCP 47. */
  readonly language: string
  readonly direction: Direction
  readonly title: string
  readonly about: (controller: string) => string
  readonly made: string
  readonly identifiers: string
  readonly decisions: string
  readonly history: string
  readonly preferences: string
  readonly receipts: (count: number) => string
  readonly none: string
  readonly machine: string
  readonly words: Readonly<Record<string, string>>
}

const en: ArchiveTexts = {
  language: 'en',
  direction: 'ltr',
  title: 'Your data',
  about: (controller) => `What ${controller} has recorded about your consent and your preferences.`,
  made: 'Made on',
  identifiers: 'What you are known by',
  decisions: 'Where you stand now',
  history: 'What was recorded, the latest first',
  preferences: 'What you prefer',
  receipts: (count) =>
    `${count} signed receipts lie in the folder “receipts”. Anybody can check them with the keys of this service.`,
  none: 'Nothing.',
  machine: 'The file data.json beside this page says the same for programs.',
  words: {
    granted: 'agreed',
    denied: 'refused',
    withdrawn: 'withdrawn',
    objected: 'objected',
    not_asked: 'not asked',
    expired: 'run out',
    superseded: 'to be asked again',
  },
}

const de: ArchiveTexts = {
  language: 'de',
  direction: 'ltr',
  title: 'Ihre Daten',
  about: (controller) => `Was ${controller} über Ihre Einwilligungen und Wünsche aufgezeichnet hat.`,
  made: 'Erstellt am',
  identifiers: 'Woran Sie erkannt werden',
  decisions: 'Was jetzt gilt',
  history: 'Was aufgezeichnet wurde, das Neueste zuerst',
  preferences: 'Was Sie wünschen',
  receipts: (count) =>
    `Im Ordner „receipts“ liegen ${count} unterschriebene Belege. Jeder kann sie mit den Schlüsseln dieses Dienstes prüfen.`,
  none: 'Nichts.',
  machine: 'Die Datei data.json neben dieser Seite sagt dasselbe für Programme.',
  words: {
    granted: 'eingewilligt',
    denied: 'abgelehnt',
    withdrawn: 'widerrufen',
    objected: 'widersprochen',
    not_asked: 'nicht gefragt',
    expired: 'abgelaufen',
    superseded: 'neu zu fragen',
  },
}

const fr: ArchiveTexts = {
  language: 'fr',
  direction: 'ltr',
  title: 'Vos données',
  about: (controller) => `Ce que ${controller} a enregistré sur vos consentements et vos préférences.`,
  made: 'Établi le',
  identifiers: 'Ce qui permet de vous reconnaître',
  decisions: 'Ce qui vaut maintenant',
  history: 'Ce qui a été enregistré, le plus récent d’abord',
  preferences: 'Ce que vous préférez',
  receipts: (count) =>
    `Le dossier « receipts » contient ${count} reçus signés. Chacun peut les vérifier avec les clés de ce service.`,
  none: 'Rien.',
  machine: 'Le fichier data.json, à côté de cette page, dit la même chose aux programmes.',
  words: {
    granted: 'accepté',
    denied: 'refusé',
    withdrawn: 'retiré',
    objected: 'opposition',
    not_asked: 'non demandé',
    expired: 'expiré',
    superseded: 'à redemander',
  },
}

const es: ArchiveTexts = {
  language: 'es',
  direction: 'ltr',
  title: 'Sus datos',
  about: (controller) => `Lo que ${controller} ha registrado sobre sus consentimientos y preferencias.`,
  made: 'Hecho el',
  identifiers: 'Por qué se le reconoce',
  decisions: 'Lo que vale ahora',
  history: 'Lo que se registró, lo más reciente primero',
  preferences: 'Lo que usted prefiere',
  receipts: (count) =>
    `En la carpeta «receipts» hay ${count} recibos firmados. Cualquiera puede comprobarlos con las claves de este servicio.`,
  none: 'Nada.',
  machine: 'El archivo data.json, junto a esta página, dice lo mismo para programas.',
  words: {
    granted: 'aceptado',
    denied: 'rechazado',
    withdrawn: 'retirado',
    objected: 'oposición',
    not_asked: 'no preguntado',
    expired: 'caducado',
    superseded: 'por preguntar de nuevo',
  },
}

const all = [en, de, fr, es]

/** In the wanted language, its main one, or English. */
export function archiveTextsIn(wanted: string): ArchiveTexts {
  const main = wanted.toLowerCase().split('-')[0]
  return all.find(({ language }) => language === main) ?? en
}
