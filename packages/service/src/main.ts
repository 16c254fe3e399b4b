import { BrokenCatalogueFile } from './catalogue/fault.ts'
import { RefusedPlan } from './catalogue/refused-plan.ts'
import { buildProgram } from './commands/command.ts'
import { commands } from './commands/commands.ts'
import { CommandRefused } from './commands/context.ts'
import { CannotStart } from './kernel/cannot-start.ts'
import { ConfigError } from './kernel/config.ts'
import { CatalogueMoved } from './store/catalogues.ts'

const description = 'A consent and preference service that can prove what it recorded.'

/** Refusals are told in a sentence; anything else is a bug and shows where it is. */
const refusals = [CannotStart, CommandRefused, ConfigError, BrokenCatalogueFile, RefusedPlan, CatalogueMoved]

try {
  await buildProgram('assent', description, commands).parseAsync()
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}

function explain(error: unknown): string {
  if (refusals.some((refusal) => error instanceof refusal)) return (error as Error).message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
