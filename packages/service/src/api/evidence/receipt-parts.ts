import type { ConsentBody, ReceiptHead } from '@assent/evidence'
import type { Controller } from '../../domain/catalogue.ts'
import {
  type Content,
  code,
  contactLink,
  fact,
  html,
  isolated,
  link,
  type Markup,
  page,
  pageHeaders,
  pageStyle,
} from '../../http/html.ts'
import { contentHash } from '../../kernel/id.ts'
import type { ServedDocument } from '../../store/documents.ts'
import { type ReceiptPageTexts, receiptPageTextsIn } from './receipt-page-texts.ts'

/** What receipts of all kinds say. */
export type SharedClaims = ReceiptHead & Pick<ConsentBody, 'controller' | 'context_sha256' | 'withdrawal'>

/** A receipt, with what its page is written from. */
export interface ReceiptView<Claims extends SharedClaims = SharedClaims> {
  readonly claims: Claims
  readonly controller: Controller | undefined
  /** BCP 47: of the page's own words, and of the published texts where they are on file. */
  readonly language: string
  readonly texts: ReceiptPageTexts
}

/** @throws Error when a document is not the one that the receipt names */
export function viewOf<Claims extends SharedClaims>(
  claims: Claims,
  controller: ServedDocument | null,
  language: string,
): ReceiptView<Claims> {
  return {
    claims,
    controller: readDocument<Controller>(controller, claims.controller.sha256),
    language,
    texts: receiptPageTextsIn(language),
  }
}

const style = `${pageStyle}
.kicker { color: var(--quiet); margin-block: 0 .25rem }
.number { color: var(--quiet) }
.answers { list-style: none; margin-block: 1rem 0; padding: 0 }
.answers > li { border: 1px solid var(--line); border-radius: 6px; padding: 1rem; margin-block-start: 1rem }
.answer, .answer + p { margin-block-start: .75rem }
.answer { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem }
.yes, .no { border: 1px solid var(--accent); border-radius: 4px; padding: .1rem .6rem; color: var(--accent) }
.yes { background: var(--accent); color: var(--paper) }
.yes::before { content: '✓  '; content: '✓  ' / '' }
.no::before { content: '✕  '; content: '✕  ' / '' }
@media print {
  .yes { background: none; color: var(--ink) }
  .answers > li { break-inside: avoid; padding: .6rem .8rem; margin-block-start: .6rem }
  .law::after { content: ' (' attr(href) ')' }
}
`
const headers = pageHeaders(style)

export const day = { dateStyle: 'long', timeZone: 'UTC' } as const
export const second = { ...day, timeStyle: 'long', hourCycle: 'h23' } as const

/** What is the same in the receipts of all kinds, around what one of them says. */
export function receiptDocument(
  view: ReceiptView,
  own: {
    readonly title: string
    readonly about: string
    readonly content: Content
    /** Rows of identifiers and of hashes beside those that every receipt has. */
    readonly identifiers: Content
    readonly hashes: Content
  },
): { readonly body: string; readonly headers: Readonly<Record<string, string>> } {
  const { claims, texts, controller } = view
  const name = controller?.name ?? claims.controller.id
  const body = html`<header>
<p class="kicker">${isolated(name)}</p>
<h1>${own.title}</h1>
<p class="number">${code(claims.jti)}</p>
<p>${own.about}</p>
${claims.env === 'test' ? html`<p class="notice">${texts.testData}</p>` : undefined}
</header>
<main>
${own.content}
${withdrawal(view)}
${evidence(view, own)}
</main>
<footer>
<p>${texts.footer} ${link(claims.iss)}.</p>
</footer>`
  const { language, direction } = texts
  return {
    body: page({ title: `${own.title} – ${name}`, language, direction, style, body }),
    headers: { ...headers, 'Content-Language': language },
  }
}

export function whoAsked({ claims, texts, controller }: ReceiptView): Markup {
  return html`<section>
<h2>${texts.who}</h2>
${
  controller === undefined
    ? html`<p class="hint">${texts.controllerMissing}</p><dl>${fact(texts.name, code(claims.controller.id))}</dl>`
    : html`<dl>
${fact(texts.name, isolated(controller.name))}
${fact(texts.address, isolated(controller.address))}
${fact(texts.contact, contactLink(controller.contact))}
${fact(texts.privacyPolicy, controller.privacy_policy_url === null ? undefined : link(controller.privacy_policy_url))}
</dl>`
}
</section>`
}

function withdrawal({ claims, texts, controller }: ReceiptView): Markup {
  const { uri } = claims.withdrawal
  // An address of the API answers programs; a person who follows it would only meet an error.
  const isForPrograms = /^\/v1\//.test(URL.parse(uri)?.pathname ?? '')
  return html`<section>
<h2>${texts.withdrawal}</h2>
<p>${texts.withdrawalAbout}</p>
<dl>
${fact(texts.withdrawalContact, controller && contactLink(controller.contact))}
${isForPrograms ? fact(texts.withdrawalService, code(uri)) : fact(texts.withdrawalPage, link(uri))}
</dl>
</section>`
}

