import type { DataRequestType, DenialReason, ExtensionReason } from '../domain/data-request.ts'
import { type DataRequestTexts, dataRequestTextsIn, dayIn } from './data-request-texts.ts'
import type { MailBlock, MailDocument } from './mail-document.ts'

/** What the mail that proves a mailbox needs. */
export interface ProveMailbox {
  readonly controller: string
  readonly type: DataRequestType
  readonly url: string
  readonly days: number
}

export const proveMailboxMail = {
  compose({ controller, type, url, days }: ProveMailbox, language: string): MailDocument {
    const texts = dataRequestTextsIn(language)
    return {
      language: texts.language,
      direction: texts.direction,
      subject: texts.proveSubject(controller),
      blocks: [
        { kind: 'paragraph', text: texts.proveAsked(controller) },
        { kind: 'list', items: [texts.types[type]] },
        { kind: 'paragraph', text: texts.proveHowTo },
        { kind: 'action', label: texts.proveAction, url },
        { kind: 'small', text: texts.proveLifetime(days) },
        { kind: 'small', text: texts.proveIgnore },
      ],
    }
  },
  blank: (values: ProveMailbox): ProveMailbox => ({ ...values, url: 'https://link.invalid/request' }),
}

/** What has become of a data request. */
export type DataRequestNews =
  | { readonly kind: 'acknowledged' }
  | { readonly kind: 'extended'; readonly reason: ExtensionReason }
  | { readonly kind: 'denied'; readonly reason: DenialReason }
  | { readonly kind: 'fulfilled'; readonly archiveUrl: string | null; readonly hours: number }

/** What the mail that tells it needs. */
export interface DataRequestNewsMail {
  readonly controller: string
  /** How to reach the controller, as the catalogue has it. */
  readonly contact: string
  readonly type: DataRequestType
  readonly news: DataRequestNews
  /** Unix ms; null: no day is set. */
  readonly dueAt: number | null
  readonly timeZone: string
  readonly statusUrl: string
}

export const dataRequestNewsMail = {
  compose(values: DataRequestNewsMail, language: string): MailDocument {
    const texts = dataRequestTextsIn(language)
    return {
      language: texts.language,
      direction: texts.direction,
      subject: texts.newsSubject(values.controller),
      blocks: [
        { kind: 'paragraph', text: texts.newsAsked(values.controller) },
        { kind: 'list', items: [texts.types[values.type]] },
        ...newsBlocks(values, texts),
        { kind: 'link', text: texts.statusAction, url: values.statusUrl },
      ],
    }
  },
  blank: (values: DataRequestNewsMail): DataRequestNewsMail => ({
    ...values,
    statusUrl: 'https://link.invalid/request',
    news:
      values.news.kind === 'fulfilled' && values.news.archiveUrl !== null
        ? { ...values.news, archiveUrl: 'https://link.invalid/archive' }
        : values.news,
  }),
}

function newsBlocks(values: DataRequestNewsMail, texts: DataRequestTexts): MailBlock[] {
  const { news, dueAt, timeZone, contact } = values
  const paragraph = (text: string): MailBlock => ({ kind: 'paragraph', text })
  const due = dueAt === null ? [] : [paragraph(texts.dueBy(dayIn(texts, dueAt, timeZone)))]
  switch (news.kind) {
    case 'acknowledged':
      return [paragraph(texts.acknowledged), ...due]
    case 'extended':
      return [paragraph(texts.extended[news.reason]), ...due]
    case 'denied':
      return [
        paragraph(texts.denied),
        paragraph(texts.denials[news.reason]),
        { kind: 'small', text: texts.complain(contact) },
      ]
    case 'fulfilled':
      return news.archiveUrl === null
        ? [paragraph(texts.fulfilled)]
        : [
            paragraph(texts.fetch),
            { kind: 'action', label: texts.fetchAction, url: news.archiveUrl },
            { kind: 'small', text: texts.fetchLifetime(news.hours) },
          ]
  }
}
