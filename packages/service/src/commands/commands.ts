import { InvalidArgumentError, Option } from 'commander'
import {
  dataRequestStatuses,
  dataRequestTypes,
  denialReasons,
  extensionReasons,
  pauseReasons,
} from '../domain/data-request.ts'
import { type CommandRow, command, environment, overlap, plainCommand } from './command.ts'
import { steps } from './request-steps.ts'

const workers = () =>
  new Option('-w, --workers <count>', 'processes that share the port').default(1).argParser(readWorkers)

function readWorkers(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > 64)
    throw new InvalidArgumentError('Write a whole number, 1 to 64.')
  return count
}

const keyType = () =>
  new Option('-t, --type <type>', 'public (for pages) or secret (for servers)')
    .choices(['public', 'secret'])
    .makeOptionMandatory()
const keyName = () => new Option('-n, --name <name>', 'what it is for').default('unnamed')
const origins = () =>
  new Option('--origin <origin...>', 'pages that may use it, instead of the list in the catalogue').default(
    [],
  )

const logKey = () =>
  new Option(
    '-l, --log-key <key...>',
    'keys of logs you trust (assent keys list-log), got elsewhere',
  ).default([])
const seen = () =>
  new Option(
    '-s, --seen <file>',
    'checkpoints that were kept elsewhere: a file of <data dir>/log-checkpoints',
  )
const policy = () =>
  new Option('-p, --policy <file>', 'logs and witnesses you trust, and how many of them (C2SP tlog-policy)')
const later = () =>
  new Option(
    '--later <file...>',
    'exports of the logs that followed, for the erasures that they tell',
  ).default([])
const tsa = () =>
  new Option('--tsa <file>', 'certificates (PEM) of time-stamping authorities you trust, or of their issuers')
const keySet = () =>
  new Option('-k, --keys <file>', 'the keys: a copy of /.well-known/jwks.json').makeOptionMandatory()

const atOnce = () =>
  new Option('--now', 'sign with it at once, though key sets kept elsewhere do not have it').default(false)
const reason = () =>
  new Option('-r, --reason <reason>', 'why; it stands in the log and in the key set').makeOptionMandatory()
const placeAndDay = () => [
  new Option(
    '--country <code>',
    'ISO 3166-1 (DE) or ISO 3166-2 (US-MD); left out: a place that is not known',
  ),
  new Option('--region <code>', 'ISO 3166-2 region of the country'),
  new Option('--at <day>', 'a day or a moment (RFC 3339); left out: now'),
  new Option('--gpc', 'with a Global Privacy Control signal').default(false),
]

const requestStatus = () =>
  new Option('-s, --status <status>', 'only those with this status').choices(dataRequestStatuses)
const requestType = () => new Option('-t, --type <type>', 'only those of this type').choices(dataRequestTypes)
const overdue = () => new Option('--overdue', 'only those whose day has passed').default(false)
const requestReason = (reasons: readonly string[]) =>
  new Option('-r, --reason <reason>', 'why; the person is told').choices(reasons).makeOptionMandatory()
const pauseReason = () => new Option('-r, --reason <reason>', 'what a pause waits for').choices(pauseReasons)

const catalogue = () => import('./catalogue.ts')
const keys = () => import('./keys.ts')
const signingKeys = () => import('./signing-keys.ts')
const requests = () => import('./requests.ts')

/** Everything that `npx assent` does. The code of a command is loaded when it is called. */
// biome-ignore format: a table, one row a line
export const commands: readonly CommandRow[] = [
  plainCommand('serve', 'run the service (what npm start does)', [workers()], async () => (await import('./serve.ts')).serve),
  plainCommand('work', 'do background jobs alone, for servers that leave them (ASSENT_JOBS=leave)', [], async () => (await import('./work.ts')).work),
  plainCommand('doctor', 'look at all that a server needs, change nothing, and say what to do', [], async () => (await import('./doctor/doctor.ts')).doctor),
  command('migrate', 'bring the database to the schema of this version', [], async () => (await import('./migrate.ts')).sayMigrated),
  plainCommand('routes', 'print the table of endpoints', [], async () => (await import('./routes.ts')).sayRoutes),
  command('catalogue plan <file>', 'show what applying the file would change, and what it means for people', [environment()], async () => (await catalogue()).planFile),
  command('catalogue apply <file>', 'publish the file: immutable versions, all or nothing', [environment()], async () => (await catalogue()).applyFile),
  command('catalogue drift <file>', 'exit with 1 when what is published is not what the file says', [environment()], async () => (await catalogue()).checkDrift),
  command('policy simulate', 'explain what is asked in a place, line by line, with where it is written', [environment(), ...placeAndDay()], async () => (await import('./policy.ts')).simulatePolicy),
  command('keys create', 'make a key; it is shown once', [environment(), keyType(), keyName(), origins()], async () => (await keys()).createKey),
  command('keys list', 'list keys; the keys themselves are never shown again', [environment()], async () => (await keys()).listKeys),
  command('keys rotate <id>', 'make a successor; the old key works on for a while', [environment(), overlap()], async () => (await keys()).rotateKey),
  command('keys revoke <id>', 'end a key now', [environment()], async () => (await keys()).revokeKey),
  command('keys rotate-subject-token', 'make a new subject-token secret; the old one works on for a while', [environment(), overlap()], async () => (await keys()).rotateSubjectTokenSecret),
  command('keys rotate-signing', 'publish a new key that signs receipts from the next day on; old ones stay published', [atOnce()], async () => (await signingKeys()).rotateSigningKey),
  command('keys revoke-signing <kid>', 'end a key that signs receipts, because it may be known to others', [reason()], async () => (await signingKeys()).revokeSigningKey),
  command('keys list-log', 'print what verifies the checkpoints of the logs: to be handed to auditors', [environment()], async () => (await signingKeys()).listLogKeys),
  plainCommand('verify <file>', 'check a receipt (its JSON, or the bare JWS) with files alone', [keySet(), logKey(), policy(), seen()], async () => (await import('./verify-file.ts')).verifyFile),
  command('requests list', 'list data requests, the newest first', [environment(), requestStatus(), requestType(), overdue()], async () => (await requests()).listRequests),
  command('requests show <id>', 'show who asks for what, by when it is due and why, and what happened so far', [environment()], async () => (await requests()).showRequest),
  command('requests advance <id> <step>', `take it a step further: ${steps.join(', ')}`, [environment(), pauseReason()], async () => (await requests()).advanceRequest),
  command('requests extend <id>', 'extend the term, once, and tell the person', [environment(), requestReason(extensionReasons)], async () => (await requests()).extendRequest),
  command('requests deny <id>', 'refuse it, and tell the person why', [environment(), requestReason(denialReasons)], async () => (await requests()).denyRequest),
  command('requests fulfil <id>', 'do what was asked for: an archive, a withdrawal, an erasure', [environment()], async () => (await requests()).fulfilRequest),
  command('export <folder>', 'write the logs of an environment with all records, a file for each', [environment()], async () => (await import('./export-logs.ts')).exportLogs),
  plainCommand('audit <file>', 'check an exported log with files alone, and name whatever was done to it', [logKey(), policy(), seen(), tsa(), later()], async () => (await import('./audit-export.ts')).auditExport),
]
