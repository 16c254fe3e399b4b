import type { PreferencePayload } from '../../domain/preference-answer.ts'
import { findTopic, type PreferenceTemplate, type Topic } from '../../domain/preference-template.ts'
import { type Content, code, fact, html, isolated, type Markup } from '../../http/html.ts'
import type { ServedDocument } from '../../store/documents.ts'
import { type PreferencePageTexts, preferencePageTextsIn } from './preference-page-texts.ts'
import {
  answerItem,
  nameOf,
  type ReceiptView,
  readDocument,
  receiptDocument,
  second,
  textIn,
  time,
  viewOf,
  whoAsked,
  wordFor,
} from './receipt-parts.ts'

interface View extends ReceiptView<PreferencePayload> {
  readonly words: PreferencePageTexts
  readonly template: PreferenceTemplate | undefined
}

type Preference = PreferencePayload['preferences'][number]

/**
 * A receipt of preferences as a page to read and print, in the words of the template that it names by its hash.
 *
 * @throws Error when a document is not the one that the receipt names
 */
export function preferenceReceiptPage(receipt: {
  readonly claims: PreferencePayload
  readonly documents: {
    readonly controller: ServedDocument | null
    readonly template: ServedDocument | null
  }
  /** BCP 47. */
  readonly language: string
}): ReturnType<typeof receiptDocument> {
  const { claims, documents } = receipt
  const shared = viewOf(claims, documents.controller, receipt.language)
  const words = preferencePageTextsIn(shared.texts.language)
  const template = readDocument<PreferenceTemplate>(documents.template, claims.template.sha256)
  const view: View = { ...shared, words, template }
  const { confirmation } = claims
  return receiptDocument(view, {
    title: words.title,
    about: words.about,
    content: html`${preferences(view)}
${whoAsked(view)}
${circumstances(view)}`,
    identifiers: fact(words.confirmationId, confirmation === null ? undefined : code(confirmation.id)),
    hashes: html`${fact(view.texts.documentOf(words.template, claims.template.version), code(claims.template.sha256))}
${fact(words.message, confirmation?.message_sha256 == null ? undefined : code(confirmation.message_sha256))}
${fact(words.page, confirmation === null ? undefined : code(confirmation.page_sha256))}`,
  })
}

function preferences(view: View): Markup {
  return html`<section>
<h2>${view.words.set}</h2>
<p class="hint">${view.texts.allTimesUtc}</p>
<ul class="answers" role="list">${view.claims.preferences.map((one) => preference(view, one))}</ul>
</section>`
}

function preference(view: View, one: Preference): Markup {
  const { claims, words } = view
  const topic = view.template && findTopic(view.template, one.key)
  const shown = topic && textIn(topic.texts, view.language)
  return answerItem(view, {
    key: one.key,
    shown,
    missing: words.topicMissing,
    read: claims.language,
    answer: value(view, topic, one),
    content: html`${one.status === 'pending' ? html`<p class="hint">${words.pending}</p>` : undefined}
<dl>
${fact(words.over, one.channel === null ? undefined : wordFor(words.channels, one.channel))}
</dl>`,
  })
}

function value({ words, language }: View, topic: Topic | undefined, { value: set }: Preference): Content {
  if (typeof set === 'boolean')
    return html`<strong class="${set ? 'yes' : 'no'}">${set ? words.on : words.off}</strong>`
  const keys = typeof set === 'string' ? [set] : set
  if (keys.length === 0) return html`<strong class="no">${words.none}</strong>`
  return keys.map((key) => {
    const option = topic?.options.find((candidate) => candidate.key === key)
    const names = Object.entries(option?.texts ?? {}).map(([tag, name]): [string, { name: string }] => [
      tag,
      { name },
    ])
    return html`<strong class="yes">${isolated(textIn(Object.fromEntries(names), language)?.name ?? key)}</strong> `
  })
}

function circumstances(view: View): Markup {
  const { claims, texts, words } = view
  const { record, collection, confirmation } = claims
  const proofs = { ...texts.proofs, unsubscribe_link: words.unsubscribeLink, nobody: words.nobody }
  return html`<section>
<h2>${words.circumstances}</h2>
<dl>
${fact(texts.decidedAt, time(view, record.occurred_at, second))}
${fact(texts.recordedAt, time(view, record.recorded_at, second))}
${fact(texts.source, wordFor(texts.sources, collection.source))}
${fact(texts.askedIn, claims.language === null ? texts.unknown : nameOf(view, 'language', claims.language))}
${fact(texts.provedBy, wordFor(proofs, collection.proved_by))}
${
  confirmation === null
    ? undefined
    : html`${fact(words.confirmation, wordFor(words.confirmations, confirmation.channel))}
${fact(words.requestedAt, time(view, confirmation.requested_at, second))}
${fact(words.sentAt, confirmation.sent_at === null ? undefined : time(view, confirmation.sent_at, second))}
${fact(words.reply, confirmation.reply === null ? undefined : code(confirmation.reply))}
${fact(words.confirmedAt, time(view, confirmation.confirmed_at, second))}`
}
</dl>
</section>`
}
