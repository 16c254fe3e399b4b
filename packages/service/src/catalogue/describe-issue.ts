import type { z } from 'zod'

/** A zod issue in words, at the member that has to be mended. */
export interface DescribedIssue {
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly hint: string
}

type JsonSchema = z.core.JSONSchema.JSONSchema

/** `schema` and `root` are those of the whole: what could have been said, and what was. */
export function describeIssue(issue: z.core.$ZodIssue, schema: JsonSchema, root: unknown): DescribedIssue[] {
  const { path } = issue
  const here = schemaAt(schema, path)
  const around = schemaAt(schema, path.slice(0, -1))
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: 'is not a member of this format',
      hint: `Here there can be: ${membersOf(here).join(', ')}.`,
    }))
  return [
    {
      path,
      message: messageFor(issue, root),
      hint: hintOf(issue) ?? here?.description ?? around?.description ?? '',
    },
  ]
}

function messageFor(issue: z.core.$ZodIssue, root: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return valueAt(root, issue.path) === undefined
        ? 'is missing'
        : `must be ${kinds[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      if (valueAt(root, issue.path) === undefined) return 'is missing'
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`
    case 'invalid_key':
      return issue.issues[0]?.message ?? issue.message
    default:
      return issue.message
  }
}

const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'a mapping of members',
  record: 'a mapping of members',
  string: 'text',
}

function hintOf(issue: z.core.$ZodIssue): string | undefined {
  const { hint }: { hint?: unknown } = issue.code === 'custom' ? (issue.params ?? {}) : {}
  return typeof hint === 'string' ? hint : undefined
}

/** What editors show for a member is what a fault of it says: one text for both. */
function schemaAt(root: JsonSchema, path: readonly PropertyKey[]): JsonSchema | undefined {
  return path.reduce<JsonSchema | undefined>((schema, step) => {
    const below = schema?.properties?.[String(step)] ?? schema?.additionalProperties ?? schema?.items
    return typeof below === 'object' && !Array.isArray(below) ? below : undefined
  }, root)
}

function membersOf(schema: JsonSchema | undefined): unknown[] {
  const names = schema?.propertyNames
  return (typeof names === 'object' ? names.enum : undefined) ?? Object.keys(schema?.properties ?? {})
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Object.getOwnPropertyDescriptor(value, step)?.value
  }
  return value
}
