import type { PageAnswer } from '../http/hosted-page.ts'
import type { DataRequestPageTexts } from './data-request-page-texts.ts'
import { noticePage } from './notice-page.ts'

/** A link that leads nowhere, whatever it looked like. */
export function linkNotFound(texts: DataRequestPageTexts): PageAnswer {
  return noticePage(texts, { status: 404, title: texts.unknownTitle, text: texts.unknownText })
}
