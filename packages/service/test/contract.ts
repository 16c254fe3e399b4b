import assert from 'node:assert/strict'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { endpoints } from '../src/api/endpoints.ts'
import { openApiDocument } from '../src/http/openapi.ts'
import type { Service } from '../src/service.ts'

/** The generated OpenAPI document, as a judge of answers. */
export interface Contract {
  readonly document: OpenApi
  /** Fails the test when the answer is not one that the document promises. */
  check(
    method: string,
    path: string,
    answer: {
      readonly status: number
      readonly headers: Headers
      readonly text: string
      readonly json: unknown
    },
  ): void
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: { readonly Refusal: object } }
}

interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>
}

interface Media {
  readonly schema: object
  readonly examples?: Readonly<Record<string, unknown>>
}

export function contractOf(service: Pick<Service, 'config'>): Contract {
  const document = openApiDocument(endpoints, service.config.limits, 'http://127.0.0.1') as unknown as OpenApi
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  // Under Node's ESM the module's default is its namespace's.
  ;(addFormats as unknown as { default: (ajv: Ajv2020) => void }).default(ajv)
  const refusal = ajv.compile(document.components.schemas.Refusal)
  const compiled = new Map<object, ReturnType<Ajv2020['compile']>>()
  const routes = Object.entries(document.paths).map(([template, operations]) => ({
    pattern: new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{[a-z]+\}/g, '[^/]*')}$`),
    operations,
  }))

  function validate(schema: object, value: unknown, where: string): void {
    let check = compiled.get(schema)
    if (check === undefined) {
      check = ajv.compile(schema)
      compiled.set(schema, check)
    }
    assert.ok(check(value), `${where} is not as the OpenAPI document says: ${JSON.stringify(check.errors)}`)
  }

  return {
    document,
    check(method, path, { status, headers, text, json }) {
      assert.ok(headers.get('request-id')?.startsWith('req_'), 'every answer names its request')
      if (status === 304 || status === 204 || method === 'HEAD') return assert.equal(text, '')
      const where = `${method} ${path} ${status}`
      if (status >= 400) assert.ok(refusal(json), `${where} has not the four members of a refusal: ${text}`)
      const operation = routes.find(({ pattern }) => pattern.test(path.split('?')[0] ?? ''))?.operations[
        method.toLowerCase()
      ]
      if (operation === undefined) return
      const response = operation.responses[String(status)]
      assert.ok(response, `${where} is not in the OpenAPI document: ${text}`)
      const type = headers.get('content-type')?.split(';')[0] ?? ''
      const media = response.content?.[type]
      assert.ok(media, `${where} came as ${type}, which is not in the OpenAPI document`)
      if (status >= 400) {
        const { code } = json as { code: string }
        assert.ok(media.examples?.[code], `${where}: ${code} is not among the documented codes`)
      } else if (type === 'application/json') validate(media.schema, json, where)
    },
  }
}
