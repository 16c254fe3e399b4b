import type { PageAnswer } from '../http/hosted-page.ts'
import { html, type Markup } from '../http/html.ts'
import type { DataRequestPageTexts } from './data-request-page-texts.ts'

/** A page that says one thing. */
export function dataRequestNotice(
  { language, direction }: DataRequestPageTexts,
  { status, title, text }: { readonly status: number; readonly title: string; readonly text: string },
  more?: Markup,
): PageAnswer {
  return {
    status,
    language,
    direction,
    title,
    body: html`<main>
<h1>${title}</h1>
<p>${text}</p>
${more}
</main>`,
  }
}

/** A link that leads nowhere, whatever it looked like. */
export function linkNotFound(texts: DataRequestPageTexts): PageAnswer {
  return dataRequestNotice(texts, { status: 404, title: texts.unknownTitle, text: texts.unknownText })
}
