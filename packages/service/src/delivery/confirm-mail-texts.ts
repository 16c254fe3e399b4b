import { type BuiltInTexts, nearestTexts } from './built-in-language.ts'

/** The words of the mail in which a sign-up is to be confirmed. */
interface ConfirmMailTexts extends BuiltInTexts {
  readonly subject: (controller: string) => string
  readonly asked: (controller: string) => string
  readonly howTo: string
  readonly action: string
  readonly lifetime: (hours: number) => string
  readonly ignore: string
  readonly notMe: string
}

const en: ConfirmMailTexts = {
  language: 'en',
  direction: 'ltr',
  subject: (controller) => `Please confirm your sign-up with ${controller}`,
  asked: (controller) => `Somebody, we hope you, asked ${controller} to write to this address about:`,
  howTo: 'If that was you, please confirm it on the page behind this link.',
  action: 'Go to the confirmation page',
  lifetime: (hours) => `The link works for ${hours} hours and once.`,
  ignore: 'If it was not you, you need not do anything: without your confirmation nothing is sent to you.',
  notMe: 'This was not me: do not write to this address again.',
}

const de: ConfirmMailTexts = {
  language: 'de',
  direction: 'ltr',
  subject: (controller) => `Bitte bestätigen Sie Ihre Anmeldung bei ${controller}`,
  asked: (controller) =>
    `Jemand, hoffentlich Sie, hat ${controller} gebeten, an diese Adresse zu schreiben über:`,
  howTo: 'Wenn Sie das waren, bestätigen Sie es bitte auf der Seite hinter diesem Link.',
  action: 'Zur Bestätigungsseite',
  lifetime: (hours) => `Der Link gilt ${hours} Stunden lang und nur einmal.`,
  ignore:
    'Wenn Sie es nicht waren, müssen Sie nichts tun: Ohne Ihre Bestätigung wird Ihnen nichts geschickt.',
  notMe: 'Das war ich nicht: Schreiben Sie nicht mehr an diese Adresse.',
}

const fr: ConfirmMailTexts = {
  language: 'fr',
  direction: 'ltr',
  subject: (controller) => `Veuillez confirmer votre inscription auprès de ${controller}`,
  asked: (controller) =>
    `Quelqu’un, vous sans doute, a demandé à ${controller} d’écrire à cette adresse au sujet de :`,
  howTo: 'Si c’était vous, veuillez le confirmer sur la page à laquelle mène ce lien.',
  action: 'Aller à la page de confirmation',
  lifetime: (hours) => `Ce lien est valable ${hours} heures et une seule fois.`,
  ignore:
    'Si ce n’était pas vous, vous n’avez rien à faire : sans votre confirmation, rien ne vous sera envoyé.',
  notMe: 'Ce n’était pas moi : n’écrivez plus à cette adresse.',
}

const es: ConfirmMailTexts = {
  language: 'es',
  direction: 'ltr',
  subject: (controller) => `Confirme su suscripción a ${controller}`,
  asked: (controller) =>
    `Alguien, esperamos que usted, ha pedido a ${controller} que escriba a esta dirección sobre:`,
  howTo: 'Si ha sido usted, confírmelo en la página a la que lleva este enlace.',
  action: 'Ir a la página de confirmación',
  lifetime: (hours) => `El enlace es válido durante ${hours} horas y una sola vez.`,
  ignore: 'Si no ha sido usted, no tiene que hacer nada: sin su confirmación no se le enviará nada.',
  notMe: 'No he sido yo: no vuelvan a escribir a esta dirección.',
}

const it: ConfirmMailTexts = {
  language: 'it',
  direction: 'ltr',
  subject: (controller) => `Confermi la Sua iscrizione presso ${controller}`,
  asked: (controller) =>
    `Qualcuno, speriamo Lei, ha chiesto a ${controller} di scrivere a questo indirizzo su:`,
  howTo: 'Se è stato Lei, lo confermi nella pagina a cui porta questo link.',
  action: 'Vai alla pagina di conferma',
  lifetime: (hours) => `Il link è valido per ${hours} ore e una sola volta.`,
  ignore: 'Se non è stato Lei, non deve fare nulla: senza la Sua conferma non Le verrà inviato nulla.',
  notMe: 'Non sono stato io: non scrivete più a questo indirizzo.',
}

