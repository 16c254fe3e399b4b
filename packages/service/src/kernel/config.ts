import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { OperatorError } from './operator-error.ts'
import { settings } from './setting-list.ts'

/** The settings as the service uses them; frozen, and handed on as an argument. */
export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly databaseOwnerUrl: string | undefined
  readonly databaseEraserUrl: string | undefined
  /** Without a trailing slash; undefined: the address the server listens on. */
  readonly publicUrl: string | undefined
  /** Undefined: mail is written to files. */
  readonly smtpUrl: string | undefined
  readonly mailFrom: string | undefined
  /** Whether the server does background jobs itself. */
  readonly runsJobs: boolean
  readonly confirmationHours: number
  readonly masterKey: Buffer | undefined
  readonly trustedProxy: string | undefined
  readonly geoHeader: string | undefined
  readonly logLevel: string
  readonly isLogOpen: boolean
  readonly logGuardDir: string
  readonly allowsPrivateWebhooks: boolean
  /** Undefined: no metrics. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** Undefined: nothing is traced. */
  readonly tracing: TracingConfig | undefined
  readonly logPolicyFile: string | undefined
  readonly logTimestampUrl: string | undefined
  readonly logMailTo: readonly string[]
  readonly operatorMailTo: readonly string[]
  readonly lists: ListLocations
  readonly limits: Limits
  /** Start on a database that may lose acknowledged writes: only the crash harness, to show that it has teeth. */
  readonly allowUnsafeDatabase: boolean
}

/** Where spans go and which, as OpenTelemetry has it. Address and headers may hold credentials. */
export interface TracingConfig {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  /** Further attributes of whoever sends them. */
  readonly resource: Readonly<Record<string, string>>
  readonly sampler: z.infer<typeof settings>['OTEL_TRACES_SAMPLER']
  /** 0 to 1, for the samplers that go by a share. */
  readonly sampledShare: number
}

/** Paths or URLs of what others publish; undefined: not held. */
export interface ListLocations {
  readonly vendorList: string | undefined
  /** With `{language}` in it. */
  readonly translations: string | undefined
  readonly providerList: string | undefined
}

export interface Limits {
  readonly publicPerMinute: number
  readonly secretPerMinute: number
  readonly recordingPerMinute: number
  readonly authFailuresPerMinute: number
  readonly portalPerHour: number
  readonly portalPerDay: number
  readonly bodyBytes: number
  readonly batchBytes: number
  readonly batchRecords: number
  readonly queue: number
  readonly mailsPerMinute: number
  readonly mailsPerDay: number
  readonly mailsPerAddressPerHour: number
  readonly mailsPerKeyPerHour: number
}

