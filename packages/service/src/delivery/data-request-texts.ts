import type { DataRequestType, DenialReason } from '../domain/data-request.ts'
import { type BuiltInTexts, nearestTexts } from './built-in-language.ts'

/** What is told of a data request, in one language: the words of its mails and of its pages. */
export interface DataRequestTexts extends BuiltInTexts {
  /** Each right, as what a person asks for. */
  readonly types: Readonly<Record<DataRequestType, string>>
  readonly denials: Readonly<Record<DenialReason, string>>
  readonly proveSubject: (controller: string) => string
  readonly proveAsked: (controller: string) => string
  readonly proveHowTo: string
  readonly proveAction: string
  readonly proveLifetime: (days: number) => string
  readonly proveIgnore: string
  readonly newsSubject: (controller: string) => string
  readonly newsAsked: (controller: string) => string
  readonly acknowledged: string
  readonly dueBy: (day: string) => string
  readonly extended: Readonly<Record<'complex' | 'numerous', string>>
  readonly denied: string
  readonly complain: (controller: string) => string
  readonly fulfilled: string
  readonly fetch: string
  readonly fetchAction: string
  readonly fetchLifetime: (hours: number) => string
  readonly statusAction: string
}

const en: DataRequestTexts = {
  language: 'en',
  direction: 'ltr',
  types: {
    access: 'Get a copy of my data',
    erasure: 'Erase my data',
    rectification: 'Correct my data',
    portability: 'Take my data elsewhere',
    restriction: 'Restrict what is done with my data',
    objection: 'Object to what is done with my data',
    opt_out_sale: 'Do not sell or share my data',
    limit_sensitive: 'Limit the use of my sensitive data',
    withdraw_consent: 'Withdraw my consent',
    complaint: 'Complain about how my data are handled',
  },
  denials: {
    suspected_fraud: 'There are signs that it was not you who asked.',
    insufficient_verification: 'It could not be verified that it was you who asked.',
    no_match: 'There are no data that belong to you by what you named.',
    not_covered: 'The law does not give this right for these data.',
    outside_jurisdiction: 'The law that gives this right does not hold here.',
    too_many_requests: 'You asked for the same too often in a short time.',
    legal_hold: 'The data must be kept for the time being, because a law or a legal dispute demands it.',
    other: 'Please ask us for the grounds; we will name them.',
  },
  proveSubject: (controller) => `Please confirm your request to ${controller}`,
  proveAsked: (controller) => `Somebody, we hope you, sent ${controller} this request from this address:`,
  proveHowTo:
    'If that was you, please confirm it on the page behind this link. Only then will it be looked at.',
  proveAction: 'Go to my request',
  proveLifetime: (days) => `You can confirm it for ${days} days. The same page then shows how it stands.`,
  proveIgnore: 'If it was not you, you need not do anything: without your confirmation nothing happens.',
  newsSubject: (controller) => `Your request to ${controller}`,
  newsAsked: (controller) => `You asked ${controller}:`,
  acknowledged: 'We have received your request.',
  dueBy: (day) => `You will have an answer by ${day}.`,
  extended: {
    complex: 'Your request is complex, so we need longer for it than at first.',
    numerous: 'There are many requests, so we need longer for yours than at first.',
  },
  denied: 'We cannot do what you asked for:',
  complain: (controller) =>
    `If you do not agree, write to ${controller}. You can also complain to a data protection authority and go to court.`,
  fulfilled: 'We have done what you asked for.',
  fetch: 'Your data lie ready for you behind this link.',
  fetchAction: 'Fetch my data',
  fetchLifetime: (hours) => `The link works for ${hours} hours, and the data can be fetched once.`,
  statusAction: 'How my request stands',
}

