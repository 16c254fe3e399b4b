import {
  type FoundConfirmation,
  type OpenConfirmation,
  readConfirmation,
} from '../delivery/read-confirmation.ts'
import type { HostedPage, PageAnswer } from '../http/hosted-page.ts'
import { html, isolated, link } from '../http/html.ts'
import { contentHash } from '../kernel/id.ts'
import { inTimeOf, type Service } from '../service.ts'
import { beginConfirmation, endConfirmation } from '../store/confirmations.ts'
import { keepShownText } from '../store/shown-texts.ts'
import { confirmPageTextsIn } from './confirm-page-texts.ts'
import type { ConfirmPageTexts } from './confirm-page-words.ts'
import { confirmationHandlers } from './confirm-preferences.ts'
import { noticePage } from './notice-page.ts'

/** Where the link of a mail leads: a page that says what is confirmed, and whose button does it. */
export const confirmPage: HostedPage = {
  path: '/p/confirm/:token',

  async show(service, { params, language }) {
    const found = await readConfirmation(service, params['token'] ?? '')
    return found.kind === 'open'
      ? questionPage(found.confirmation)
      : overPage(found, confirmPageTextsIn(language))
  },

  async press(everywhere, { params, language, headers, address }) {
    const found = await readConfirmation(everywhere, params['token'] ?? '')
    const texts = confirmPageTextsIn(language)
    if (found.kind !== 'open') return overPage(found, texts)
    const { confirmation } = found
    const service = inTimeOf(everywhere, confirmation.environment)
    if (!(await beginConfirmation(service.pool, confirmation.address)))
      return overPage({ kind: 'over', why: 'confirmed', address: confirmation.address }, texts)
    const at = service.clock.now()
    const pageHash = await keepQuestion(service, confirmation, at)
    const outcome = await confirmationHandlers[confirmation.stored.kind].confirm(service, confirmation, {
      at,
      pageHash,
      address,
      userAgent: headers['user-agent'],
    })
    // A crash before this leaves it half done: the next press finds what was recorded, and ends it.
    await endConfirmation(service.pool, confirmation.address, { outcome, now: at })
    return donePage(confirmation)
  },
}

/** In the language of the sign-up, since these words are what is confirmed. */
function questionPage({ environment, content }: OpenConfirmation): PageAnswer {
  const texts = confirmPageTextsIn(content.language)
  const { controller } = environment.catalogue
  return {
    status: 200,
    language: texts.language,
    direction: texts.direction,
    title: texts.question,
    body: html`<header>
<p class="kicker">${isolated(controller.name)}</p>
<h1>${texts.question}</h1>
${environment.scope.environment === 'test' ? html`<p class="notice">${texts.testData}</p>` : undefined}
</header>
<main>
<p>${texts.asked(controller.name)}</p>
<ul>${content.items.map((item) => html`<li>${isolated(item)}</li>`)}</ul>
<form method="post"><button class="main">${texts.confirm}</button></form>
<p class="hint">${texts.freely}</p>
</main>
<footer>
<p>${texts.who} ${isolated(controller.name)}, ${isolated(controller.address)}</p>
${controller.privacy_policy_url === null ? undefined : html`<p>${link(controller.privacy_policy_url, texts.privacyPolicy)}</p>`}
</footer>`,
  }
}

/** The page as it was shown, for the evidence; it holds no address and no token. */
async function keepQuestion(service: Service, confirmation: OpenConfirmation, now: number): Promise<string> {
  const { environment } = confirmation
  const { language, body } = questionPage(confirmation)
  const content = Buffer.from(JSON.stringify({ page: 'confirm', language, html: body.toString() }))
  const sha256 = contentHash(content)
  const routeKey = environment.routing.shownText(sha256)
  await keepShownText(service.pool, environment.scope, { routeKey, sha256, content, now })
  return sha256
}

function donePage({ content, environment }: OpenConfirmation): PageAnswer {
  const texts = confirmPageTextsIn(content.language)
  const { redirectUrl } = content
  return noticePage(
    texts,
    { status: 200, title: texts.done, text: texts.doneText(environment.catalogue.controller.name) },
    redirectUrl === null
      ? undefined
      : html`<p>${link(redirectUrl, texts.goOn(new URL(redirectUrl).hostname))}</p>`,
  )
}

/** What was good once is gone (410); what never was is not found (404), and nothing tells how near it came. */
export function overPage(
  found: Exclude<FoundConfirmation, { kind: 'open' }>,
  texts: ConfirmPageTexts,
): PageAnswer {
  return found.kind === 'unknown'
    ? noticePage(texts, { status: 404, ...texts.over.unknown })
    : noticePage(texts, { status: 410, ...texts.over[found.why] })
}
