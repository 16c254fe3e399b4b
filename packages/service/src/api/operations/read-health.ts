import { z } from 'zod'
import type { OpenRecipe } from '../../http/endpoint.ts'

const answer = z.strictObject({ status: z.literal('ok') })

export const readHealth: OpenRecipe = {
  operationId: 'readHealth',
  tag: 'Operations',
  summary: 'Is the process alive?',
  description: 'Answers as long as the process runs, whatever becomes of the database.',
  answers: { 200: { description: 'It is.', schema: answer, example: { status: 'ok' } } },
  refuses: [],
  run: () => ({ status: 200, body: '{"status":"ok"}' }),
}
