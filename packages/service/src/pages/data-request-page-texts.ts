import { type BuiltInTexts, nearestTexts } from '../delivery/built-in-language.ts'
import type { DataRequestStatus } from '../domain/data-request.ts'

/** The words of the pages of data requests, beside those that their mails have too. */
export interface DataRequestPageTexts extends BuiltInTexts {
  readonly formTitle: string
  readonly formAbout: (controller: string) => string
  readonly what: string
  readonly email: string
  readonly emailHint: string
  readonly place: string
  readonly placeUnknown: string
  readonly placeHint: string
  readonly details: string
  readonly detailsHint: string
  readonly send: string
  readonly faults: string
  readonly faultType: string
  readonly faultEmail: string
  readonly faultDetails: string
  readonly sentTitle: string
  readonly sentText: string
  readonly testData: string
  readonly statusTitle: string
  readonly waiting: string
  readonly confirm: string
  readonly withdraw: string
  readonly confirmed: string
  readonly takenBack: string
  readonly statuses: Readonly<Record<DataRequestStatus, string>>
  readonly received: (day: string) => string
  readonly unknownTitle: string
  readonly unknownText: string
  readonly archiveTitle: string
  readonly archiveText: string
  readonly archiveGone: string
  readonly otherLanguages: string
  readonly newRequest: string
}

const en: DataRequestPageTexts = {
  language: 'en',
  direction: 'ltr',
  formTitle: 'Your rights over your data',
  formAbout: (controller) =>
    `Here you can ask ${controller} to do something about the data they have of you.`,
  what: 'What do you want?',
  email: 'Your e-mail address',
  emailHint: 'We send you a link, to be sure that it is you.',
  place: 'Where you live',
  placeUnknown: 'I would rather not say',
  placeHint: 'The law there says by when you must have an answer.',
  details: 'Anything we should know (optional)',
  detailsHint: 'At most 4,000 characters.',
  send: 'Send',
  faults: 'Something is missing or wrong:',
  faultType: 'Choose what you want.',
  faultEmail: 'Write one e-mail address, such as ada@example.org.',
  faultDetails: 'What you wrote is too long.',
  sentTitle: 'Look into your mailbox',
  sentText:
    'If everything was right, a mail with a link is on its way to the address you gave. Your request is looked at once you have confirmed it there. If nothing comes, look into the spam folder, or try again tomorrow.',
  testData: 'This is a test. No real data are touched.',
  statusTitle: 'Your requests',
  waiting: 'Somebody sent this request from your address. Was it you?',
  confirm: 'Yes, this was me',
  withdraw: 'Take this request back',
  confirmed: 'Thank you. We have received your request.',
  takenBack: 'You have taken the request back.',
  statuses: {
    awaiting_verification: 'Waits for your confirmation',
    received: 'Received',
    in_progress: 'Being worked on',
    paused: 'Waits for something that we asked you for',
    fulfilled: 'Done',
    denied: 'Refused',
    withdrawn: 'Taken back',
    expired: 'Never confirmed',
  },
  received: (day) => `Received on ${day}`,
  unknownTitle: 'This link does not work',
  unknownText:
    'It is not complete, or it belongs to something that is over. Open the link in your latest mail.',
  archiveTitle: 'Your data',
  archiveText: 'Your data lie ready as one file. It can be fetched once, so keep it.',
  archiveGone: 'The file was fetched already, or its time is up. You can ask for it again.',
  otherLanguages: 'Other languages',
  newRequest: 'Make another request',
}

