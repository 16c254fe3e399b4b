import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { Caller } from '../domain/scope.ts'
import type { Limits } from '../kernel/config.ts'
import type { RefusalCode } from '../kernel/refusal.ts'
import type { Service } from '../service.ts'
import type { EnvironmentSettings } from '../store/settings.ts'

/** What comes back: JSON text (or bytes of another type), ready to be sent. */
export interface Answer {
  readonly status: number
  readonly body: string | Buffer
  /** Default: application/json. */
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer for the OpenAPI document. */
export interface AnswerDoc {
  readonly description: string
  /** Absent for an answer without JSON. */
  readonly schema?: z.ZodType
  /** A real one, checked against the schema by a test. */
  readonly example?: unknown
  /** Other media types of the same answer. */
  readonly alsoAs?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/** The part of a request that an open endpoint sees. */
export interface OpenCall {
  readonly headers: IncomingHttpHeaders
  readonly query: Readonly<Record<string, unknown>>
}

/** A request whose key and shape were checked. */
export interface Call<Params, Query, Body> {
  readonly caller: Caller
  readonly environment: EnvironmentSettings
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly headers: IncomingHttpHeaders
  /** Where it came from; never kept whole, never logged. */
  readonly address: string
  /** Whether a trusted proxy handed it on. */
  readonly isProxied: boolean
  /** Of a repeat-safe endpoint, when the header is there. */
  readonly idempotencyKey: string | undefined
}

interface Doc {
  readonly operationId: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly answers: Readonly<Record<number, AnswerDoc>>
  /** Beside those that every endpoint of its kind may give. */
  readonly refuses: readonly RefusalCode[]
}

/** The whole of an endpoint that needs a key: schemas, documentation, and what it does. */
export interface Recipe<Params, Query, Body> extends Doc {
  readonly params?: z.ZodType<Params>
  readonly query?: z.ZodType<Query>
  readonly body?: z.ZodType<Body>
  /**
   * Request headers. Where they are named, the answer depends on the settings, the URL and these alone (an empty header is
   * as good as none), and on the time only so that a second does not matter: it is kept that long (`kept-answers.ts`).
   */
  readonly variesBy?: readonly string[]
  /** How large the body may be; default: `limits.bodyBytes`. */
  readonly bodyBytes?: (limits: Limits) => number
  /** Refused in `live`, where nothing is captured and nobody moves the clock. */
  readonly testOnly?: true
  /** A list in the body whose items stand on their own: what their text holds is left to the recipe, with `textIssues`. */
  readonly itemsOf?: string
  /** A call can have a mail sent to whomever it names, so what is proved by nothing is counted by the hour as well: which limits. */
  readonly mails?: Mailing
  run(service: Service, call: Call<Params, Query, Body>): Promise<Answer> | Answer
}

/** What a mail that anybody can have sent is about. */
export type Mailing = 'data_request' | 'confirmation'

export interface OpenRecipe extends Doc {
  readonly query?: z.ZodType
  run(service: Service, call: OpenCall): Promise<Answer> | Answer
}

type Method = 'GET' | 'POST' | 'DELETE'

/** One row of the table in api/endpoints.ts: an operation of the contract (docs/contract.md), section 6 or 7. */
export type Endpoint =
  | {
      readonly method: Method
      readonly path: string
      readonly key: 'any' | 'secret'
      readonly repeat: Repeat
      readonly recipe: Recipe<unknown, unknown, unknown>
    }
  | {
      readonly method: Method
      readonly path: string
      readonly key: 'none'
      readonly repeat: 'read'
      readonly recipe: OpenRecipe
    }

/**
 * `keyed`: an Idempotency-Key makes it safe to repeat; `read`: it always is; `same`: a repeat finds it done, and changes
 * nothing; `anew`: a repeat does it once more.
 */
export type Repeat = 'keyed' | 'read' | 'same' | 'anew'

export function endpoint<Params, Query, Body>(
  method: Method,
  path: string,
  key: 'any' | 'secret',
  repeat: Repeat,
  recipe: Recipe<Params, Query, Body>,
): Endpoint {
  return { method, path, key, repeat, recipe: recipe as Recipe<unknown, unknown, unknown> }
}

export function openEndpoint(method: 'GET', path: string, recipe: OpenRecipe): Endpoint {
  return { method, path, key: 'none', repeat: 'read', recipe }
}
