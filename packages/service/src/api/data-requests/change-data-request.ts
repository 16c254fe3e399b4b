import { z } from 'zod'
import { addressOf, answerOf } from '../../data-requests/answer-data-request.ts'
import { carryOut } from '../../data-requests/carry-out.ts'
import { timestamp } from '../../domain/consent-schema.ts'
import { denialReasons, extensionReasons, pauseReasons } from '../../domain/data-request.ts'
import { operatorActions, readAction } from '../../domain/data-request-action.ts'
import { dataRequestAnswer, dataRequestExample } from '../../domain/data-request-answer.ts'
import { keyAsChanger } from '../../domain/data-request-entry.ts'
import type { Recipe } from '../../http/endpoint.ts'
import { type IdParams, idParams } from './read-data-request.ts'

const body = z.strictObject({
  action: z
    .enum(operatorActions)
    .describe(
      'verify (who asks is known now), acknowledge, start, pause, resume, extend, deny, fulfil, withdraw (the person takes it back).',
    ),
  reason: z
    .enum([...pauseReasons, ...extensionReasons, ...denialReasons])
    .nullish()
    .describe(
      `Of pause: ${pauseReasons.join(', ')}. Of extend: ${extensionReasons.join(', ')}. Of deny: ${denialReasons.join(', ')}.`,
    ),
})
type Body = z.output<typeof body>

const answer = z.strictObject({
  ...dataRequestAnswer.shape,
  archive: z
    .strictObject({ url: z.string(), expires_at: timestamp })
    .nullable()
    .describe(
      'Where the person can fetch what they asked for, once; given to the caller where no e-mail address is known to send it to.',
    ),
})

export const changeDataRequest: Recipe<IdParams, undefined, Body> = {
  operationId: 'changeDataRequest',
  tag: 'Data requests',
  summary: 'Take a data request a step further',
  description:
    'Which status may follow which is fixed; what does not is refused with what does. To fulfil is to do it: a withdrawal or objection is recorded, access and portability become an archive, an erasure erases. The rest (rectification, restriction, a complaint) is done elsewhere and told here.',
  params: idParams,
  body,
  answers: {
    200: {
      description: 'The data request as it stands now.',
      schema: answer,
      example: {
        ...dataRequestExample,
        status: 'in_progress',
        archive: null,
      } satisfies z.output<typeof answer>,
    },
  },
  refuses: ['data_request_not_found', 'not_applicable'],
  async run(service, { environment, params, body, caller }) {
    const { stored, archive } = await carryOut(service, environment, addressOf(params.id), {
      action: readAction(body.action, body.reason ?? null),
      by: keyAsChanger(caller),
    })
    return { status: 200, body: JSON.stringify({ ...answerOf(service, environment, stored), archive }) }
  },
}
