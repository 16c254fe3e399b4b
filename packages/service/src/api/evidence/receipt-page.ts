import { Temporal } from 'temporal-polyfill'
import type { Controller } from '../../domain/catalogue.ts'
import type { ConsentPayload } from '../../domain/consent-answer.ts'
import type { PurposeDefinition, PurposeText } from '../../domain/purpose.ts'
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
  row,
} from '../../http/html.ts'
import { contentHash } from '../../kernel/id.ts'
import { regimes } from '../../regimes/regimes.ts'
import type { ServedDocument, ServedDocuments } from '../../store/documents.ts'
import { type AnswerWord, type ReceiptPageTexts, receiptPageTextsIn } from './receipt-page-texts.ts'

interface Receipt {
  readonly claims: ConsentPayload
  readonly documents: ServedDocuments
  /** BCP 47: of the page's own words, and of the purposes' where they are on file. */
  readonly language: string
}

interface View extends Receipt {
  readonly texts: ReceiptPageTexts
  readonly controller: Controller | undefined
}

type Decision = ConsentPayload['decisions'][number]

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

const day = { dateStyle: 'long', timeZone: 'UTC' } as const
const second = { ...day, timeStyle: 'long', hourCycle: 'h23' } as const

/**
 * A receipt as a page to read and print. It shows the words that the receipt names by their hashes, never those in
 * force today.
 *
 * @throws Error when a document is not the one that the receipt names
 */
export function receiptPage(receipt: Receipt): {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
} {
  const texts = receiptPageTextsIn(receipt.language)
  const { claims, documents } = receipt
  const controller = readDocument<Controller>(documents.controller, claims.controller.sha256)
  const view = { ...receipt, texts, controller }
  const name = controller?.name ?? claims.controller.id
  const body = html`<header>
<p class="kicker">${isolated(name)}</p>
<h1>${texts.title}</h1>
<p class="number">${code(claims.jti)}</p>
<p>${texts.about}</p>
${claims.env === 'test' ? html`<p class="notice">${texts.testData}</p>` : undefined}
</header>
<main>
${answers(view)}
${whoAsked(view)}
${circumstances(view)}
${withdrawal(view)}
${evidence(view)}
</main>
<footer>
<p>${texts.footer} ${link(claims.iss)}.</p>
</footer>`
  const { language, direction } = texts
  return {
    body: page({ title: `${texts.title} – ${name}`, language, direction, style, body }),
    headers: { ...headers, 'Content-Language': language },
  }
}

function answers(view: View): Markup {
  const { claims, texts } = view
  return html`<section>
<h2>${texts.asked}</h2>
<p class="hint">${texts.allTimesUtc}</p>
<ul class="answers" role="list">${claims.decisions.map((decision) => answer(view, decision))}</ul>
</section>`
}

function answer(view: View, decision: Decision): Markup {
  const { claims, documents, texts, controller } = view
  const { purpose, expires_at } = decision
  const served = documents.purposes.find(
    ({ key, version }) => key === purpose.key && version === purpose.version,
  )
  const definition = readDocument<PurposeDefinition>(served ?? null, purpose.sha256)
  const shown = definition && textIn(definition.texts, view.language)
  const others = definition?.controllers.filter((name) => name !== controller?.name) ?? []
  const word = answerWord(decision)
  const isYes = word === 'granted' || word === 'objection_withdrawn'
  return html`<li>
<h3 lang="${shown?.language ?? ''}">${isolated(shown?.name ?? purpose.key)}</h3>
<p class="answer"><strong class="${isYes ? 'yes' : 'no'}">${texts.answers[word]}</strong> ${time(view, claims.record.occurred_at, day)}</p>
${
  shown === undefined
    ? html`<p class="hint">${texts.purposeMissing}</p>`
    : html`<p class="text" dir="auto" lang="${shown.language}">${shown.description}</p>`
}
${isForeign(view, shown) ? html`<p class="hint">${texts.otherLanguage(nameOf(view, 'language', shown?.language ?? ''))}</p>` : undefined}
<dl>
${fact(texts.holds, expires_at === null ? texts.holdsWithoutDate[word] : texts.holdsUntil(time(view, expires_at, day)))}
${fact(texts.legalBasis, wordFor(texts.legalBases, decision.legal_basis))}
${fact(texts.data, row(definition?.data_categories))}
${fact(texts.controllers, others.length === 0 ? undefined : row(definition?.controllers))}
${fact(texts.recipients, row(definition?.recipients))}
${fact(texts.retention, duration(view, definition?.retention))}
</dl>
</li>`
}

