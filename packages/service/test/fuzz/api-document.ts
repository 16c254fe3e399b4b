/** The part of JSON Schema that the generated document uses. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly propertyNames?: Schema
  readonly items?: Schema
  readonly pattern?: string
  readonly format?: string
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
}

interface DocumentedOperation {
  readonly operationId: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly security?: readonly unknown[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<Record<string, unknown>>
}

/** The generated OpenAPI document, as far as requests are made from it. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
}

/** One row of the document. */
export interface Operation {
  readonly id: string
  /** In capitals. */
  readonly method: string
  /** `/v1/subjects/{ref}/consent`. */
  readonly path: string
  readonly pattern: RegExp
  readonly needsKey: boolean
  /** Only a secret key may call it. */
  readonly isSecret: boolean
  readonly parameters: readonly Parameter[]
  readonly body: Schema | undefined
}

export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{[a-z]+\}/g, '([^/]+)')}$`),
      needsKey: operation.security?.length !== 0,
      // Others may ask for a secret key where a parameter calls for it.
      isSecret: operation.description?.endsWith('Secret keys only.') ?? false,
      parameters: operation.parameters ?? [],
      body: operation.requestBody?.content['application/json']?.schema,
    })),
  )
}

/** The lengths at which the document changes its mind: one less, the very number, and one more. */
export function boundsOf(document: ApiDocument): number[] {
  const text = JSON.stringify(document)
  const lengths = text.matchAll(/"(?:min|max)(?:Length|Items|Properties)":(\d+)/g)
  const quantifiers = text.matchAll(/\{(?:\d+,)?(\d+)\}/g)
  const bounds = [...lengths, ...quantifiers].map(([, digits]) => Number(digits))
  const around = new Set(bounds.flatMap((bound) => [bound - 1, bound, bound + 1]))
  return [...around].filter((length) => length >= 0).sort((a, b) => a - b)
}