const de: DataRequestTexts = {
  language: 'de',
  direction: 'ltr',
  types: {
    access: 'Eine Kopie meiner Daten erhalten',
    erasure: 'Meine Daten löschen',
    rectification: 'Meine Daten berichtigen',
    portability: 'Meine Daten mitnehmen',
    restriction: 'Die Verarbeitung meiner Daten einschränken',
    objection: 'Der Verarbeitung meiner Daten widersprechen',
    opt_out_sale: 'Meine Daten nicht verkaufen oder weitergeben',
    limit_sensitive: 'Die Nutzung meiner sensiblen Daten begrenzen',
    withdraw_consent: 'Meine Einwilligung widerrufen',
    complaint: 'Mich über den Umgang mit meinen Daten beschweren',
  },
  denials: {
    suspected_fraud: 'Es gibt Anzeichen, dass die Anfrage nicht von Ihnen kam.',
    insufficient_verification: 'Es ließ sich nicht feststellen, dass die Anfrage von Ihnen kam.',
    no_match: 'Zu dem, was Sie genannt haben, gibt es hier keine Daten von Ihnen.',
    not_covered: 'Das Gesetz gibt dieses Recht für diese Daten nicht.',
    outside_jurisdiction: 'Das Gesetz, das dieses Recht gibt, gilt hier nicht.',
    too_many_requests: 'Sie haben in kurzer Zeit zu oft um dasselbe gebeten.',
    legal_hold:
      'Die Daten müssen vorerst aufbewahrt werden, weil ein Gesetz oder ein Rechtsstreit es verlangt.',
    other: 'Bitte fragen Sie uns nach den Gründen; wir nennen sie Ihnen.',
  },
  proveSubject: (controller) => `Bitte bestätigen Sie Ihre Anfrage an ${controller}`,
  proveAsked: (controller) =>
    `Jemand, hoffentlich Sie, hat von dieser Adresse aus an ${controller} diese Anfrage gestellt:`,
  proveHowTo:
    'Wenn Sie das waren, bestätigen Sie es bitte auf der Seite hinter diesem Link. Erst dann wird sie bearbeitet.',
  proveAction: 'Zu meiner Anfrage',
  proveLifetime: (days) =>
    `Sie können sie ${days} Tage lang bestätigen. Danach zeigt dieselbe Seite, wie es um sie steht.`,
  proveIgnore: 'Wenn Sie es nicht waren, müssen Sie nichts tun: Ohne Ihre Bestätigung geschieht nichts.',
  newsSubject: (controller) => `Ihre Anfrage an ${controller}`,
  newsAsked: (controller) => `Sie haben ${controller} gebeten:`,
  acknowledged: 'Wir haben Ihre Anfrage erhalten.',
  dueBy: (day) => `Sie erhalten bis zum ${day} eine Antwort.`,
  extended: {
    complex: 'Ihre Anfrage ist komplex; deshalb brauchen wir länger als zunächst angegeben.',
    numerous: 'Es liegen viele Anfragen vor; deshalb brauchen wir länger als zunächst angegeben.',
  },
  denied: 'Wir können Ihrer Bitte nicht nachkommen:',
  complain: (controller) =>
    `Wenn Sie damit nicht einverstanden sind, schreiben Sie ${controller}. Sie können sich auch bei einer Datenschutzbehörde beschweren und vor Gericht gehen.`,
  fulfilled: 'Wir haben getan, worum Sie gebeten haben.',
  fetch: 'Ihre Daten liegen hinter diesem Link für Sie bereit.',
  fetchAction: 'Meine Daten abholen',
  fetchLifetime: (hours) => `Der Link gilt ${hours} Stunden, und die Daten können einmal abgeholt werden.`,
  statusAction: 'Wie es um meine Anfrage steht',
}

const fr: DataRequestTexts = {
  language: 'fr',
  direction: 'ltr',
  types: {
    access: 'Obtenir une copie de mes données',
    erasure: 'Effacer mes données',
    rectification: 'Rectifier mes données',
    portability: 'Emporter mes données ailleurs',
    restriction: 'Limiter le traitement de mes données',
    objection: 'M’opposer au traitement de mes données',
    opt_out_sale: 'Ne pas vendre ni partager mes données',
    limit_sensitive: 'Limiter l’usage de mes données sensibles',
    withdraw_consent: 'Retirer mon consentement',
    complaint: 'Me plaindre du traitement de mes données',
  },
  denials: {
    suspected_fraud: 'Des indices font penser que la demande ne venait pas de vous.',
    insufficient_verification: 'Il n’a pas été possible de vérifier que la demande venait de vous.',
    no_match: 'Il n’y a pas ici de données vous concernant d’après ce que vous avez indiqué.',
    not_covered: 'La loi ne donne pas ce droit pour ces données.',
    outside_jurisdiction: 'La loi qui donne ce droit ne s’applique pas ici.',
    too_many_requests: 'Vous avez demandé la même chose trop souvent en peu de temps.',
    legal_hold: 'Les données doivent être conservées pour l’instant, car une loi ou un litige l’exige.',
    other: 'Demandez-nous les motifs ; nous vous les indiquerons.',
  },
  proveSubject: (controller) => `Veuillez confirmer votre demande à ${controller}`,
  proveAsked: (controller) =>
    `Quelqu’un, vous sans doute, a adressé à ${controller} cette demande depuis cette adresse :`,
  proveHowTo:
    'Si c’était vous, veuillez la confirmer sur la page à laquelle mène ce lien. Elle ne sera examinée qu’ensuite.',
  proveAction: 'Voir ma demande',
  proveLifetime: (days) =>
    `Vous pouvez la confirmer pendant ${days} jours. La même page montre ensuite où elle en est.`,
  proveIgnore:
    'Si ce n’était pas vous, vous n’avez rien à faire : sans votre confirmation, rien ne se passe.',
  newsSubject: (controller) => `Votre demande à ${controller}`,
  newsAsked: (controller) => `Vous avez demandé à ${controller} :`,
  acknowledged: 'Nous avons reçu votre demande.',
  dueBy: (day) => `Vous aurez une réponse au plus tard le ${day}.`,
  extended: {
    complex: 'Votre demande est complexe ; il nous faut plus de temps que prévu.',
    numerous: 'Les demandes sont nombreuses ; il nous faut plus de temps que prévu.',
  },
  denied: 'Nous ne pouvons pas donner suite à votre demande :',
  complain: (controller) =>
    `Si vous n’êtes pas d’accord, écrivez à ${controller}. Vous pouvez aussi introduire une réclamation auprès d’une autorité de protection des données et saisir la justice.`,
  fulfilled: 'Nous avons fait ce que vous avez demandé.',
  fetch: 'Vos données vous attendent derrière ce lien.',
  fetchAction: 'Récupérer mes données',
  fetchLifetime: (hours) =>
    `Le lien est valable ${hours} heures, et les données peuvent être récupérées une fois.`,
  statusAction: 'Où en est ma demande',
}