function evidence(
  { claims, texts }: ReceiptView,
  own: { readonly identifiers: Content; readonly hashes: Content },
): Markup {
  const { record, controller } = claims
  const keySet = `${claims.iss}/.well-known/jwks.json`
  const fetch = `curl -H 'Accept: application/jose' -H "Authorization: Bearer $KEY" ${claims.iss}/v1/receipts/${claims.jti} > receipt.jws`
  const steps = texts.checkSteps
  return html`<section>
<h2>${texts.evidence}</h2>
<p>${texts.evidenceAbout}</p>
<details>
<summary>${texts.evidenceOpen}</summary>
<h3>${texts.check}</h3>
<ol>
<li>${steps.fetch} <pre dir="ltr">${fetch}</pre></li>
<li>${steps.keys} <pre dir="ltr">${link(keySet)}</pre></li>
<li>${steps.verify} <pre dir="ltr">alg: ES256&#10;typ: consent-receipt+jwt</pre></li>
<li>${steps.compare}</li>
</ol>
<h3>${texts.contents}</h3>
<dl>
${fact(texts.receiptId, code(claims.jti))}
${fact(texts.recordId, code(record.id))}
${fact(texts.subjectId, code(claims.sub))}
${fact(texts.sequence, record.seq)}
${own.identifiers}
${fact(texts.contextHash, claims.context_sha256 === null ? undefined : code(claims.context_sha256))}
${fact(texts.nonce, code(claims.nonce))}
</dl>
<h3>${texts.hashes}</h3>
<dl>
${fact(texts.documentOf(controller.id, controller.version), code(controller.sha256))}
${own.hashes}
</dl>
</details>
</section>`
}

/** One thing that was decided, headed by its published words, or told to have none on file. */
export function answerItem(
  view: ReceiptView,
  item: {
    readonly key: string
    readonly shown:
      | { readonly language: string; readonly name: string; readonly description: string }
      | undefined
    readonly missing: string
    /** BCP 47, of the words that the person read; null where the record does not tell. */
    readonly read: string | null
    readonly answer: Content
    readonly content: Content
  },
): Markup {
  const { shown } = item
  return html`<li>
<h3 lang="${shown?.language ?? ''}">${isolated(shown?.name ?? item.key)}</h3>
<p class="answer">${item.answer}</p>
${
  shown === undefined
    ? html`<p class="hint">${item.missing}</p>`
    : html`<p class="text" dir="auto" lang="${shown.language}">${shown.description}</p>`
}
${
  shown !== undefined && item.read !== null && mainPart(item.read) !== mainPart(shown.language)
    ? html`<p class="hint">${view.texts.otherLanguage(nameOf(view, 'language', shown.language))}</p>`
    : undefined
}
${item.content}
</li>`
}

/** The document that the receipt names: words under its hash that are not its words must never be shown. */
export function readDocument<T>(served: ServedDocument | null, sha256: string): T | undefined {
  if (served === null) return undefined
  const bytes = Buffer.from(served.bytes_b64, 'base64')
  if (contentHash(bytes) !== sha256) throw new Error('a document is not the one that its receipt names')
  return JSON.parse(bytes.toString()) as T
}

/** In the wanted language or its nearest relative; else in English, else in whichever comes first. */
export function textIn<Words extends object>(
  texts: Readonly<Record<string, Words>>,
  wanted: string,
): (Words & { readonly language: string }) | undefined {
  const all = Object.entries(texts).map(([language, text]) => ({ ...text, language }))
  return (
    all.find(({ language }) => language.toLowerCase() === wanted.toLowerCase()) ??
    all.find(({ language }) => mainPart(language) === mainPart(wanted)) ??
    all.find(({ language }) => mainPart(language) === 'en') ??
    all[0]
  )
}

function mainPart(language: string): string | undefined {
  return language.toLowerCase().split('-')[0]
}

/** A word of ours for a word of the record; one that we do not know is shown as it was recorded. */
export function wordFor(
  words: Readonly<Record<string, string>>,
  word: string,
  otherwise: Content = code(word),
): Content {
  return Object.hasOwn(words, word) ? words[word] : otherwise
}

export function nameOf(
  { texts }: Pick<ReceiptView, 'texts'>,
  type: 'language' | 'region',
  value: string,
): string {
  try {
    return new Intl.DisplayNames([texts.language], { type }).of(value) ?? value
  } catch {
    // A tag that was recorded long ago need not have a form that Intl accepts.
    return value
  }
}

export function time(
  { texts }: Pick<ReceiptView, 'texts'>,
  instant: string,
  precision: Intl.DateTimeFormatOptions,
): Markup {
  const text = new Intl.DateTimeFormat(texts.language, precision).format(new Date(instant))
  return html`<time datetime="${instant}">${text}</time>`
}
