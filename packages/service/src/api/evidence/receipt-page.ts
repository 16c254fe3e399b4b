import { Temporal } from 'temporal-polyfill'
import type { ConsentPayload } from '../../domain/consent-answer.ts'
import type { PurposeDefinition } from '../../domain/purpose.ts'
import { code, fact, html, type Markup, row } from '../../http/html.ts'
import { regimes } from '../../regimes/regimes.ts'
import type { ServedDocuments } from '../../store/documents.ts'
import type { AnswerWord } from './receipt-page-texts.ts'
import {
  answerItem,
  day,
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

interface Receipt {
  readonly claims: ConsentPayload
  readonly documents: ServedDocuments
  /** BCP 47: of the page's own words, and of the purposes' where they are on file. */
  readonly language: string
}

interface View extends ReceiptView<ConsentPayload> {
  readonly documents: ServedDocuments
}

type Decision = ConsentPayload['decisions'][number]

/**
 * A consent receipt as a page to read and print. It shows the words that the receipt names by their hashes, never
 * those in force today.
 *
 * @throws Error when a document is not the one that the receipt names
 */
export function receiptPage(receipt: Receipt): ReturnType<typeof receiptDocument> {
  const { claims, documents } = receipt
  const view: View = { ...viewOf(claims, documents.controller, receipt.language), documents }
  const { texts } = view
  const { notice, policy } = claims
  return receiptDocument(view, {
    title: texts.title,
    about: texts.about,
    content: html`${answers(view)}
${whoAsked(view)}
${circumstances(view)}`,
    identifiers: html`${fact(texts.notice, notice.id === null ? undefined : code(notice.id))}
${fact(texts.policy, code(`${policy.regime}, ${policy.version}, ${policy.model}`))}
${fact(texts.policyFingerprint, code(policy.fingerprint))}`,
    hashes: claims.decisions.map(({ purpose }) =>
      fact(texts.documentOf(purpose.key, purpose.version), code(purpose.sha256)),
    ),
  })
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
  return answerItem(view, {
    key: purpose.key,
    shown,
    missing: texts.purposeMissing,
    read: claims.notice.language,
    answer: html`<strong class="${isYes ? 'yes' : 'no'}">${texts.answers[word]}</strong> ${time(view, claims.record.occurred_at, day)}`,
    content: html`<dl>
${fact(texts.holds, expires_at === null ? texts.holdsWithoutDate[word] : texts.holdsUntil(time(view, expires_at, day)))}
${fact(texts.legalBasis, wordFor(texts.legalBases, decision.legal_basis))}
${fact(texts.data, row(definition?.data_categories))}
${fact(texts.controllers, others.length === 0 ? undefined : row(definition?.controllers))}
${fact(texts.recipients, row(definition?.recipients))}
${fact(texts.retention, duration(view, definition?.retention))}
</dl>`,
  })
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

function answerWord({ decision, legal_basis }: Decision): AnswerWord {
  return decision === 'granted' && legal_basis === 'legitimate_interest' ? 'objection_withdrawn' : decision
}

function placeOf(view: View): string {
  const { country, region } = view.claims.jurisdiction
  if (country === null) return view.texts.unknown
  const name = nameOf(view, 'region', country)
  return region === null ? name : `${name} (${country}-${region})`
}

function duration({ texts }: View, iso: string | null | undefined): string | undefined {
  return iso ? Temporal.Duration.from(iso).toLocaleString(texts.language, { style: 'long' }) : undefined
}
