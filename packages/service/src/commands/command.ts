import { Command, InvalidArgumentError, Option } from 'commander'
import type { CommandContext } from './context.ts'
import { type Output, openOutput } from './output.ts'

/** What a command was given: its options by their long names, its arguments by theirs. */
export type Given = Readonly<Record<string, unknown>>

/** One row of the table of commands. */
export interface CommandRow {
  /** `catalogue plan <file>`: words, then arguments. */
  readonly usage: string
  readonly description: string
  readonly options: readonly Option[]
  run(output: Output, given: Given): Promise<void>
}

/** What a command does with the database. */
export type Work = (context: CommandContext, output: Output, given: Given) => Promise<void>
/** What a command does that needs none. */
export type PlainWork = (output: Output, given: Given) => Promise<void> | void

/** A command that works on the database. It is loaded when it is called: the others are none of its business. */
export function command(
  usage: string,
  description: string,
  options: readonly Option[],
  load: () => Promise<Work>,
): CommandRow {
  return {
    usage,
    description,
    options,
    async run(output, given) {
      const [work, { withContext }] = await Promise.all([load(), import('./context.ts')])
      await withContext((context) => work(context, output, given))
    },
  }
}

/** A command that needs none; loaded when it is called, too. */
export function plainCommand(
  usage: string,
  description: string,
  options: readonly Option[],
  load: () => Promise<PlainWork>,
): CommandRow {
  return {
    usage,
    description,
    options,
    async run(output, given) {
      const work = await load()
      await work(output, given)
    },
  }
}

export const environment = (): Option =>
  new Option('-e, --environment <name>', 'test or live').choices(['test', 'live']).default('test')

export const overlap = (): Option =>
  new Option('--overlap-hours <hours>', 'how long the old one still works').default(24).argParser(readHours)

function readHours(text: string): number {
  const hours = Number(text)
  if (!Number.isInteger(hours) || hours < 0 || hours > 720)
    throw new InvalidArgumentError('Write whole hours, 0 to 720.')
  return hours
}

const usageError = 2

/** The table as a program: exit code 2 for a wrong use, as contract section 11 says. */
export function buildProgram(name: string, description: string, rows: readonly CommandRow[]): Command {
  const program = new Command(name)
    .description(description)
    .showHelpAfterError()
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : usageError))
  for (const row of rows) addCommand(program, row)
  return program
}

function addCommand(program: Command, row: CommandRow): void {
  const words = row.usage.split(' ')
  const parts = words.filter((word) => !word.startsWith('<'))
  const groupName = parts.length > 1 ? parts[0] : undefined
  const parent = groupName === undefined ? program : groupOf(program, groupName)
  const added = parent.command(words.slice(parts.length - 1).join(' ')).description(row.description)
  for (const option of row.options) added.addOption(option)
  added.option('--json', 'print one JSON document').action(async () => {
    const names = words.slice(parts.length).map((word) => word.slice(1, -1))
    const given = { ...added.opts(), ...Object.fromEntries(names.map((name, at) => [name, added.args[at]])) }
    await row.run(openOutput(added.opts()['json'] === true), given)
  })
}

function groupOf(program: Command, name: string): Command {
  const known = program.commands.find((candidate) => candidate.name() === name)
  return known ?? program.command(name).description(`commands on ${name}`)
}
