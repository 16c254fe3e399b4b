import { inTimeOf, type Service } from '../service.ts'
import { insertMail } from '../store/mails.ts'
import type { TellDisabled } from '../webhooks/deliver.ts'
import { mailRow, startMail } from './queue-mail.ts'
import { readAddresses } from './read-addresses.ts'

/** Mails to whom the operator named, one fact with the disablement: nobody is told twice, or of what did not happen. */
export function tellByMail(everywhere: Service): TellDisabled {
  const recipients = readAddresses('ASSENT_OPERATOR_MAIL_TO', everywhere.config.operatorMailTo)
  return async (db, { scope, endpoint, reason }) => {
    const environment = everywhere.settings.current.environments.get(scope.environmentId)
    if (environment === undefined) throw new Error('an environment is not in the settings')
    const service = inTimeOf(everywhere, environment)
    const { endpointId, catalogueKey, url, failingSince, missedSince } = endpoint
    const values = {
      environment: scope.environment,
      // Of the URL nothing else: its path may be a secret.
      host: new URL(url).hostname,
      endpointId,
      catalogueKey,
      reason,
      failingSince,
      missedSince,
      api: `${service.issuer()}/v1/webhook-endpoints/${endpointId}`,
    }
    const language = environment.catalogue.defaultLanguage
    const mails = recipients.map((to) => {
      const id = service.newUuid(service.clock.now())
      return mailRow(service, environment, { id, kind: 'webhook-disabled', to, language, values })
    })
    for (const mail of mails) await insertMail(db, mail)
    return async () => {
      for (const mail of mails) await startMail(service, mail)
    }
  }
}
