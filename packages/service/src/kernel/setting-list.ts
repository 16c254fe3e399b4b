import { z } from 'zod'

const whole = (initial: number, least = 1) => z.coerce.number().int().min(least).default(initial)

const databaseUrl = z
  .string()
  .refine((url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url), 'must be a postgres:// URL')

const listLocation = z
  .string()
  .regex(/^(https?:\/\/\S+|[^:]+)$/, 'must be a path or an http(s) URL')
  .optional()

const addresses = z
  .string()
  .transform((list) => list.split(',').map((address) => address.trim()))
  .pipe(z.array(z.email('must be e-mail addresses, separated by commas')))
  .optional()

/** A list as OpenTelemetry writes it into the environment: `name=value,name=value`, percent-encoded. */
const pairs = z
  .string()
  .transform((list, context) => {
    try {
      return Object.fromEntries(
        list.split(',').map((pair) => {
          const [, name = '', value = ''] = /^\s*([^\s=]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? []
          if (name === '') throw new URIError()
          return [decodeURIComponent(name), decodeURIComponent(value)]
        }),
      )
    } catch {
      context.addIssue({
        code: 'custom',
        message: 'must be name=value, separated by commas, percent-encoded',
      })
      return z.NEVER
    }
  })
  .optional()

const collector = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional()

/** Every setting there is: environment variables, read once, by config.ts (contract section 11). */
export const settings = z.object({
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .default(8080)
    .describe('Port to listen on; 0 takes a free one.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on.'),
  ASSENT_DATA_DIR: z
    .string()
    .min(1)
    .default('.assent')
    .describe('Folder of the embedded database, the keys of the first start and the master key.'),
  ASSENT_DATABASE_URL: databaseUrl
    .optional()
    .describe('A PostgreSQL of your own, 15 or newer; unset: the embedded one.'),
  ASSENT_DATABASE_OWNER_URL: databaseUrl
    .optional()
    .describe(
      'The same database as the role that owns its tables, for migrations; unset: ASSENT_DATABASE_URL owns them.',
    ),
  ASSENT_DATABASE_ERASER_URL: databaseUrl
    .optional()
    .describe(
      'The same database as a role that may blank payloads; unset: whoever owns the tables acts as the eraser.',
    ),
  ASSENT_PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
    .optional()
    .describe('The URL people and receipts know the service by; unset: the address it listens on.'),
  ASSENT_SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' })
    .optional()
    .describe('Where mail is handed in; unset: mail is written to files.'),
  ASSENT_MAIL_FROM: z
    .email('must be an e-mail address')
    .optional()
    .describe(
      "The sender of mails; unset: the controller's contact address in the catalogue, else no-reply at the host of the public URL.",
    ),
  ASSENT_JOBS: z
    .enum(['run', 'leave'])
    .default('run')
    .describe('Whether `assent serve` does background jobs, or leaves them to processes of `assent work`.'),
  ASSENT_MASTER_KEY: z
    .string()
    .refine((key) => Buffer.from(key, 'base64url').length === 32, 'must be 32 bytes in base64 or base64url')
    .optional()
    .describe('32 bytes in base64 that seal every stored secret; unset: made once in the data directory.'),
  ASSENT_TRUSTED_PROXY: z
    .string()
    .min(1)
    .optional()
    .describe('Addresses or networks of proxies whose X-Forwarded-For is believed, separated by commas.'),
  ASSENT_GEO_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header')
    .toLowerCase()
    .optional()
    .describe("Header in which the trusted proxy names the visitor's country."),
  ASSENT_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('How much is logged.'),
  ASSENT_LOG_ACCESS: z
    .enum(['key', 'open'])
    .default('key')
    .describe('Who may read the transparency log at /log: holders of a secret key, or anybody.'),
  ASSENT_LOG_GUARD_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder that remembers what the log signed, which no restore of the database may touch; servers of one database share it. Unset: log-guard in the data directory.',
    ),
  ASSENT_WEBHOOKS_PRIVATE: z
    .enum(['true', 'false'])
    .default('false')
    .describe(
      'Whether webhooks of the test environment may go to http and private addresses, such as your own machine. Live ones never do.',
    ),
  ASSENT_METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .optional()
    .describe('Port of GET /metrics (Prometheus); 0 takes a free one. Unset: no metrics are kept.'),
  ASSENT_METRICS_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address that GET /metrics is served on; never one that strangers reach.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.describe(
    'A collector of OpenTelemetry traces (OTLP over HTTP in protobuf, usually port 4318); they go to /v1/traces there. Unset: nothing is traced, and nothing of it is loaded.',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.describe(
    'The whole URL that traces go to, instead of the one above.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.describe(
    'Headers for the collector, such as its key: name=value, separated by commas, percent-encoded.',
  ),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: pairs.describe('The same, for traces alone.'),
  OTEL_SERVICE_NAME: z
    .string()
    .min(1)
    .optional()
    .describe('The name traces come under; unset: service.name of the attributes, else assent.'),
  OTEL_RESOURCE_ATTRIBUTES: pairs.describe(
    'What else traces say of this server, such as deployment.environment.name=production: name=value, separated by commas, percent-encoded.',
  ),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('parentbased_always_on')
    .describe(
      'Which traces are kept. Those that begin with parentbased_ do as the caller does, who may be a stranger.',
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('The share of traces that a traceidratio sampler keeps, 0 to 1.'),
  OTEL_SDK_DISABLED: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['true', 'false']))
    .default('false')
    .describe('Whether nothing is traced, whatever else is set.'),
  ASSENT_LOG_POLICY: z
    .string()
    .min(1)
    .optional()
    .describe(
      'File (C2SP tlog-policy) that names the witnesses who are to cosign checkpoints, each with its URL. Unset: none.',
    ),
  ASSENT_LOG_TIMESTAMP_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
    .optional()
    .describe(
      'A time-stamping authority (RFC 3161) that is asked once a day about the latest checkpoint. Unset: none.',
    ),
  ASSENT_VENDOR_LIST: listLocation.describe(
    'File or URL of the vendor list of the TCF (https://vendor-list.consensu.org/v3/vendor-list.json); unset: none.',
  ),
  ASSENT_VENDOR_LIST_TRANSLATIONS: listLocation
    .refine((location) => location === undefined || location.includes('{language}'), 'must hold {language}')
    .describe(
      'File or URL of its translations, with {language} for the lower-case code (https://vendor-list.consensu.org/v3/purposes-{language}.json); unset: none.',
    ),
  ASSENT_PROVIDER_LIST: listLocation.describe(
    "File or URL of Google's ad technology providers for additional consent (a CSV); unset: none.",
  ),
  ASSENT_LOG_MAIL_TO: addresses.describe(
    "Addresses that get the live log's latest checkpoint by mail once a day, separated by commas. Unset: none.",
  ),
  ASSENT_OPERATOR_MAIL_TO: addresses.describe(
    'Addresses that get a mail when something needs an operator: a webhook endpoint was disabled. Separated by commas; unset: none.',
  ),
  ASSENT_LIMIT_PK_PER_MINUTE: whole(120).describe(
    'Requests a minute of one network address with public keys.',
  ),
  ASSENT_LIMIT_SK_PER_MINUTE: whole(6000).describe('Requests a minute of a secret key.'),
  ASSENT_LIMIT_RECORDING_PER_MINUTE: whole(60_000).describe('Recordings a minute of a secret key.'),
  ASSENT_LIMIT_AUTH_FAILURES_PER_MINUTE: whole(30).describe('Bad keys a minute of one network address.'),
  ASSENT_LIMIT_PORTAL_PER_HOUR: whole(10).describe('Unproved data requests an hour of one address.'),
  ASSENT_LIMIT_PORTAL_PER_DAY: whole(1000).describe('Unproved data requests a day of an environment.'),
  ASSENT_LIMIT_BODY_BYTES: whole(65_536, 1024).describe('Size of a request body.'),
  ASSENT_LIMIT_BATCH_BYTES: whole(1_048_576, 1024).describe('Size of a batch body.'),
  ASSENT_LIMIT_BATCH_RECORDS: whole(1000).describe('Records in a batch.'),
  ASSENT_LIMIT_QUEUE: whole(10_000).describe(
    'Records, and reads, that may wait for the database; past it the answer is 503.',
  ),
  ASSENT_LIMIT_MAILS_PER_MINUTE: whole(1).describe('Mails a minute that forms can have sent to one mailbox.'),
  ASSENT_LIMIT_MAILS_PER_DAY: whole(3).describe('Mails a day that forms can have sent to one mailbox.'),
  ASSENT_LIMIT_MAILS_PER_ADDRESS_PER_HOUR: whole(10).describe(
    'Mails an hour that one network address can have sent with public keys.',
  ),
  ASSENT_LIMIT_MAILS_PER_KEY_PER_HOUR: whole(1000).describe(
    'Mails an hour that one public key can have sent, in each server process.',
  ),
  ASSENT_CONFIRMATION_HOURS: whole(48).describe('How long the link in a confirmation mail holds.'),
  ASSENT_UNSAFE_DATABASE: z
    .enum(['true', 'false'])
    .default('false')
    .describe('Start on a database that may lose acknowledged writes. For crash tests only.'),
})

/** One row of docs/configuration.md. */
export interface SettingDoc {
  readonly name: string
  readonly default: string
  readonly description: string
}

export function listSettings(): SettingDoc[] {
  return Object.entries(settings.shape).map(([name, schema]) => {
    const initial = schema.safeParse(undefined)
    return {
      name,
      default: initial.success && initial.data !== undefined ? String(initial.data) : 'unset',
      description: schema.description ?? '',
    }
  })
}
