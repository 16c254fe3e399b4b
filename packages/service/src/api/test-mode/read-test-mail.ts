import { z } from 'zod'
import { readRecordAddress } from '../../domain/public-id.ts'
import type { Call, Recipe } from '../../http/endpoint.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { findTestMail } from '../../store/test-mails.ts'
import { answerOf, testMail, testMailExample } from './test-mail-answer.ts'

const params = z.strictObject({ id: z.string().max(64) })
type Params = z.output<typeof params>

export const readTestMail: Recipe<Params, undefined, undefined> = {
  operationId: 'readTestMail',
  tag: 'Test mode',
  testOnly: true,
  summary: 'Read a captured mail',
  description:
    'The mail as it would have gone out, with what can be followed in it. What it says is forgotten after 7 days by the clock of the environment, and with the person when they are erased.',
  params,
  answers: { 200: { description: 'The mail.', schema: testMail, example: testMailExample } },
  refuses: ['mail_not_found', 'not_applicable'],
  async run(service, { environment: { scope }, params }: Call<Params, undefined, undefined>) {
    const address = readRecordAddress('eml', params.id)
    const stored = address && (await findTestMail(service.pool, scope, address))
    if (stored === undefined)
      throw new Refusal('mail_not_found', 'There is no mail of this id in this environment.')
    return { status: 200, body: JSON.stringify(answerOf(service.masterKey, stored)) }
  },
}
