import { addressOf } from '../data-requests/answer-data-request.ts'
import { findByLink, type LinkedRequests } from '../data-requests/find-by-link.ts'
import { clockOf } from '../data-requests/keep-data-request.ts'
import { openPersonal } from '../data-requests/personal-data.ts'
import { proveMailbox, withdrawByPerson } from '../data-requests/prove-mailbox.ts'
import { dataRequestTextsIn, dayIn } from '../delivery/data-request-texts.ts'
import { isClosed } from '../domain/data-request.ts'
import { recordPublicId } from '../domain/public-id.ts'
import type { HostedPage, PageAnswer, PageCall } from '../http/hosted-page.ts'
import { fact, html, isolated, type Markup } from '../http/html.ts'
import { Refusal } from '../kernel/refusal.ts'
import { inTimeOf, type Service } from '../service.ts'
import type { StoredDataRequest } from '../store/data-requests.ts'
import { formUrl, languageMenu } from './data-request-form-page.ts'
import { type DataRequestPageTexts, dataRequestPageTextsIn } from './data-request-page-texts.ts'
import { linkNotFound } from './link-not-found.ts'

/**
 * Where the link in a mail leads: whoever opens it reads that mailbox. It shows all requests that came from there, so
 * that one that somebody else wrote cannot hide the person's own; a button proves one, another takes it back.
 */
export const dataRequestPage: HostedPage = {
  path: '/p/data-requests/:token',

  async show(service, call) {
    const texts = dataRequestPageTextsIn(call.language)
    const linked = await findByLink(service, call.params['token'] ?? '')
    return linked === undefined ? linkNotFound(texts) : requestsPage(service, call, linked, texts, undefined)
  },

  async press(service, call) {
    const texts = dataRequestPageTextsIn(call.language)
    const token = call.params['token'] ?? ''
    const linked = await findByLink(service, token)
    const pressed = linked && pressedOn(linked, call.form.get('request') ?? '')
    if (linked === undefined || pressed === undefined) return linkNotFound(texts)
    const isConfirming = call.form.get('action') === 'confirm'
    const act = isConfirming ? proveMailbox : withdrawByPerson
    // Pressed twice, or too late: the page shows how it stands, which is the answer.
    const isDone = await act(inTimeOf(service, linked.environment), linked.environment, pressed).then(
      () => true,
      ignoreRefusal,
    )
    const said = isDone ? (isConfirming ? texts.confirmed : texts.takenBack) : undefined
    const after = await findByLink(service, token)
    return after === undefined ? linkNotFound(texts) : requestsPage(service, call, after, texts, said)
  },
}

function pressedOn({ requests }: LinkedRequests, id: string): StoredDataRequest | undefined {
  try {
    const { requestId } = addressOf(id)
    return requests.find((request) => request.requestId === requestId)
  } catch (error) {
    ignoreRefusal(error)
    return undefined
  }
}

function ignoreRefusal(error: unknown): false {
  if (error instanceof Refusal) return false
  throw error
}

function requestsPage(
  service: Service,
  { params }: PageCall,
  linked: LinkedRequests,
  texts: DataRequestPageTexts,
  said: string | undefined,
): PageAnswer {
  const { environment, requests } = linked
  const { controller } = environment.catalogue
  return {
    status: 200,
    language: texts.language,
    direction: texts.direction,
    title: texts.statusTitle,
    body: html`<header>
<p class="kicker">${isolated(controller.name)}</p>
<h1>${texts.statusTitle}</h1>
${environment.scope.environment === 'test' ? html`<p class="notice">${texts.testData}</p>` : undefined}
</header>
<main>
${said === undefined ? undefined : html`<p class="notice" role="status">${said}</p>`}
${requests.map((stored) => requestSection(service, linked, stored, texts))}
</main>
<footer>
${languageMenu(texts, `/p/data-requests/${params['token']}`)}
<p><a href="${formUrl(environment.scope.environment, texts.language)}">${texts.newRequest}</a></p>
<p>${isolated(controller.name)}, ${isolated(controller.address)}</p>
</footer>`,
  }
}

function requestSection(
  service: Service,
  { environment }: LinkedRequests,
  stored: StoredDataRequest,
  texts: DataRequestPageTexts,
): Markup {
  const words = dataRequestTextsIn(texts.language)
  const { request } = stored
  const { timeZone } = environment.catalogue
  const { dueAt } = clockOf(environment, request).deadlinesOf(request)
  const isOpen = !isClosed(request)
  const isWaiting = request.status === 'awaiting_verification'
  const details = isWaiting ? openPersonal(service.masterKey, stored)?.details : undefined
  const isDueKnown = isOpen && !isWaiting && dueAt !== null
  return html`<section>
<h2>${words.types[request.type]}</h2>
<p><strong>${texts.statuses[request.status]}</strong></p>
<p class="hint">${texts.received(dayIn(words, request.receivedAt, timeZone))}</p>
${isDueKnown ? html`<p>${words.dueBy(dayIn(words, dueAt, timeZone))}</p>` : undefined}
${request.denial === null ? undefined : html`<p>${words.denials[request.denial]}</p><p class="hint">${words.complain(environment.catalogue.controller.contact)}</p>`}
${isWaiting ? html`<p>${texts.waiting}</p>` : undefined}
${details == null ? undefined : html`<dl>${fact(texts.details, isolated(details))}</dl>`}
${isOpen ? buttons(stored, texts, isWaiting) : undefined}
</section>`
}

function buttons(
  { routeKey, requestId }: StoredDataRequest,
  texts: DataRequestPageTexts,
  isWaiting: boolean,
): Markup {
  const id = recordPublicId('dsr', { routeKey, recordId: requestId })
  return html`<form method="post">
<input type="hidden" name="request" value="${id}">
${isWaiting ? html`<button class="main" name="action" value="confirm">${texts.confirm}</button>` : undefined}
<button name="action" value="withdraw">${texts.withdraw}</button>
</form>`
}