const es: DataRequestTexts = {
  language: 'es',
  direction: 'ltr',
  types: {
    access: 'Obtener una copia de mis datos',
    erasure: 'Suprimir mis datos',
    rectification: 'Rectificar mis datos',
    portability: 'Llevarme mis datos',
    restriction: 'Limitar el tratamiento de mis datos',
    objection: 'Oponerme al tratamiento de mis datos',
    opt_out_sale: 'No vender ni compartir mis datos',
    limit_sensitive: 'Limitar el uso de mis datos sensibles',
    withdraw_consent: 'Retirar mi consentimiento',
    complaint: 'Reclamar por el tratamiento de mis datos',
  },
  denials: {
    suspected_fraud: 'Hay indicios de que la solicitud no era suya.',
    insufficient_verification: 'No se pudo comprobar que la solicitud fuera suya.',
    no_match: 'Aquí no hay datos suyos según lo que indicó.',
    not_covered: 'La ley no concede este derecho para estos datos.',
    outside_jurisdiction: 'La ley que concede este derecho no se aplica aquí.',
    too_many_requests: 'Ha pedido lo mismo demasiadas veces en poco tiempo.',
    legal_hold: 'Por ahora los datos deben conservarse, porque lo exige una ley o un litigio.',
    other: 'Pregúntenos por los motivos y se los indicaremos.',
  },
  proveSubject: (controller) => `Confirme su solicitud a ${controller}`,
  proveAsked: (controller) =>
    `Alguien, esperamos que usted, ha enviado a ${controller} esta solicitud desde esta dirección:`,
  proveHowTo: 'Si fue usted, confírmelo en la página de este enlace. Solo entonces se estudiará.',
  proveAction: 'Ir a mi solicitud',
  proveLifetime: (days) =>
    `Puede confirmarla durante ${days} días. Después, la misma página muestra cómo va.`,
  proveIgnore: 'Si no fue usted, no tiene que hacer nada: sin su confirmación no ocurre nada.',
  newsSubject: (controller) => `Su solicitud a ${controller}`,
  newsAsked: (controller) => `Usted pidió a ${controller}:`,
  acknowledged: 'Hemos recibido su solicitud.',
  dueBy: (day) => `Tendrá una respuesta a más tardar el ${day}.`,
  extended: {
    complex: 'Su solicitud es compleja, por lo que necesitamos más tiempo del previsto.',
    numerous: 'Hay muchas solicitudes, por lo que necesitamos más tiempo del previsto.',
  },
  denied: 'No podemos hacer lo que pidió:',
  complain: (controller) =>
    `Si no está de acuerdo, escriba a ${controller}. También puede reclamar ante una autoridad de protección de datos y acudir a los tribunales.`,
  fulfilled: 'Hemos hecho lo que pidió.',
  fetch: 'Sus datos están listos para usted en este enlace.',
  fetchAction: 'Recoger mis datos',
  fetchLifetime: (hours) => `El enlace vale ${hours} horas, y los datos se pueden recoger una vez.`,
  statusAction: 'Cómo va mi solicitud',
}

export function dataRequestTextsIn(wanted: string): DataRequestTexts {
  return nearestTexts([en, de, fr, es], wanted)
}

/** A day as people of a language write it. */
export function dayIn({ language }: DataRequestTexts, at: number, timeZone: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(at)
}
