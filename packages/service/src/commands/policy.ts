import { type Explanation, explainPolicy } from '../regimes/explain-policy.ts'
import { parsePlace } from '../regimes/place.ts'
import { regimes } from '../regimes/regimes.ts'
import { createPolicyResolver } from '../regimes/resolve-policy.ts'
import { readCatalogue } from '../store/catalogues.ts'
import type { Given } from './command.ts'
import { CommandRefused } from './command-refused.ts'
import { type CommandContext, environmentOf } from './context.ts'
import type { Output } from './output.ts'

/** What is asked of somebody in a place, on a day, and why: by the code that answers requests. */
export async function simulatePolicy(context: CommandContext, output: Output, given: Given): Promise<void> {
  const { place, at } = readQuestion(context, given)
  const scope = await environmentOf(context, String(given['environment']))
  const catalogue = await readCatalogue(context.database.pool, scope)
  if (catalogue === undefined)
    throw new CommandRefused('Nothing is published here yet: npx assent catalogue apply FILE.')
  const { resolve } = createPolicyResolver(regimes, {
    overrides: catalogue.policyOverrides,
    overridesVersion: catalogue.policyOverridesVersion,
  })
  const policy = resolve({ ...place, at })
  const explanation = explainPolicy(policy, catalogue, { gpc: given['gpc'] === true, at })
  for (const line of renderExplanation(explanation)) output.say(line)
  output.result(explanation)
}

function readQuestion({ clock }: CommandContext, given: Given) {
  const text = (name: string) => (given[name] === undefined ? null : String(given[name]))
  const parsed = parsePlace(text('country'), text('region'))
  const faults = 'issues' in parsed ? parsed.issues.map(({ path, message }) => `--${path}: ${message}`) : []
  const day = text('at')
  const at = day === null ? clock.now() : momentOf(day)
  if (at === undefined)
    faults.push('--at: This is no day (2027-01-01) and no time (2027-01-01T00:00:00Z) of 1970 to 2199.')
  if ('issues' in parsed || at === undefined) throw new CommandRefused(faults.join('\n'))
  return { place: parsed.place, at }
}

function momentOf(day: string): number | undefined {
  const isWritten = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.test(day)
  const at = isWritten ? Date.parse(day) : Number.NaN
  // A day that is none (30 February) would silently become another.
  const isSameDay = day.length > 10 || (!Number.isNaN(at) && new Date(at).toISOString().startsWith(day))
  return at >= 0 && at < Date.UTC(2200, 0, 1) && isSameDay ? at : undefined
}

function renderExplanation({ place, law, facts, purposes, notes }: Explanation): string[] {
  return [
    `${place.words}, on ${place.at.slice(0, 10)}${place.gpc ? ', with a Global Privacy Control signal' : ''}`,
    '',
    `  ${law.name} (${law.regime}, version ${law.version})`,
    `    ${law.why}`,
    `    in force since ${law.effective_from}; ${law.authority}`,
    `    ${law.source}`,
    '',
    ...facts.flatMap(({ fact, says, source, url }) => [
      `  ${fact.padEnd(19)} ${says}`,
      `  ${''.padEnd(19)} ${source}${url === null ? '' : `  ${url}`}`,
    ]),
    '',
    '  Somebody who decided nothing yet:',
    ...purposes.map(
      ({ key, allowed, reason, category, model }) =>
        `  ${allowed ? 'may  ' : 'not  '} ${key.padEnd(20)} ${reason.padEnd(20)} ${category}: ${model}`,
    ),
    ...(notes.length === 0 ? [] : ['', '  Notes', ...notes.map((note) => `  - ${note}`)]),
  ]
}
