import { z } from 'zod'
import { booleanQuery, placeQuery, timeValue } from '../../http/request-values.ts'

/** What endpoints 17 to 20 have in common. */
export const signalQuery = {
  ...placeQuery('of the last record, else the strictest rules'),
  gpc: booleanQuery
    .optional()
    .describe(
      'Whether the browser sends Global Privacy Control now; left out: its Sec-GPC header, else the last record.',
    ),
  at: timeValue.optional().describe('The signal as it was at this time; only with a secret key.'),
}

/** Names separated by commas, each of them known. */
export function nameList<Name extends string>(names: readonly Name[]) {
  return z
    .string()
    .max(200)
    .transform((text, context): Name[] => {
      const given = text.split(',')
      const strange = given.filter((name) => !names.some((known) => known === name))
      if (strange.length > 0)
        context.addIssue({ code: 'custom', message: `This is a list of ${names.join(', ')}.` })
      return names.filter((name) => given.includes(name))
    })
}