function whoAsked({ claims, texts, controller }: View): Markup {
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

function circumstances(view: View): Markup {
  const { claims, texts } = view
  const { record, collection, notice, policy } = claims
  const regime = regimes.find(({ key }) => key === policy.regime)
  const name = wordFor(texts.laws, policy.regime, regime?.name)
  const source = regime && html` <a class="law" href="${regime.law.url}">${regime.law.title}</a>.`
  return html`<section>
<h2>${texts.circumstances}</h2>
<dl>
${fact(texts.decidedAt, time(view, record.occurred_at, second))}
${fact(texts.recordedAt, time(view, record.recorded_at, second))}
${fact(texts.place, placeOf(view))}
${fact(texts.law, html`${name}.${source} ${wordFor(texts.matchedBy, policy.matched_by)}`)}
${fact(texts.source, wordFor(texts.sources, collection.source))}
${fact(texts.action, collection.action === null ? undefined : wordFor(texts.actions, collection.action))}
${fact(texts.askedIn, notice.language === null ? texts.unknown : nameOf(view, 'language', notice.language))}
${fact(texts.provedBy, wordFor(texts.proofs, collection.proved_by))}
${fact(texts.gpc, collection.gpc ? texts.gpcOn : texts.gpcOff)}
</dl>
</section>`
}

function withdrawal({ claims, texts, controller }: View): Markup {
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

function evidence({ claims, texts }: View): Markup {
  const { record, controller, notice, policy } = claims
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
${fact(texts.notice, notice.id === null ? undefined : code(notice.id))}
${fact(texts.policy, code(`${policy.regime}, ${policy.version}, ${policy.model}`))}
${fact(texts.policyFingerprint, code(policy.fingerprint))}
${fact(texts.contextHash, claims.context_sha256 === null ? undefined : code(claims.context_sha256))}
${fact(texts.nonce, code(claims.nonce))}
</dl>
<h3>${texts.hashes}</h3>
<dl>
${fact(texts.documentOf(controller.id, controller.version), code(controller.sha256))}
${claims.decisions.map(({ purpose }) => fact(texts.documentOf(purpose.key, purpose.version), code(purpose.sha256)))}
</dl>
</details>
</section>`
}

function answerWord({ decision, legal_basis }: Decision): AnswerWord {
  return decision === 'granted' && legal_basis === 'legitimate_interest' ? 'objection_withdrawn' : decision
}

/** The document that the receipt names: words under its hash that are not its words must never be shown. */
function readDocument<T>(served: ServedDocument | null, sha256: string): T | undefined {
  if (served === null) return undefined
  const bytes = Buffer.from(served.bytes_b64, 'base64')
  if (contentHash(bytes) !== sha256) throw new Error('a document is not the one that its receipt names')
  return JSON.parse(bytes.toString()) as T
}

/** In the wanted language or its nearest relative; else in English, else in whichever comes first. */
function textIn(
  texts: Readonly<Record<string, PurposeText>>,
  wanted: string,
): (PurposeText & { readonly language: string }) | undefined {
  const all = Object.entries(texts).map(([language, text]) => ({ ...text, language }))
  return (
    all.find(({ language }) => language.toLowerCase() === wanted.toLowerCase()) ??
    all.find(({ language }) => mainPart(language) === mainPart(wanted)) ??
    all.find(({ language }) => mainPart(language) === 'en') ??
    all[0]
  )
}

/** Whether these are not the words that were read. A record without a language does not tell. */
function isForeign({ claims }: View, shown: { readonly language: string } | undefined): boolean {
  const read = claims.notice.language
  return read !== null && shown !== undefined && mainPart(read) !== mainPart(shown.language)
}

function mainPart(language: string): string | undefined {
  return language.toLowerCase().split('-')[0]
}

/** A word of ours for a word of the record; one that we do not know is shown as it was recorded. */
function wordFor(
  words: Readonly<Record<string, string>>,
  word: string,
  otherwise: Content = code(word),
): Content {
  return Object.hasOwn(words, word) ? words[word] : otherwise
}

function placeOf(view: View): string {
  const { country, region } = view.claims.jurisdiction
  if (country === null) return view.texts.unknown
  const name = nameOf(view, 'region', country)
  return region === null ? name : `${name} (${country}-${region})`
}

function nameOf({ texts }: View, type: 'language' | 'region', value: string): string {
  try {
    return new Intl.DisplayNames([texts.language], { type }).of(value) ?? value
  } catch {
    // A tag that was recorded long ago need not have a form that Intl accepts.
    return value
  }
}

function time({ texts }: View, instant: string, precision: Intl.DateTimeFormatOptions): Markup {
  const text = new Intl.DateTimeFormat(texts.language, precision).format(new Date(instant))
  return html`<time datetime="${instant}">${text}</time>`
}

function duration({ texts }: View, iso: string | null | undefined): string | undefined {
  return iso ? Temporal.Duration.from(iso).toLocaleString(texts.language, { style: 'long' }) : undefined
}
