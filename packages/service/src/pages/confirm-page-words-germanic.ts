import type { ConfirmPageTexts } from './confirm-page-words.ts'

export const en: ConfirmPageTexts = {
  language: 'en',
  direction: 'ltr',
  question: 'Please confirm your sign-up',
  testData: 'This is a test. Nobody is signed up by it.',
  asked: (controller) => `With this button you agree that ${controller} writes to you by e-mail about:`,
  confirm: 'Yes, I agree',
  freely:
    'You can take this back at any time. If you do not agree, just close this page: nothing is sent to you then.',
  who: 'Responsible:',
  privacyPolicy: 'Privacy policy',
  done: 'Thank you, that is confirmed',
  doneText: (controller) => `${controller} may write to you now. You can take this back at any time.`,
  goOn: (host) => `Go on to ${host}`,
  notMeTitle: 'This was not me',
  notMeText: (controller) =>
    `With this button you make the sign-up worthless, and no sign-up of ${controller} sends mail to your address for a year.`,
  notMe: 'This was not me',
  over: {
    confirmed: {
      title: 'This is confirmed already',
      text: 'Everything is done, and you need not do anything more.',
    },
    expired: {
      title: 'This link has run out',
      text: 'Nothing was changed. Please sign up again to get a new link.',
    },
    superseded: {
      title: 'There is a newer link',
      text: 'Please use the link in the latest mail. Nothing was changed.',
    },
    rejected: {
      title: 'You are not signed up',
      text: 'The sign-up is worthless now, and no other will send you mail for a year.',
    },
    unknown: {
      title: 'This link leads nowhere',
      text: 'Perhaps it was cut off: please copy the whole link from the mail. Nothing was changed.',
    },
  },
}

export const de: ConfirmPageTexts = {
  language: 'de',
  direction: 'ltr',
  question: 'Bitte bestätigen Sie Ihre Anmeldung',
  testData: 'Dies ist ein Test. Niemand wird dadurch angemeldet.',
  asked: (controller) =>
    `Mit dieser Schaltfläche willigen Sie ein, dass ${controller} Ihnen E-Mails schreibt über:`,
  confirm: 'Ja, ich willige ein',
  freely:
    'Sie können das jederzeit widerrufen. Wenn Sie nicht einwilligen, schließen Sie einfach diese Seite: Dann wird Ihnen nichts geschickt.',
  who: 'Verantwortlich:',
  privacyPolicy: 'Datenschutzerklärung',
  done: 'Danke, das ist bestätigt',
  doneText: (controller) => `${controller} darf Ihnen jetzt schreiben. Sie können das jederzeit widerrufen.`,
  goOn: (host) => `Weiter zu ${host}`,
  notMeTitle: 'Das war ich nicht',
  notMeText: (controller) =>
    `Mit dieser Schaltfläche machen Sie die Anmeldung wertlos, und ein Jahr lang schickt keine Anmeldung bei ${controller} Post an Ihre Adresse.`,
  notMe: 'Das war ich nicht',
  over: {
    confirmed: {
      title: 'Das ist schon bestätigt',
      text: 'Alles ist erledigt, Sie müssen nichts weiter tun.',
    },
    expired: {
      title: 'Dieser Link ist abgelaufen',
      text: 'Es wurde nichts geändert. Bitte melden Sie sich noch einmal an, um einen neuen Link zu bekommen.',
    },
    superseded: {
      title: 'Es gibt einen neueren Link',
      text: 'Bitte nehmen Sie den Link aus der neuesten Mail. Es wurde nichts geändert.',
    },
    rejected: {
      title: 'Sie sind nicht angemeldet',
      text: 'Die Anmeldung ist wertlos, und ein Jahr lang schickt Ihnen keine andere Post.',
    },
    unknown: {
      title: 'Dieser Link führt nirgendwohin',
      text: 'Vielleicht wurde er abgeschnitten: Bitte kopieren Sie den ganzen Link aus der Mail. Es wurde nichts geändert.',
    },
  },
}

