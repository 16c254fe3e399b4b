import { buildProgram } from './commands/command.ts'
import { commands } from './commands/commands.ts'
import { OperatorError } from './kernel/operator-error.ts'

const description = 'A consent and preference service that can prove what it recorded.'

try {
  await buildProgram('assent', description, commands).parseAsync()
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}

/** Anything that no operator can mend is a bug, and shows where it is. */
function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
