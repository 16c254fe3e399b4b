import { z } from 'zod'
import type { OpenRecipe } from '../../http/endpoint.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { readSettingsVersion } from '../../store/settings-version.ts'

const answer = z.strictObject({ status: z.literal('ready') })

export const readReadiness: OpenRecipe = {
  operationId: 'readReadiness',
  tag: 'Operations',
  summary: 'Can it serve?',
  description: 'Answers 200 while the database is reachable and migrated, and a catalogue is in force.',
  answers: { 200: { description: 'It can.', schema: answer, example: { status: 'ready' } } },
  refuses: ['unavailable'],
  async run(service) {
    try {
      await readSettingsVersion(service.pool)
    } catch (cause) {
      throw new Refusal('unavailable', 'The database is not reachable right now.', {
        headers: { 'Retry-After': '1' },
        cause,
      })
    }
    if (service.settings.current.environments.size === 0)
      throw new Refusal('unavailable', 'No catalogue is in force yet.', { headers: { 'Retry-After': '1' } })
    return { status: 200, body: '{"status":"ready"}' }
  },
}
