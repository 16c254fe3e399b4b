import { pino } from 'pino'

/**
 * All that a log line may hold beside its message. A key, a ref, an address or a header is no member of this type,
 * so it cannot be logged by mistake; a test greps the logs of the fuzz run for planted ones.
 */
export interface LogFields {
  readonly requestId?: string
  readonly route?: string
  readonly method?: string
  readonly status?: number
  readonly code?: string
  readonly durationMs?: number
  readonly environment?: string
  readonly keyId?: string
  readonly job?: string
  readonly count?: number
  readonly version?: number
  readonly path?: string
  readonly table?: string
  /** Kind of a published list. */
  readonly list?: string
  /** Of a webhook: our own id, never its URL. */
  readonly endpointId?: string
  readonly pid?: number
  readonly sqlState?: string | undefined
  /** A bug or a broken part: its name, message and stack, never a request's content. */
  readonly error?: unknown
}

export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

/** JSON lines on standard error: standard output is for people. */
export function openLog(level: string): Log {
  const logger = pino(
    { level, base: null, serializers: { error: describeError } },
    pino.destination({ fd: 2, sync: false }),
  )
  const write =
    (severity: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, fields: LogFields = {}) =>
      logger[severity](fields, message)
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

/** PostgreSQL puts row values into `detail` and `where`, so only these members of an error are ever written. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { name: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const isDatabase = 'severity' in error
  return {
    name: error.name,
    code,
    message: isDatabase ? `database error ${code}` : error.message,
    stack: isDatabase ? undefined : error.stack,
  }
}
