import { z } from 'zod'
import { channels, findTopic, templateOf } from '../../domain/preference-template.ts'
import { parseRef } from '../../domain/ref.ts'
import { writeUnsubscribeToken } from '../../domain/unsubscribe-link.ts'
import type { Recipe } from '../../http/endpoint.ts'
import { requireSubject } from '../../http/find-subject.ts'
import { refuseInvalid } from '../../kernel/refusal.ts'

const body = z.strictObject({
  subject: z.strictObject({ ref: z.string().max(200) }).describe('Whom the mail goes to.'),
  key: z.string().max(64).describe('The topic that the mail is about.'),
  channel: z.enum(channels).nullish().describe('One channel of it; left out for a topic without channels.'),
  language: z
    .string()
    .regex(/^[A-Za-z0-9-]{2,35}$/, 'is not a language tag')
    .nullish()
    .describe('Of the page, BCP 47; left out: as the browser asks.'),
})

const answer = z.strictObject({
  url: z.url().describe('Opens a page whose button switches the topic off.'),
  headers: z
    .record(z.string(), z.string())
    .describe(
      'For the mail, so that mail programs offer one click (RFC 8058); both must be under its DKIM signature.',
    ),
})

const url = 'https://consent.example/p/unsubscribe/1B9iIuG6JLOPU2W0SBd0Lk.newsletter.email.Vd5pC3…'

export const makeUnsubscribeLink: Recipe<undefined, undefined, z.output<typeof body>> = {
  operationId: 'makeUnsubscribeLink',
  tag: 'Preferences',
  summary: 'Make an unsubscribe link',
  description:
    'A link for a newsletter that ends one topic of one person, with a button or one click of the mail program, without a log-in. It never runs out and can do nothing else.',
  body,
  answers: {
    200: {
      description: 'The link, and the headers of the mail.',
      schema: answer,
      example: {
        url,
        headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      },
    },
  },
  refuses: ['not_configured', 'subject_not_found', 'subject_erased'],
  async run(service, call) {
    const { environment, body: asked } = call
    const topic = findTopic(templateOf(environment), asked.key)
    const channel = asked.channel ?? null
    if (topic === undefined || topic.type === 'select')
      throw refuseInvalid([
        { path: 'key', message: 'The preference template has no topic of this name to switch off.' },
      ])
    const fits =
      topic.channels.length === 0 ? channel === null : topic.channels.some((one) => one === channel)
    if (!fits)
      throw refuseInvalid([{ path: 'channel', message: 'This is not one of the channels of this topic.' }])
    const ref = parseRef(asked.subject.ref, environment.catalogue.identifierTypes)
    if ('fault' in ref) throw refuseInvalid([{ path: 'subject.ref', message: ref.fault }])
    const { routeKey } = await requireSubject(service, call, ref)
    const token = writeUnsubscribeToken(environment.routing, {
      subjectKey: routeKey,
      key: topic.key,
      channel,
    })
    const query = asked.language == null ? '' : `?language=${asked.language}`
    const link = `${service.issuer()}/p/unsubscribe/${token}${query}`
    const headers = { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    return { status: 200, body: JSON.stringify({ url: link, headers }) }
  },
}