const pt: ConfirmMailTexts = {
  language: 'pt',
  direction: 'ltr',
  subject: (controller) => `Confirme a sua inscrição em ${controller}`,
  asked: (controller) =>
    `Alguém, esperamos que você, pediu que ${controller} escrevesse para este endereço sobre:`,
  howTo: 'Se foi você, confirme na página para onde leva este link.',
  action: 'Ir para a página de confirmação',
  lifetime: (hours) => `O link vale por ${hours} horas e uma única vez.`,
  ignore: 'Se não foi você, não precisa fazer nada: sem a sua confirmação nada lhe será enviado.',
  notMe: 'Não fui eu: não escrevam mais para este endereço.',
}

const nl: ConfirmMailTexts = {
  language: 'nl',
  direction: 'ltr',
  subject: (controller) => `Bevestig uw aanmelding bij ${controller}`,
  asked: (controller) => `Iemand, hopelijk u, heeft ${controller} gevraagd naar dit adres te schrijven over:`,
  howTo: 'Als u dat was, bevestig het dan op de pagina achter deze link.',
  action: 'Naar de bevestigingspagina',
  lifetime: (hours) => `De link is ${hours} uur geldig en werkt één keer.`,
  ignore: 'Als u het niet was, hoeft u niets te doen: zonder uw bevestiging wordt u niets gestuurd.',
  notMe: 'Dit was ik niet: schrijf niet meer naar dit adres.',
}

const pl: ConfirmMailTexts = {
  language: 'pl',
  direction: 'ltr',
  subject: (controller) => `Prosimy o potwierdzenie zapisu: ${controller}`,
  asked: (controller) =>
    `Ktoś, mamy nadzieję, że Ty, poprosił, aby ${controller} pisał na ten adres w sprawach:`,
  howTo: 'Jeśli to Ty, potwierdź to na stronie, do której prowadzi ten link.',
  action: 'Przejdź do strony potwierdzenia',
  lifetime: (hours) => `Link działa przez ${hours} godz. i tylko raz.`,
  ignore: 'Jeśli to nie Ty, nie musisz nic robić: bez Twojego potwierdzenia nic nie zostanie wysłane.',
  notMe: 'To nie ja: proszę nie pisać więcej na ten adres.',
}

const sv: ConfirmMailTexts = {
  language: 'sv',
  direction: 'ltr',
  subject: (controller) => `Bekräfta din anmälan hos ${controller}`,
  asked: (controller) =>
    `Någon, förhoppningsvis du, har bett ${controller} att skriva till den här adressen om:`,
  howTo: 'Om det var du, bekräfta det på sidan bakom den här länken.',
  action: 'Till bekräftelsesidan',
  lifetime: (hours) => `Länken gäller i ${hours} timmar och bara en gång.`,
  ignore: 'Om det inte var du behöver du inte göra något: utan din bekräftelse skickas ingenting till dig.',
  notMe: 'Det var inte jag: skriv inte till den här adressen igen.',
}

const ja: ConfirmMailTexts = {
  language: 'ja',
  direction: 'ltr',
  subject: (controller) => `${controller}へのご登録の確認のお願い`,
  asked: (controller) =>
    `このメールアドレスに次の内容をお送りするよう、${controller}へお申し込みがありました。`,
  howTo: 'ご本人によるお申し込みの場合は、次のリンク先のページで確認してください。',
  action: '確認ページへ進む',
  lifetime: (hours) => `リンクは${hours}時間有効で、一度だけご利用になれます。`,
  ignore: 'お心当たりがない場合は、何もなさる必要はありません。ご確認がなければ何もお送りしません。',
  notMe: '申し込んだ覚えがありません。今後このアドレスに送信しないでください。',
}

export function confirmMailTextsIn(language: string): ConfirmMailTexts {
  return nearestTexts([en, de, fr, es, it, pt, nl, pl, sv, ja], language)
}