/** All faults of the environment at once; the command prints them and exits. */
export class ConfigError extends OperatorError {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(
      `The settings have ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    )
    this.name = 'ConfigError'
    this.faults = faults
  }
}

/** Names of settings that are not ours to know would be typing errors: `ASSENT_PUBLIC_URI` is refused. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const known = new Set(Object.keys(settings.shape))
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => known.has(name) && value !== ''),
  )
  const faults = Object.keys(env)
    .filter((name) => name.startsWith('ASSENT_') && !known.has(name))
    .map((name) => `${name}: there is no such setting (the list is in docs/configuration.md)`)
  const parsed = settings.safeParse(given)
  if (!parsed.success)
    faults.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults)

  const value = parsed.data
  const dataDir = resolve(value.ASSENT_DATA_DIR)
  return Object.freeze({
    port: value.PORT,
    host: value.HOST,
    dataDir,
    databaseUrl: value.ASSENT_DATABASE_URL,
    databaseOwnerUrl: value.ASSENT_DATABASE_OWNER_URL,
    databaseEraserUrl: value.ASSENT_DATABASE_ERASER_URL,
    publicUrl: value.ASSENT_PUBLIC_URL?.replace(/\/+$/, ''),
    smtpUrl: value.ASSENT_SMTP_URL,
    mailFrom: value.ASSENT_MAIL_FROM,
    runsJobs: value.ASSENT_JOBS === 'run',
    confirmationHours: value.ASSENT_CONFIRMATION_HOURS,
    masterKey:
      value.ASSENT_MASTER_KEY === undefined ? undefined : Buffer.from(value.ASSENT_MASTER_KEY, 'base64url'),
    trustedProxy: value.ASSENT_TRUSTED_PROXY,
    geoHeader: value.ASSENT_GEO_HEADER,
    logLevel: value.ASSENT_LOG_LEVEL,
    isLogOpen: value.ASSENT_LOG_ACCESS === 'open',
    logGuardDir: resolve(value.ASSENT_LOG_GUARD_DIR ?? join(dataDir, 'log-guard')),
    allowsPrivateWebhooks: value.ASSENT_WEBHOOKS_PRIVATE === 'true',
    metrics:
      value.ASSENT_METRICS_PORT === undefined
        ? undefined
        : { host: value.ASSENT_METRICS_HOST, port: value.ASSENT_METRICS_PORT },
    tracing: tracingOf(value),
    logPolicyFile: value.ASSENT_LOG_POLICY === undefined ? undefined : resolve(value.ASSENT_LOG_POLICY),
    logTimestampUrl: value.ASSENT_LOG_TIMESTAMP_URL,
    logMailTo: value.ASSENT_LOG_MAIL_TO ?? [],
    operatorMailTo: value.ASSENT_OPERATOR_MAIL_TO ?? [],
    lists: Object.freeze({
      vendorList: value.ASSENT_VENDOR_LIST,
      translations: value.ASSENT_VENDOR_LIST_TRANSLATIONS,
      providerList: value.ASSENT_PROVIDER_LIST,
    }),
    limits: Object.freeze({
      publicPerMinute: value.ASSENT_LIMIT_PK_PER_MINUTE,
      secretPerMinute: value.ASSENT_LIMIT_SK_PER_MINUTE,
      recordingPerMinute: value.ASSENT_LIMIT_RECORDING_PER_MINUTE,
      authFailuresPerMinute: value.ASSENT_LIMIT_AUTH_FAILURES_PER_MINUTE,
      portalPerHour: value.ASSENT_LIMIT_PORTAL_PER_HOUR,
      portalPerDay: value.ASSENT_LIMIT_PORTAL_PER_DAY,
      bodyBytes: value.ASSENT_LIMIT_BODY_BYTES,
      batchBytes: value.ASSENT_LIMIT_BATCH_BYTES,
      batchRecords: value.ASSENT_LIMIT_BATCH_RECORDS,
      queue: value.ASSENT_LIMIT_QUEUE,
      mailsPerMinute: value.ASSENT_LIMIT_MAILS_PER_MINUTE,
      mailsPerDay: value.ASSENT_LIMIT_MAILS_PER_DAY,
      mailsPerAddressPerHour: value.ASSENT_LIMIT_MAILS_PER_ADDRESS_PER_HOUR,
      mailsPerKeyPerHour: value.ASSENT_LIMIT_MAILS_PER_KEY_PER_HOUR,
    }),
    allowUnsafeDatabase: value.ASSENT_UNSAFE_DATABASE === 'true',
  })
}

function tracingOf(value: z.infer<typeof settings>): TracingConfig | undefined {
  const url =
    value.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ??
    value.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/*$/, '/v1/traces')
  if (url === undefined || value.OTEL_SDK_DISABLED === 'true') return undefined
  const { 'service.name': name, ...resource } = value.OTEL_RESOURCE_ATTRIBUTES ?? {}
  return Object.freeze({
    url,
    headers: { ...value.OTEL_EXPORTER_OTLP_HEADERS, ...value.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
    serviceName: value.OTEL_SERVICE_NAME ?? name ?? 'assent',
    resource,
    sampler: value.OTEL_TRACES_SAMPLER,
    sampledShare: value.OTEL_TRACES_SAMPLER_ARG,
  })
}