const de: DataRequestPageTexts = {
  language: 'de',
  direction: 'ltr',
  formTitle: 'Ihre Rechte an Ihren Daten',
  formAbout: (controller) =>
    `Hier können Sie ${controller} bitten, mit den Daten, die dort über Sie vorliegen, etwas zu tun.`,
  what: 'Was möchten Sie?',
  email: 'Ihre E-Mail-Adresse',
  emailHint: 'Wir senden Ihnen einen Link, um sicher zu sein, dass Sie es sind.',
  place: 'Wo Sie leben',
  placeUnknown: 'Das möchte ich nicht angeben',
  placeHint: 'Das Gesetz dort bestimmt, bis wann Sie eine Antwort haben müssen.',
  details: 'Was wir noch wissen sollten (freiwillig)',
  detailsHint: 'Höchstens 4.000 Zeichen.',
  send: 'Absenden',
  faults: 'Etwas fehlt oder stimmt nicht:',
  faultType: 'Wählen Sie, was Sie möchten.',
  faultEmail: 'Schreiben Sie eine einzige E-Mail-Adresse, zum Beispiel ada@example.org.',
  faultDetails: 'Ihr Text ist zu lang.',
  sentTitle: 'Sehen Sie in Ihr Postfach',
  sentText:
    'Wenn alles stimmte, ist eine E-Mail mit einem Link an die angegebene Adresse unterwegs. Ihre Anfrage wird bearbeitet, sobald Sie sie dort bestätigt haben. Kommt nichts, sehen Sie im Spam-Ordner nach oder versuchen Sie es morgen noch einmal.',
  testData: 'Dies ist ein Test. Echte Daten sind nicht betroffen.',
  statusTitle: 'Ihre Anfragen',
  waiting: 'Jemand hat diese Anfrage mit Ihrer Adresse gestellt. Waren Sie das?',
  confirm: 'Ja, das war ich',
  withdraw: 'Diese Anfrage zurücknehmen',
  confirmed: 'Danke. Wir haben Ihre Anfrage erhalten.',
  takenBack: 'Sie haben die Anfrage zurückgenommen.',
  statuses: {
    awaiting_verification: 'Wartet auf Ihre Bestätigung',
    received: 'Eingegangen',
    in_progress: 'In Bearbeitung',
    paused: 'Wartet auf etwas, worum wir Sie gebeten haben',
    fulfilled: 'Erledigt',
    denied: 'Abgelehnt',
    withdrawn: 'Zurückgenommen',
    expired: 'Nie bestätigt',
  },
  received: (day) => `Eingegangen am ${day}`,
  unknownTitle: 'Dieser Link funktioniert nicht',
  unknownText:
    'Er ist unvollständig oder gehört zu etwas, das vorbei ist. Öffnen Sie den Link in Ihrer neuesten E-Mail.',
  archiveTitle: 'Ihre Daten',
  archiveText:
    'Ihre Daten liegen als eine Datei bereit. Sie kann einmal abgeholt werden; bewahren Sie sie auf.',
  archiveGone: 'Die Datei wurde schon abgeholt, oder ihre Zeit ist um. Sie können sie erneut anfordern.',
  otherLanguages: 'Andere Sprachen',
  newRequest: 'Eine weitere Anfrage stellen',
}

const fr: DataRequestPageTexts = {
  language: 'fr',
  direction: 'ltr',
  formTitle: 'Vos droits sur vos données',
  formAbout: (controller) =>
    `Vous pouvez demander ici à ${controller} d’agir sur les données qui vous concernent.`,
  what: 'Que souhaitez-vous ?',
  email: 'Votre adresse e-mail',
  emailHint: 'Nous vous envoyons un lien, pour être sûrs que c’est bien vous.',
  place: 'Où vous vivez',
  placeUnknown: 'Je préfère ne pas le dire',
  placeHint: 'La loi de ce lieu dit quand vous devez avoir une réponse.',
  details: 'Ce que nous devrions savoir (facultatif)',
  detailsHint: '4 000 caractères au plus.',
  send: 'Envoyer',
  faults: 'Quelque chose manque ou n’est pas juste :',
  faultType: 'Choisissez ce que vous souhaitez.',
  faultEmail: 'Écrivez une seule adresse e-mail, par exemple ada@example.org.',
  faultDetails: 'Votre texte est trop long.',
  sentTitle: 'Regardez dans votre boîte aux lettres',
  sentText:
    'Si tout était juste, un e-mail avec un lien est en route vers l’adresse indiquée. Votre demande sera examinée dès que vous l’y aurez confirmée. Si rien n’arrive, regardez dans les indésirables ou réessayez demain.',
  testData: 'Ceci est un test. Aucune donnée réelle n’est concernée.',
  statusTitle: 'Vos demandes',
  waiting: 'Quelqu’un a envoyé cette demande avec votre adresse. Était-ce vous ?',
  confirm: 'Oui, c’était moi',
  withdraw: 'Retirer cette demande',
  confirmed: 'Merci. Nous avons reçu votre demande.',
  takenBack: 'Vous avez retiré la demande.',
  statuses: {
    awaiting_verification: 'Attend votre confirmation',
    received: 'Reçue',
    in_progress: 'En cours',
    paused: 'Attend quelque chose que nous vous avons demandé',
    fulfilled: 'Faite',
    denied: 'Refusée',
    withdrawn: 'Retirée',
    expired: 'Jamais confirmée',
  },
  received: (day) => `Reçue le ${day}`,
  unknownTitle: 'Ce lien ne fonctionne pas',
  unknownText:
    'Il est incomplet, ou appartient à quelque chose qui est terminé. Ouvrez le lien de votre dernier e-mail.',
  archiveTitle: 'Vos données',
  archiveText: 'Vos données sont prêtes en un seul fichier. Il peut être récupéré une fois : conservez-le.',
  archiveGone: 'Le fichier a déjà été récupéré, ou son délai est passé. Vous pouvez le redemander.',
  otherLanguages: 'Autres langues',
  newRequest: 'Faire une autre demande',
}

