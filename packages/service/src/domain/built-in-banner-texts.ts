import type { BannerText } from './banner.ts'

/** A text in one line each, so that the languages can be compared. */
function text(
  [title, body]: readonly [string, string],
  [accept_all, reject_all, customize, save]: readonly [string, string, string, string],
  [privacy_policy, imprint, cookies]: readonly [string, string, string],
): BannerText {
  return {
    title,
    body,
    buttons: { accept_all, reject_all, customize, save },
    links: { privacy_policy, imprint, cookies },
  }
}

/**
 * What a banner says unless the catalogue says it otherwise, by language. Plain, without pressing (EDPB Guidelines
 * 03/2022, "emotional steering"): what is done, that refusing costs nothing, that it can be taken back (GDPR Art. 7(3)).
 */
// biome-ignore format: a table, one language a row
export const builtInBannerTexts: Readonly<Record<string, BannerText>> = {
  ar: text(['خصوصيتك', 'تود {controller} تخزين معلومات على جهازك وقراءتها للأغراض المبينة هنا. يمكنك القبول أو الرفض أو الاختيار لكل غرض على حدة. الرفض لا يكلفك شيئًا، ويمكنك تغيير اختيارك في أي وقت.'], ['قبول الكل', 'رفض الكل', 'اختيار', 'حفظ الاختيار'], ['سياسة الخصوصية', 'بيانات الناشر', 'ملفات تعريف الارتباط']),
  da: text(['Dit privatliv', '{controller} vil gerne gemme og læse oplysninger på din enhed til de formål, der er nævnt her. Du kan acceptere, afvise eller vælge for hvert formål. Det koster dig intet at afvise, og du kan altid ændre dit valg.'], ['Accepter alle', 'Afvis alle', 'Vælg selv', 'Gem valg'], ['Privatlivspolitik', 'Om udgiveren', 'Cookies']),
  de: text(['Ihre Privatsphäre', '{controller} möchte für die hier genannten Zwecke Informationen auf Ihrem Gerät speichern und auslesen. Sie können zustimmen, ablehnen oder für jeden Zweck einzeln entscheiden. Ablehnen hat keine Nachteile, und Sie können Ihre Wahl jederzeit ändern.'], ['Alle akzeptieren', 'Alle ablehnen', 'Auswählen', 'Auswahl speichern'], ['Datenschutzerklärung', 'Impressum', 'Cookies']),
  en: text(['Your privacy', '{controller} would like to store and read information on your device for the purposes listed here. You can accept, refuse, or choose for each purpose. Refusing costs you nothing, and you can change your choice at any time.'], ['Accept all', 'Reject all', 'Choose', 'Save choices'], ['Privacy policy', 'Legal notice', 'Cookies']),
  es: text(['Su privacidad', '{controller} desea almacenar y leer información en su dispositivo para los fines que se indican aquí. Puede aceptar, rechazar o elegir para cada fin. Rechazar no tiene ninguna desventaja y puede cambiar su elección en cualquier momento.'], ['Aceptar todo', 'Rechazar todo', 'Elegir', 'Guardar elección'], ['Política de privacidad', 'Aviso legal', 'Cookies']),
  fr: text(['Votre vie privée', '{controller} souhaite stocker et lire des informations sur votre appareil pour les finalités indiquées ici. Vous pouvez accepter, refuser ou choisir pour chaque finalité. Refuser est sans conséquence, et vous pouvez changer d’avis à tout moment.'], ['Tout accepter', 'Tout refuser', 'Choisir', 'Enregistrer mes choix'], ['Politique de confidentialité', 'Mentions légales', 'Cookies']),
  he: text(['הפרטיות שלך', '{controller} מבקשת לשמור מידע במכשיר שלך ולקרוא אותו למטרות המפורטות כאן. אפשר לאשר, לסרב או לבחור לכל מטרה בנפרד. לסירוב אין כל מחיר, ואפשר לשנות את הבחירה בכל עת.'], ['אישור הכול', 'דחיית הכול', 'בחירה', 'שמירת הבחירה'], ['מדיניות פרטיות', 'פרטי המפעיל', 'קובצי Cookie']),
  it: text(['La tua privacy', '{controller} vorrebbe memorizzare e leggere informazioni sul tuo dispositivo per le finalità indicate qui. Puoi accettare, rifiutare o scegliere per ciascuna finalità. Rifiutare non comporta svantaggi e puoi cambiare la tua scelta in qualsiasi momento.'], ['Accetta tutto', 'Rifiuta tutto', 'Scegli', 'Salva le scelte'], ['Informativa sulla privacy', 'Note legali', 'Cookie']),
  ja: text(['プライバシーについて', '{controller}は、ここに示す目的のために、お使いの端末に情報を保存し、読み取ることを希望しています。すべて同意する、すべて拒否する、または目的ごとに選ぶことができます。拒否しても不利益はなく、選択はいつでも変更できます。'], ['すべて同意する', 'すべて拒否する', '選択する', '選択を保存する'], ['プライバシーポリシー', '運営者情報', 'クッキー']),
  nl: text(['Uw privacy', '{controller} wil voor de hier genoemde doeleinden informatie op uw apparaat opslaan en uitlezen. U kunt accepteren, weigeren of per doeleinde kiezen. Weigeren heeft geen nadelen en u kunt uw keuze altijd wijzigen.'], ['Alles accepteren', 'Alles weigeren', 'Kiezen', 'Keuze opslaan'], ['Privacyverklaring', 'Colofon', 'Cookies']),
  pl: text(['Twoja prywatność', '{controller} chce zapisywać i odczytywać informacje na Twoim urządzeniu w celach podanych tutaj. Możesz zaakceptować, odmówić lub wybrać osobno dla każdego celu. Odmowa nic nie kosztuje, a swój wybór możesz zmienić w każdej chwili.'], ['Zaakceptuj wszystko', 'Odrzuć wszystko', 'Wybierz', 'Zapisz wybór'], ['Polityka prywatności', 'Nota prawna', 'Pliki cookie']),
  pt: text(['A sua privacidade', '{controller} gostaria de guardar e ler informações no seu dispositivo para as finalidades indicadas aqui. Pode aceitar, recusar ou escolher para cada finalidade. Recusar não tem desvantagens, e pode alterar a sua escolha a qualquer momento.'], ['Aceitar tudo', 'Recusar tudo', 'Escolher', 'Guardar escolhas'], ['Política de privacidade', 'Aviso legal', 'Cookies']),
  sv: text(['Din integritet', '{controller} vill spara och läsa information på din enhet för de ändamål som anges här. Du kan godkänna, neka eller välja för varje ändamål. Det kostar dig ingenting att neka, och du kan när som helst ändra ditt val.'], ['Godkänn alla', 'Neka alla', 'Välj', 'Spara val'], ['Integritetspolicy', 'Om utgivaren', 'Kakor']),
}

/** Of the language itself, else of what it is a variety of: `pt-BR` reads Portuguese. */
export function builtInBannerText(language: string): BannerText | undefined {
  const primary = language.split('-', 1)[0] ?? ''
  return findOwn(language) ?? findOwn(primary)
}

function findOwn(language: string): BannerText | undefined {
  return Object.hasOwn(builtInBannerTexts, language) ? builtInBannerTexts[language] : undefined
}
