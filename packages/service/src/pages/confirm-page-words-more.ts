import type { ConfirmPageTexts } from './confirm-page-words.ts'

export const pl: ConfirmPageTexts = {
  language: 'pl',
  direction: 'ltr',
  question: 'Prosimy o potwierdzenie zapisu',
  testData: 'To jest test. Nikogo nie zapisuje.',
  asked: (controller) =>
    `Tym przyciskiem wyrażasz zgodę, aby ${controller} pisał do Ciebie e-maile w sprawach:`,
  confirm: 'Tak, zgadzam się',
  freely:
    'Możesz to cofnąć w każdej chwili. Jeśli się nie zgadzasz, zamknij tę stronę: nic nie zostanie wysłane.',
  who: 'Administrator danych:',
  privacyPolicy: 'Polityka prywatności',
  done: 'Dziękujemy, potwierdzone',
  doneText: (controller) => `${controller} może teraz do Ciebie pisać. Możesz to cofnąć w każdej chwili.`,
  goOn: (host) => `Przejdź do ${host}`,
  notMeTitle: 'To nie ja',
  notMeText: (controller) =>
    `Tym przyciskiem unieważniasz zapis, a przez rok żaden zapis w ${controller} nie wyśle wiadomości na Twój adres.`,
  notMe: 'To nie ja',
  over: {
    confirmed: { title: 'To jest już potwierdzone', text: 'Wszystko gotowe, nie musisz robić nic więcej.' },
    expired: {
      title: 'Ten link wygasł',
      text: 'Nic nie zostało zmienione. Zapisz się ponownie, aby otrzymać nowy link.',
    },
    superseded: {
      title: 'Jest nowszy link',
      text: 'Użyj linku z najnowszej wiadomości. Nic nie zostało zmienione.',
    },
    rejected: {
      title: 'Nie ma zapisu',
      text: 'Zapis został unieważniony, a przez rok żaden inny nie wyśle Ci wiadomości.',
    },
    unknown: {
      title: 'Ten link donikąd nie prowadzi',
      text: 'Być może został ucięty: skopiuj cały link z wiadomości. Nic nie zostało zmienione.',
    },
  },
}

export const ja: ConfirmPageTexts = {
  language: 'ja',
  direction: 'ltr',
  question: 'ご登録の確認をお願いします',
  testData: 'これはテストです。実際の登録は行われません。',
  asked: (controller) =>
    `このボタンを押すと、${controller}が次の内容をメールでお送りすることに同意したことになります。`,
  confirm: '同意します',
  freely: '同意はいつでも取り消せます。同意されない場合は、このページを閉じてください。何もお送りしません。',
  who: '責任者：',
  privacyPolicy: 'プライバシーポリシー',
  done: 'ありがとうございます。確認できました',
  doneText: (controller) =>
    `${controller}からメールをお送りできるようになりました。同意はいつでも取り消せます。`,
  goOn: (host) => `${host}へ進む`,
  notMeTitle: '申し込んだ覚えがありません',
  notMeText: (controller) =>
    `このボタンを押すと申し込みは無効になり、${controller}への申し込みによるメールは1年間お送りしません。`,
  notMe: '申し込んだ覚えがありません',
  over: {
    confirmed: {
      title: 'すでに確認済みです',
      text: 'お手続きは完了しています。これ以上の操作は必要ありません。',
    },
    expired: {
      title: 'リンクの有効期限が切れました',
      text: '何も変更されていません。新しいリンクを受け取るには、もう一度お申し込みください。',
    },
    superseded: {
      title: '新しいリンクがあります',
      text: '最新のメールにあるリンクをお使いください。何も変更されていません。',
    },
    rejected: {
      title: '登録されていません',
      text: '申し込みは無効になりました。ほかの申し込みによるメールも1年間お送りしません。',
    },
    unknown: {
      title: 'このリンクは使えません',
      text: '途中で切れている可能性があります。メールからリンク全体をコピーしてください。何も変更されていません。',
    },
  },
}
