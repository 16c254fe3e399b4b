import type { Contract } from '../contract.ts'
import type { Exchange, Fault, Rule } from './exchange.ts'
import { keepsOut } from './rule-access.ts'
import { echoesNothing } from './rule-echo.ts'
import { recordsWhatWasSaid } from './rule-faithful.ts'
import { takesOnlyDocumented } from './rule-forbidden.ts'
import { answersOnce, isAsDocumented, isNoFault, saysHowToGoOn } from './rule-form.ts'

/** So long that others waited too. */
export const stallMs = 1000

const isPrompt: Rule = ({ reply, isSound }) =>
  isSound && reply.ms > stallMs ? [`took ${Math.round(reply.ms)} ms`] : []

export type Oracle = (exchange: Exchange) => Fault[]

/** All that must hold for every answer. */
export function openOracle(contract: Pick<Contract, 'check'>): Oracle {
  const rules: Readonly<Record<string, Rule>> = {
    'no 5xx': isNoFault,
    'one answer': answersOnce,
    'as documented': isAsDocumented(contract),
    'how to go on': saysHowToGoOn,
    'no echo': echoesNothing,
    'keys are checked': keepsOut,
    'the document is checked': takesOnlyDocumented(),
    'recorded as sent': recordsWhatWasSaid,
    prompt: isPrompt,
  }
  return (exchange) =>
    Object.entries(rules).flatMap(([rule, look]) => look(exchange).map((detail) => ({ rule, detail })))
}
