import type { Environment } from '../domain/scope.ts'
import type { DisabledReason } from '../domain/webhook.ts'
import { toTimestamp } from '../kernel/clock.ts'
import { type BuiltInTexts, nearestTexts } from './built-in-language.ts'
import type { MailDocument } from './mail-document.ts'

/** To the operator: events do not go to an endpoint any more. */
export interface DisabledWebhookNotice {
  readonly environment: Environment
  readonly host: string
  readonly endpointId: string
  readonly catalogueKey: string | null
  readonly reason: DisabledReason
  /** Unix ms, like the other. */
  readonly failingSince: number
  readonly missedSince: number
  /** Where the endpoint is in the API. */
  readonly api: string
}

interface WebhookDisabledTexts extends BuiltInTexts {
  readonly subject: (host: string) => string
  readonly what: (environment: Environment, name: string) => string
  readonly why: Readonly<Record<DisabledReason, (since: string) => string>>
  readonly kept: string
  readonly enable: string
  readonly replay: string
  readonly end: { readonly declared: (key: string) => string; readonly made: string }
  readonly key: string
}

const en: WebhookDisabledTexts = {
  language: 'en',
  direction: 'ltr',
  subject: (host) => `Webhooks to ${host} have been stopped`,
  what: (environment, name) =>
    `Assent no longer sends events of the ${environment} environment to the webhook endpoint ${name}.`,
  why: {
    failing: (since) => `Nothing has got through to it since ${since}, for more than five days.`,
    gone: (since) =>
      `It answered 410, by which a receiver says that it is gone for good. It failed from ${since} on.`,
  },
  kept: 'No event is lost: all of them are in the log, and can be sent again. Once the receiver answers:',
  enable: 'Enable the endpoint. What still waits for it is sent then.',
  replay: 'Send what it has missed. Each event comes under the id it always had, so none counts twice.',
  end: {
    declared: (key) =>
      `If nobody needs it any more, take webhooks.${key} out of the catalogue and apply that.`,
    made: 'If nobody needs it any more, delete it.',
  },
  key: 'Send these requests with a secret key of the environment.',
}

const de: WebhookDisabledTexts = {
  language: 'de',
  direction: 'ltr',
  subject: (host) => `Webhooks an ${host} wurden eingestellt`,
  what: (environment, name) =>
    `Assent schickt keine Ereignisse der Umgebung ${environment} mehr an den Webhook-Endpunkt ${name}.`,
  why: {
    failing: (since) => `Seit ${since} kam dort nichts mehr an, seit mehr als fünf Tagen.`,
    gone: (since) =>
      `Er hat mit 410 geantwortet; so sagt ein Empfänger, dass es ihn nicht mehr gibt. Er schlug fehl seit ${since}.`,
  },
  kept: 'Kein Ereignis ist verloren: Alle stehen im Verzeichnis und lassen sich noch einmal schicken. Sobald der Empfänger antwortet:',
  enable: 'Schalten Sie den Endpunkt wieder ein. Was noch auf ihn wartet, wird dann geschickt.',
  replay:
    'Schicken Sie, was er verpasst hat. Jedes Ereignis kommt unter der Kennung, die es immer hatte; keines zählt doppelt.',
  end: {
    declared: (key) =>
      `Wenn niemand ihn mehr braucht, nehmen Sie webhooks.${key} aus dem Katalog und wenden Sie ihn an.`,
    made: 'Wenn niemand ihn mehr braucht, löschen Sie ihn.',
  },
  key: 'Schicken Sie diese Anfragen mit einem geheimen Schlüssel der Umgebung.',
}

export const webhookDisabledMail = {
  compose(notice: DisabledWebhookNotice, language: string): MailDocument {
    const texts = nearestTexts([en, de], language)
    const { environment, host, endpointId, catalogueKey, reason, failingSince, missedSince, api } = notice
    const name = `${catalogueKey === null ? endpointId : `${catalogueKey} (${endpointId})`}, ${host}`
    const since = JSON.stringify({ since: toTimestamp(missedSince) })
    const paragraph = (text: string) => ({ kind: 'paragraph', text }) as const
    return {
      language: texts.language,
      direction: texts.direction,
      subject: texts.subject(host),
      blocks: [
        paragraph(texts.what(environment, name)),
        paragraph(texts.why[reason](timeIn(texts.language, failingSince))),
        paragraph(texts.kept),
        paragraph(texts.enable),
        { kind: 'list', items: [`POST ${api}/enable {}`] },
        paragraph(texts.replay),
        { kind: 'list', items: [`POST ${api}/replay ${since}`] },
        ...(catalogueKey === null
          ? [paragraph(texts.end.made), { kind: 'list', items: [`DELETE ${api}`] } as const]
          : [paragraph(texts.end.declared(catalogueKey))]),
        { kind: 'small', text: texts.key },
      ],
    }
  },
  /** Nothing in it is secret, or of a person. */
  blank: (values: DisabledWebhookNotice): DisabledWebhookNotice => values,
}

function timeIn(language: string, ms: number): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(ms)} UTC`
}
