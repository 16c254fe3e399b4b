import { z } from 'zod'
import { openFromPortal } from '../../data-requests/open-from-portal.ts'
import { timestamp } from '../../domain/consent-schema.ts'
import { recordPublicId } from '../../domain/public-id.ts'
import type { Recipe } from '../../http/endpoint.ts'
import { languageOf } from '../../http/language.ts'
import { subjectTokenRefusals } from '../../http/subject-access.ts'
import { toTimestamp } from '../../kernel/clock.ts'
import { type LanguageQuery, languageQuery } from './create-data-request.ts'
import { type PortalRequestBody, portalRequestBody } from './data-request-body.ts'
import { readIntake } from './read-intake.ts'

const answer = z.strictObject({
  id: z.string().regex(/^dsr_[0-9A-Za-z]{43}$/),
  status: z.literal('awaiting_verification'),
  verification: z.strictObject({ channel: z.literal('email'), expires_at: timestamp }),
})

export const requestFromPortal: Recipe<undefined, LanguageQuery, PortalRequestBody> = {
  operationId: 'requestFromPortal',
  tag: 'Data requests',
  summary: 'Open a data request from a page',
  description:
    'Takes a request from somebody who has proved nothing, and mails a link that proves the mailbox, for seven days. Nobody is looked up before: the answer is the same, and as fast, for whoever is known and for whoever is not. Limited per network address, and in mails per mailbox.',
  query: languageQuery,
  body: portalRequestBody,
  answers: {
    202: {
      description: 'Taken; it waits for the mailbox to be proved.',
      schema: answer,
      example: {
        id: 'dsr_00rPqXCN2ArqP3VVKfV4Mz0i6TBVSF8ZKq8nMrgPvC7',
        status: 'awaiting_verification',
        verification: { channel: 'email', expires_at: '2026-11-28T09:00:00.000Z' },
      } satisfies z.output<typeof answer>,
    },
  },
  refuses: subjectTokenRefusals,
  mails: 'data_request',
  async run(service, call) {
    const { body, environment } = call
    const { email, place, receivedAt } = await readIntake(service, call)
    if (email === undefined) throw new Error('a portal request without a mailbox')
    const stored = await openFromPortal(service, environment, {
      email,
      request: {
        type: body.type,
        ...place,
        channel: 'portal',
        requester: body.requester,
        receivedAt,
      },
      personal: {
        ref: body.subject?.ref ?? null,
        email,
        details: body.details ?? null,
        language: languageOf(environment.catalogue, call.query.language, call.headers),
      },
    })
    const { routeKey, requestId, request } = stored
    return {
      status: 202,
      body: JSON.stringify({
        id: recordPublicId('dsr', { routeKey, recordId: requestId }),
        status: 'awaiting_verification',
        verification: { channel: 'email', expires_at: toTimestamp(request.proveBy ?? 0) },
      }),
    }
  },
}
