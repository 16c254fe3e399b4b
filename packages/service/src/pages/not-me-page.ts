import { type FoundConfirmation, readConfirmation } from '../delivery/read-confirmation.ts'
import type { RowAddress } from '../domain/job.ts'
import type { HostedPage, PageAnswer } from '../http/hosted-page.ts'
import { html } from '../http/html.ts'
import { inTimeOf } from '../service.ts'
import { silenceMailbox } from '../store/confirmations.ts'
import { overPage } from './confirm-page.ts'
import { confirmPageTextsIn } from './confirm-page-texts.ts'
import type { ConfirmPageTexts } from './confirm-page-words.ts'
import { noticePage } from './notice-page.ts'

/** For so long no form can have a mail sent to a mailbox whose owner said that it was not them. */
const silentMs = 365 * 86_400_000

/**
 * "This was not me". A mail program posts here too, in the name of whoever pressed "unsubscribe" (RFC 8058): whatever
 * the body, without a cookie, and as often as it likes.
 */
export const notMePage: HostedPage = {
  path: '/p/not-me/:token',

  async show(service, { params, language }) {
    const found = await readConfirmation(service, params['token'] ?? '')
    const texts = confirmPageTextsIn(language)
    const address = silencing(found)
    if (address === undefined) return closedPage(found, texts)
    const environment = service.settings.current.environments.get(address.environmentId)
    const name = environment?.catalogue.controller.name ?? ''
    const button = html`<form method="post"><button class="main">${texts.notMe}</button></form>`
    return noticePage(texts, { status: 200, title: texts.notMeTitle, text: texts.notMeText(name) }, button)
  },

  async press(service, { params, language }) {
    const found = await readConfirmation(service, params['token'] ?? '')
    const texts = confirmPageTextsIn(language)
    const address = silencing(found)
    if (address === undefined) return closedPage(found, texts)
    const environment = service.settings.current.environments.get(address.environmentId)
    const { clock } = environment === undefined ? service : inTimeOf(service, environment)
    const now = clock.now()
    await silenceMailbox(service.pool, address, { now, until: now + silentMs })
    return noticePage(texts, { status: 200, ...texts.over.rejected })
  },
}

/** Any mail that was really sent will do, also one whose link has run out; but what was confirmed was wanted. */
function silencing(found: FoundConfirmation): RowAddress | undefined {
  if (found.kind === 'open') return found.confirmation.address
  return found.kind === 'over' && (found.why === 'expired' || found.why === 'superseded')
    ? found.address
    : undefined
}

function closedPage(found: FoundConfirmation, texts: ConfirmPageTexts): PageAnswer {
  if (found.kind === 'open') throw new Error('an open confirmation can be silenced')
  // Once is enough, and twice is no fault.
  return found.kind === 'over' && found.why === 'rejected'
    ? noticePage(texts, { status: 200, ...texts.over.rejected })
    : overPage(found, texts)
}
