import type { ConfirmPageTexts } from './confirm-page-words.ts'

export const fr: ConfirmPageTexts = {
  language: 'fr',
  direction: 'ltr',
  question: 'Veuillez confirmer votre inscription',
  testData: 'Ceci est un test. Il n’inscrit personne.',
  asked: (controller) =>
    `Par ce bouton, vous acceptez que ${controller} vous écrive par e-mail au sujet de :`,
  confirm: 'Oui, j’accepte',
  freely:
    'Vous pouvez revenir sur ce choix à tout moment. Si vous n’acceptez pas, fermez simplement cette page : rien ne vous sera envoyé.',
  who: 'Responsable :',
  privacyPolicy: 'Politique de confidentialité',
  done: 'Merci, c’est confirmé',
  doneText: (controller) =>
    `${controller} peut maintenant vous écrire. Vous pouvez revenir sur ce choix à tout moment.`,
  goOn: (host) => `Continuer vers ${host}`,
  notMeTitle: 'Ce n’était pas moi',
  notMeText: (controller) =>
    `Par ce bouton, vous annulez l’inscription, et aucune inscription auprès de ${controller} n’enverra de message à votre adresse pendant un an.`,
  notMe: 'Ce n’était pas moi',
  over: {
    confirmed: { title: 'C’est déjà confirmé', text: 'Tout est fait, vous n’avez plus rien à faire.' },
    expired: {
      title: 'Ce lien a expiré',
      text: 'Rien n’a été modifié. Veuillez vous inscrire à nouveau pour recevoir un nouveau lien.',
    },
    superseded: {
      title: 'Il existe un lien plus récent',
      text: 'Veuillez utiliser le lien du dernier message. Rien n’a été modifié.',
    },
    rejected: {
      title: 'Vous n’êtes pas inscrit',
      text: 'L’inscription est annulée, et aucune autre ne vous enverra de message pendant un an.',
    },
    unknown: {
      title: 'Ce lien ne mène nulle part',
      text: 'Il a peut-être été coupé : veuillez copier le lien entier depuis le message. Rien n’a été modifié.',
    },
  },
}

export const es: ConfirmPageTexts = {
  language: 'es',
  direction: 'ltr',
  question: 'Confirme su suscripción',
  testData: 'Esto es una prueba. No suscribe a nadie.',
  asked: (controller) => `Con este botón acepta que ${controller} le escriba por correo electrónico sobre:`,
  confirm: 'Sí, acepto',
  freely: 'Puede retirarlo en cualquier momento. Si no acepta, cierre esta página: no se le enviará nada.',
  who: 'Responsable:',
  privacyPolicy: 'Política de privacidad',
  done: 'Gracias, está confirmado',
  doneText: (controller) => `${controller} ya puede escribirle. Puede retirarlo en cualquier momento.`,
  goOn: (host) => `Continuar a ${host}`,
  notMeTitle: 'No he sido yo',
  notMeText: (controller) =>
    `Con este botón anula la suscripción, y durante un año ninguna suscripción a ${controller} enviará correo a su dirección.`,
  notMe: 'No he sido yo',
  over: {
    confirmed: { title: 'Ya está confirmado', text: 'Todo está hecho, no tiene que hacer nada más.' },
    expired: {
      title: 'Este enlace ha caducado',
      text: 'No se ha cambiado nada. Suscríbase de nuevo para recibir un enlace nuevo.',
    },
    superseded: {
      title: 'Hay un enlace más reciente',
      text: 'Use el enlace del último correo. No se ha cambiado nada.',
    },
    rejected: {
      title: 'No está suscrito',
      text: 'La suscripción queda anulada, y ninguna otra le enviará correo durante un año.',
    },
    unknown: {
      title: 'Este enlace no lleva a ninguna parte',
      text: 'Quizá se ha cortado: copie el enlace entero del correo. No se ha cambiado nada.',
    },
  },
}

export const it: ConfirmPageTexts = {
  language: 'it',
  direction: 'ltr',
  question: 'Confermi la Sua iscrizione',
  testData: 'Questa è una prova. Non iscrive nessuno.',
  asked: (controller) => `Con questo pulsante accetta che ${controller} Le scriva per e-mail su:`,
  confirm: 'Sì, accetto',
  freely:
    'Può revocarlo in qualsiasi momento. Se non accetta, chiuda questa pagina: non Le verrà inviato nulla.',
  who: 'Titolare:',
  privacyPolicy: 'Informativa sulla privacy',
  done: 'Grazie, è confermato',
  doneText: (controller) => `${controller} ora può scriverLe. Può revocarlo in qualsiasi momento.`,
  goOn: (host) => `Continua su ${host}`,
  notMeTitle: 'Non sono stato io',
  notMeText: (controller) =>
    `Con questo pulsante annulla l’iscrizione, e per un anno nessuna iscrizione presso ${controller} invierà messaggi al Suo indirizzo.`,
  notMe: 'Non sono stato io',
  over: {
    confirmed: { title: 'È già confermato', text: 'È tutto fatto, non deve fare altro.' },
    expired: {
      title: 'Questo link è scaduto',
      text: 'Non è stato cambiato nulla. Si iscriva di nuovo per ricevere un nuovo link.',
    },
    superseded: {
      title: 'C’è un link più recente',
      text: 'Usi il link dell’ultimo messaggio. Non è stato cambiato nulla.',
    },
    rejected: {
      title: 'Non è iscritto',
      text: 'L’iscrizione è annullata, e per un anno nessun’altra Le invierà messaggi.',
    },
    unknown: {
      title: 'Questo link non porta da nessuna parte',
      text: 'Forse è stato tagliato: copi l’intero link dal messaggio. Non è stato cambiato nulla.',
    },
  },
}

export const pt: ConfirmPageTexts = {
  language: 'pt',
  direction: 'ltr',
  question: 'Confirme a sua inscrição',
  testData: 'Isto é um teste. Não inscreve ninguém.',
  asked: (controller) => `Com este botão, concorda que ${controller} lhe escreva por e-mail sobre:`,
  confirm: 'Sim, concordo',
  freely: 'Pode voltar atrás a qualquer momento. Se não concorda, feche esta página: nada lhe será enviado.',
  who: 'Responsável:',
  privacyPolicy: 'Política de privacidade',
  done: 'Obrigado, está confirmado',
  doneText: (controller) => `${controller} já pode escrever-lhe. Pode voltar atrás a qualquer momento.`,
  goOn: (host) => `Continuar para ${host}`,
  notMeTitle: 'Não fui eu',
  notMeText: (controller) =>
    `Com este botão anula a inscrição, e durante um ano nenhuma inscrição em ${controller} enviará mensagens para o seu endereço.`,
  notMe: 'Não fui eu',
  over: {
    confirmed: { title: 'Já está confirmado', text: 'Está tudo feito, não precisa fazer mais nada.' },
    expired: {
      title: 'Este link expirou',
      text: 'Nada foi alterado. Inscreva-se novamente para receber um novo link.',
    },
    superseded: {
      title: 'Há um link mais recente',
      text: 'Use o link da última mensagem. Nada foi alterado.',
    },
    rejected: {
      title: 'Não está inscrito',
      text: 'A inscrição foi anulada, e nenhuma outra lhe enviará mensagens durante um ano.',
    },
    unknown: {
      title: 'Este link não leva a lugar nenhum',
      text: 'Talvez tenha sido cortado: copie o link inteiro da mensagem. Nada foi alterado.',
    },
  },
}
