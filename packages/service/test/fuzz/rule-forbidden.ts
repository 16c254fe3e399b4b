import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Operation, Parameter, Schema } from './api-document.ts'
import type { Exchange, Rule } from './exchange.ts'
import { parse } from './rule-form.ts'

/** What the OpenAPI document forbids is not taken: a schema that is published is a schema that is checked. */
export function takesOnlyDocumented(): Rule {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ;(addFormats as unknown as { default: (ajv: Ajv2020) => void }).default(ajv)
  const compiled = new Map<Schema, ValidateFunction>()
  const isValid = (schema: Schema, value: unknown): boolean => {
    const check = compiled.get(schema) ?? ajv.compile(schema)
    compiled.set(schema, check)
    return check(value) === true
  }
  return (exchange) => {
    const { operation, isSound, reply } = exchange
    const status = reply.answers[0]?.status ?? 0
    if (operation?.needsKey !== true || !isSound || status < 200 || status >= 300) return []
    if (exchange.request.method === 'OPTIONS') return []
    return [
      ...faultsOfPath(operation, exchange, isValid),
      ...faultsOfQuery(operation, exchange, isValid),
      ...faultsOfBody(operation, exchange, isValid),
    ].map((fault) => `${status} although the document forbids ${fault}`)
  }
}

type IsValid = (schema: Schema, value: unknown) => boolean

function faultsOfPath(operation: Operation, { path }: Exchange, isValid: IsValid): string[] {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'path')
  const found = operation.pattern.exec(path)?.slice(1) ?? []
  return parameters
    .filter(({ schema }, index) => !isValid(schema, decoded(found[index] ?? '')))
    .map(({ name }) => `this ${name}`)
}

/** A segment that cannot be decoded has to be refused as it stands. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function faultsOfQuery(operation: Operation, { target }: Exchange, isValid: IsValid): string[] {
  const query = new URLSearchParams(target.split('#')[0]?.split('?').slice(1).join('?'))
  const known = new Map(
    operation.parameters
      .filter((parameter) => parameter.in === 'query')
      .map((parameter) => [parameter.name, parameter]),
  )
  return [...new Set(query.keys())].flatMap((name) => {
    const parameter = known.get(name)
    if (parameter === undefined) return ['this unknown query parameter']
    return takesValues(parameter, query.getAll(name), isValid) ? [] : [`this query parameter ${name}`]
  })
}

function takesValues({ schema }: Parameter, values: readonly string[], isValid: IsValid): boolean {
  return isValid(schema, values.length === 1 ? values[0] : values)
}

function faultsOfBody(
  { body: schema }: Operation,
  { body, header, reply }: Exchange,
  isValid: IsValid,
): string[] {
  if (schema === undefined) return []
  const type = header('content-type').at(-1) ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) return [`a body of the type ${type}`]
  return isValid(schema, taken(parse(body), parse(reply.answers[0]?.text ?? ''))) ? [] : ['this body']
}

const aRecord = { subject: { ref: 'user_0' }, purposes: { analytics: 'granted' } }

/** Of a batch, what its answer says was taken: the refused records are told, not forbidden. */
function taken(body: unknown, answer: unknown): unknown {
  const { records } = (body ?? {}) as { readonly records?: readonly unknown[] }
  const { results } = (answer ?? {}) as { readonly results?: readonly { readonly status: number }[] }
  if (records === undefined || results === undefined) return body
  const sound = records.filter((_, index) => results[index]?.status === 201)
  // Without any, what stands around the records is still held to the document.
  return { ...(body as object), records: sound.length > 0 ? sound : [aRecord] }
}
