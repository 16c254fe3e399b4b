import { type BuiltInTexts, nearestTexts } from '../delivery/built-in-language.ts'

/** The words of the page at the end of a newsletter. */
interface UnsubscribeTexts extends BuiltInTexts {
  readonly title: (topic: string) => string
  readonly text: (topic: string, controller: string) => string
  readonly button: string
  readonly done: string
  readonly doneText: (topic: string) => string
}

const inLanguage = (
  language: string,
  words: Omit<UnsubscribeTexts, 'language' | 'direction'>,
): UnsubscribeTexts => ({ language, direction: 'ltr', ...words })

const en = inLanguage('en', {
  title: (topic) => `Stop “${topic}”?`,
  text: (topic, controller) => `With this button ${controller} stops writing to you about “${topic}”.`,
  button: 'Stop it',
  done: 'It is stopped',
  doneText: (topic) => `You get nothing more about “${topic}”.`,
})
const de = inLanguage('de', {
  title: (topic) => `„${topic}“ beenden?`,
  text: (topic, controller) =>
    `Mit dieser Schaltfläche schreibt Ihnen ${controller} nicht mehr über „${topic}“.`,
  button: 'Beenden',
  done: 'Es ist beendet',
  doneText: (topic) => `Sie bekommen nichts mehr über „${topic}“.`,
})
const fr = inLanguage('fr', {
  title: (topic) => `Arrêter « ${topic} » ?`,
  text: (topic, controller) => `Par ce bouton, ${controller} ne vous écrit plus au sujet de « ${topic} ».`,
  button: 'Arrêter',
  done: 'C’est arrêté',
  doneText: (topic) => `Vous ne recevrez plus rien au sujet de « ${topic} ».`,
})
const es = inLanguage('es', {
  title: (topic) => `¿Dejar de recibir «${topic}»?`,
  text: (topic, controller) => `Con este botón, ${controller} deja de escribirle sobre «${topic}».`,
  button: 'Dejar de recibir',
  done: 'Hecho',
  doneText: (topic) => `Ya no recibirá nada sobre «${topic}».`,
})
const it = inLanguage('it', {
  title: (topic) => `Interrompere «${topic}»?`,
  text: (topic, controller) => `Con questo pulsante ${controller} non Le scrive più su «${topic}».`,
  button: 'Interrompi',
  done: 'Fatto',
  doneText: (topic) => `Non riceverà più nulla su «${topic}».`,
})
const pt = inLanguage('pt', {
  title: (topic) => `Parar “${topic}”?`,
  text: (topic, controller) => `Com este botão, ${controller} deixa de lhe escrever sobre “${topic}”.`,
  button: 'Parar',
  done: 'Está parado',
  doneText: (topic) => `Não receberá mais nada sobre “${topic}”.`,
})
const nl = inLanguage('nl', {
  title: (topic) => `‘${topic}’ stoppen?`,
  text: (topic, controller) => `Met deze knop schrijft ${controller} u niet meer over ‘${topic}’.`,
  button: 'Stoppen',
  done: 'Het is gestopt',
  doneText: (topic) => `U krijgt niets meer over ‘${topic}’.`,
})
const pl = inLanguage('pl', {
  title: (topic) => `Zakończyć „${topic}”?`,
  text: (topic, controller) => `Po naciśnięciu ${controller} nie będzie już pisać w sprawie „${topic}”.`,
  button: 'Zakończ',
  done: 'Zakończono',
  doneText: (topic) => `Nie otrzymasz już nic w sprawie „${topic}”.`,
})
const sv = inLanguage('sv', {
  title: (topic) => `Avsluta ”${topic}”?`,
  text: (topic, controller) => `Med den här knappen slutar ${controller} skriva till dig om ”${topic}”.`,
  button: 'Avsluta',
  done: 'Det är avslutat',
  doneText: (topic) => `Du får inget mer om ”${topic}”.`,
})
const ja = inLanguage('ja', {
  title: (topic) => `「${topic}」の配信を停止しますか？`,
  text: (topic, controller) =>
    `このボタンを押すと、${controller}から「${topic}」についてのご連絡は届かなくなります。`,
  button: '停止する',
  done: '停止しました',
  doneText: (topic) => `「${topic}」についてのご連絡は今後届きません。`,
})

export function unsubscribeTextsIn(language: string): UnsubscribeTexts {
  return nearestTexts([en, de, fr, es, it, pt, nl, pl, sv, ja], language)
}
