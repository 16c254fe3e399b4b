import { z } from 'zod'
import { type CapturedMail, openCapture } from '../../delivery/captured-mail.ts'
import { messageIdOf } from '../../delivery/mailer.ts'
import { recordPublicId } from '../../domain/public-id.ts'
import { toTimestamp } from '../../kernel/clock.ts'
import type { MasterKey } from '../../kernel/master-key.ts'
import { type StoredTestMail, testMailStates } from '../../store/test-mails.ts'

/** What a list says of a mail; null: not captured yet, never sent, or forgotten since. */
const summary = {
  id: z.string().describe('eml_…; of a confirmation the id after cft_ is the same.'),
  kind: z.string().describe('Which mail it is: confirm-preferences, prove-mailbox, data-request-news, …'),
  state: z
    .enum(testMailStates)
    .describe(
      '`due`: it is being made; `captured`: what would have been sent is here; `withheld`: one too many for its mailbox, or unwanted there, and never made; `given_up`: it could not be made, or its mailbox was erased before.',
    ),
  to: z.string().nullable(),
  language: z.string().nullable(),
  subject: z.string().nullable(),
  created_at: z.string(),
  captured_at: z.string().nullable(),
}
export const testMailSummary = z.strictObject(summary)

export const testMail = z.strictObject({
  ...summary,
  from: z.strictObject({ name: z.string(), address: z.string() }).nullable(),
  text: z.string().nullable(),
  html: z.string().nullable(),
  headers: z.record(z.string(), z.string()).nullable().describe('Beside From, To, Subject and Date.'),
  links: z
    .array(z.strictObject({ text: z.string(), url: z.string() }))
    .describe('What can be followed in it.'),
})

const link =
  'https://consent.example/p/confirm/ZGV2ZWxvcGVycyB3cml0ZSB0aGUgdGVzdHMgZmlyc3QsIHNvbWV0aW1lcw?language=en'
const notMe =
  'https://consent.example/p/not-me/ZGV2ZWxvcGVycyB3cml0ZSB0aGUgdGVzdHMgZmlyc3QsIHNvbWV0aW1lcw?language=en'

export const testMailSummaryExample: z.output<typeof testMailSummary> = {
  id: 'eml_0PzL3kUX9qTHzWk7mC1Jv5tNf8RaYb2GdSe4iMoQhUZ',
  kind: 'confirm-preferences',
  state: 'captured',
  to: 'ada@example.org',
  language: 'en',
  subject: 'Please confirm: Example Shop GmbH',
  created_at: '2026-11-21T09:00:00.000Z',
  captured_at: '2026-11-21T09:00:00.120Z',
}

export const testMailExample: z.output<typeof testMail> = {
  ...testMailSummaryExample,
  from: { name: 'Example Shop GmbH', address: 'privacy@shop.example' },
  text: `…\n\nConfirm:\n${link}\n`,
  html: '<!doctype html>…',
  headers: {
    'Message-ID': '<019aa0d3c1407a2b8f4e6d5c3b2a1908@shop.example>',
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': `<${notMe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
  links: [
    { text: 'Confirm', url: link },
    { text: 'This was not me', url: notMe },
  ],
}

export function summaryOf(masterKey: MasterKey, stored: StoredTestMail): z.output<typeof testMailSummary> {
  return summarize(stored, contentOf(masterKey, stored))
}

export function answerOf(masterKey: MasterKey, stored: StoredTestMail): z.output<typeof testMail> {
  const content = contentOf(masterKey, stored)
  return {
    ...summarize(stored, content),
    from: content?.from ?? null,
    text: content?.text ?? null,
    html: content?.html ?? null,
    headers: content === undefined ? null : { 'Message-ID': messageIdOf(content), ...content.headers },
    links: [...(content?.links ?? [])],
  }
}

function summarize(
  { routeKey, id, kind, state, createdAt, capturedAt }: StoredTestMail,
  content: CapturedMail | undefined,
): z.output<typeof testMailSummary> {
  return {
    id: recordPublicId('eml', { routeKey, recordId: id }),
    kind,
    state,
    to: content?.to ?? null,
    language: content?.language ?? null,
    subject: content?.subject ?? null,
    created_at: toTimestamp(createdAt),
    captured_at: capturedAt === null ? null : toTimestamp(capturedAt),
  }
}

function contentOf(masterKey: MasterKey, { sealed }: StoredTestMail): CapturedMail | undefined {
  return sealed === null ? undefined : openCapture(masterKey, sealed)
}
