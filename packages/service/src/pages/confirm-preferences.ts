import type { PreferencesToConfirm } from '../delivery/preferences-to-confirm.ts'
import { parseRef } from '../domain/ref.ts'
import { agentFamily } from '../http/circumstances.ts'
import { networkPrefix } from '../http/network.ts'
import { confirmPreferences } from '../ledger/confirm-preferences.ts'
import { orReturning } from '../ledger/return-subject.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import type { ConfirmationHandler, ConfirmationHandlers, Press } from './confirmation-handlers.ts'

/** Puts preferences in force, with the whole round trip as its evidence (BGH I ZR 164/09: to be shown for each of them). */
const preferences: ConfirmationHandler = {
  async confirm(service, confirmation, press) {
    const { id, address, environment, content, stored } = confirmation
    const { ref: text, preferences, asked } = content.detail as PreferencesToConfirm
    const ref = parseRef(text, environment.catalogue.identifierTypes)
    if ('fault' in ref) throw new Error('a ref that was one when it was asked for')
    const said = {
      ref,
      preferences,
      language: content.language,
      confirmation: {
        id,
        requestedAt: stored.createdAt,
        sentAt: stored.sentAt,
        confirmedAt: press.at,
        messageHash: stored.textHash,
        reply: stored.smtpReply,
        pageHash: press.pageHash,
        circumstances: { ...asked, mail_id: address.id, ...circumstancesOf(environment, press) },
      },
    }
    const { answer } = await orReturning(service, environment, 'preference_center', () =>
      confirmPreferences(service, environment, said),
    )
    return answer.receipt?.id ?? answer.id
  },
}

function circumstancesOf({ catalogue: { keep } }: EnvironmentSettings, press: Press) {
  return {
    confirmed_from_network: keep.networkPrefix ? networkPrefix(press.address) : null,
    confirmed_with_agent: keep.agentFamily ? agentFamily(press.userAgent) : null,
  }
}

export const confirmationHandlers: ConfirmationHandlers = { preferences }
