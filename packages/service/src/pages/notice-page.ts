import type { BuiltInTexts } from '../delivery/built-in-language.ts'
import type { PageAnswer } from '../http/hosted-page.ts'
import { html, type Markup } from '../http/html.ts'

/** A page that says one thing, kindly. */
export function noticePage(
  texts: BuiltInTexts,
  { status, title, text }: { readonly status: number; readonly title: string; readonly text: string },
  more?: Markup,
): PageAnswer {
  return {
    status,
    language: texts.language,
    direction: texts.direction,
    title,
    body: html`<main>
<h1>${title}</h1>
<p>${text}</p>
${more}
</main>`,
  }
}
