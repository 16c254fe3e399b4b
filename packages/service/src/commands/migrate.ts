import type { CommandContext } from './context.ts'
import type { Output } from './output.ts'

/** Whoever opens the database has brought it up to date. */
export async function sayMigrated(_context: CommandContext, output: Output): Promise<void> {
  output.say('The database is up to date.')
  output.result({ migrated: true })
}