const es: DataRequestPageTexts = {
  language: 'es',
  direction: 'ltr',
  formTitle: 'Sus derechos sobre sus datos',
  formAbout: (controller) =>
    `Aquí puede pedir a ${controller} que haga algo con los datos que tiene de usted.`,
  what: '¿Qué desea?',
  email: 'Su dirección de correo electrónico',
  emailHint: 'Le enviamos un enlace, para asegurarnos de que es usted.',
  place: 'Dónde vive',
  placeUnknown: 'Prefiero no decirlo',
  placeHint: 'La ley de ese lugar dice cuándo debe tener una respuesta.',
  details: 'Algo que debamos saber (opcional)',
  detailsHint: 'Como máximo 4.000 caracteres.',
  send: 'Enviar',
  faults: 'Falta algo o algo no está bien:',
  faultType: 'Elija lo que desea.',
  faultEmail: 'Escriba una sola dirección, por ejemplo ada@example.org.',
  faultDetails: 'Su texto es demasiado largo.',
  sentTitle: 'Mire su buzón',
  sentText:
    'Si todo estaba bien, un correo con un enlace va de camino a la dirección que indicó. Su solicitud se estudia en cuanto la confirme allí. Si no llega nada, mire en la carpeta de correo no deseado o inténtelo mañana.',
  testData: 'Esto es una prueba. No afecta a datos reales.',
  statusTitle: 'Sus solicitudes',
  waiting: 'Alguien envió esta solicitud con su dirección. ¿Fue usted?',
  confirm: 'Sí, fui yo',
  withdraw: 'Retirar esta solicitud',
  confirmed: 'Gracias. Hemos recibido su solicitud.',
  takenBack: 'Ha retirado la solicitud.',
  statuses: {
    awaiting_verification: 'Espera su confirmación',
    received: 'Recibida',
    in_progress: 'En curso',
    paused: 'Espera algo que le hemos pedido',
    fulfilled: 'Hecha',
    denied: 'Denegada',
    withdrawn: 'Retirada',
    expired: 'Nunca confirmada',
  },
  received: (day) => `Recibida el ${day}`,
  unknownTitle: 'Este enlace no funciona',
  unknownText: 'Está incompleto o pertenece a algo que ya terminó. Abra el enlace de su último correo.',
  archiveTitle: 'Sus datos',
  archiveText: 'Sus datos están listos en un solo archivo. Se puede recoger una vez: guárdelo.',
  archiveGone: 'El archivo ya se recogió, o su plazo ha pasado. Puede pedirlo de nuevo.',
  otherLanguages: 'Otros idiomas',
  newRequest: 'Hacer otra solicitud',
}

const all: readonly [DataRequestPageTexts, ...DataRequestPageTexts[]] = [en, de, fr, es]

/** The languages the pages have, in the order of a menu. */
export const dataRequestPageLanguages: readonly string[] = all.map(({ language }) => language)

export function dataRequestPageTextsIn(wanted: string): DataRequestPageTexts {
  return nearestTexts(all, wanted)
}
