import { z } from 'zod'
import { eventTypes } from '../domain/event.ts'
import { webhookDescriptionMax, webhooksMax, webhookUrlMax } from '../domain/webhook.ts'
import { type TargetRules, urlFault } from '../domain/webhook-url.ts'
import type { DescribedIssue } from './describe-issue.ts'
import { shownText } from './shown-text.ts'
import { uniqueList } from './unique-list.ts'

const webhookKey = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be lower-case letters, digits and _, from a letter on, at most 64')

const urlHint =
  'https on port 443 or 8443, to a host on the public internet. Only for test, and where ASSENT_WEBHOOKS_PRIVATE says so, anything else.'

const webhookEntry = z.strictObject({
  url: z
    .string()
    .max(webhookUrlMax, `is longer than ${webhookUrlMax} characters`)
    .refine((text) => !/[\s\p{Cc}\p{Cs}]/u.test(text), 'holds a space or a control character')
    .describe(urlHint),
  types: uniqueList(z.enum(eventTypes))
    .default([])
    .describe('Which events; empty or left out: all, those of later versions too.'),
  description: shownText(webhookDescriptionMax).default('').describe('For people.'),
})

/** By key: under it an endpoint keeps its id and its secrets, whatever else of it changes. */
export const webhookEntries = z
  .record(webhookKey, webhookEntry)
  .refine((webhooks) => Object.keys(webhooks).length <= webhooksMax, {
    error: `holds more than ${webhooksMax} endpoints`,
    params: { hint: 'Let one endpoint hear of several types.' },
  })

const withUrls = z.object({ webhooks: z.record(z.string(), z.unknown()) })
const withUrl = z.object({ url: z.string() })

/** What the API would refuse of the URLs too; beside the checks of form, so that all faults are told at once. */
export function findUrlFaults(value: unknown, rules: TargetRules): DescribedIssue[] {
  const { data } = withUrls.safeParse(value)
  return Object.entries(data?.webhooks ?? {}).flatMap(([key, entry]) => {
    const url = withUrl.safeParse(entry).data?.url
    const fault = url === undefined ? null : urlFault(url, rules)
    return fault === null ? [] : [{ path: ['webhooks', key, 'url'], message: fault, hint: urlHint }]
  })
}