export const nl: ConfirmPageTexts = {
  language: 'nl',
  direction: 'ltr',
  question: 'Bevestig uw aanmelding',
  testData: 'Dit is een test. Niemand wordt hierdoor aangemeld.',
  asked: (controller) => `Met deze knop stemt u ermee in dat ${controller} u e-mails schrijft over:`,
  confirm: 'Ja, ik stem in',
  freely:
    'U kunt dit altijd intrekken. Stemt u niet in, sluit dan deze pagina: er wordt u dan niets gestuurd.',
  who: 'Verantwoordelijk:',
  privacyPolicy: 'Privacybeleid',
  done: 'Bedankt, het is bevestigd',
  doneText: (controller) => `${controller} mag u nu schrijven. U kunt dit altijd intrekken.`,
  goOn: (host) => `Verder naar ${host}`,
  notMeTitle: 'Dit was ik niet',
  notMeText: (controller) =>
    `Met deze knop maakt u de aanmelding waardeloos, en een jaar lang stuurt geen aanmelding bij ${controller} post naar uw adres.`,
  notMe: 'Dit was ik niet',
  over: {
    confirmed: { title: 'Dit is al bevestigd', text: 'Alles is klaar, u hoeft niets meer te doen.' },
    expired: {
      title: 'Deze link is verlopen',
      text: 'Er is niets gewijzigd. Meld u opnieuw aan om een nieuwe link te krijgen.',
    },
    superseded: {
      title: 'Er is een nieuwere link',
      text: 'Gebruik de link uit de laatste mail. Er is niets gewijzigd.',
    },
    rejected: {
      title: 'U bent niet aangemeld',
      text: 'De aanmelding is waardeloos, en een jaar lang stuurt geen andere u post.',
    },
    unknown: {
      title: 'Deze link leidt nergens heen',
      text: 'Misschien is hij afgekapt: kopieer de hele link uit de mail. Er is niets gewijzigd.',
    },
  },
}

export const sv: ConfirmPageTexts = {
  language: 'sv',
  direction: 'ltr',
  question: 'Bekräfta din anmälan',
  testData: 'Det här är ett test. Ingen anmäls av det.',
  asked: (controller) =>
    `Med den här knappen samtycker du till att ${controller} skriver e-post till dig om:`,
  confirm: 'Ja, jag samtycker',
  freely:
    'Du kan ta tillbaka det när som helst. Om du inte samtycker, stäng bara sidan: då skickas ingenting till dig.',
  who: 'Ansvarig:',
  privacyPolicy: 'Integritetspolicy',
  done: 'Tack, det är bekräftat',
  doneText: (controller) => `${controller} får nu skriva till dig. Du kan ta tillbaka det när som helst.`,
  goOn: (host) => `Fortsätt till ${host}`,
  notMeTitle: 'Det var inte jag',
  notMeText: (controller) =>
    `Med den här knappen gör du anmälan värdelös, och under ett år skickar ingen anmälan hos ${controller} post till din adress.`,
  notMe: 'Det var inte jag',
  over: {
    confirmed: { title: 'Det är redan bekräftat', text: 'Allt är klart, du behöver inte göra något mer.' },
    expired: {
      title: 'Länken har gått ut',
      text: 'Ingenting har ändrats. Anmäl dig igen för att få en ny länk.',
    },
    superseded: {
      title: 'Det finns en nyare länk',
      text: 'Använd länken i det senaste brevet. Ingenting har ändrats.',
    },
    rejected: {
      title: 'Du är inte anmäld',
      text: 'Anmälan är värdelös, och under ett år skickar ingen annan post till dig.',
    },
    unknown: {
      title: 'Länken leder ingenstans',
      text: 'Kanske klipptes den av: kopiera hela länken från brevet. Ingenting har ändrats.',
    },
  },
}
