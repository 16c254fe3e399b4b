import type { z } from 'zod'
import { type Issue, Refusal, refuseInvalid } from '../kernel/refusal.ts'
import { pathSegment } from './json-guard.ts'

/** Gathers the faults of all parts of a request, so that they come at once. */
export class Validation {
  readonly #issues: Issue[] = []
  #hint: string | undefined

  /** The value as the schema has it. `prefix` is empty for a body, else `query` or `path`. After a fault the value is no longer used: `finish` throws. */
  check<T>(schema: z.ZodType<T> | undefined, value: unknown, prefix: '' | 'query' | 'path'): T {
    if (schema === undefined) return undefined as T
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues) this.#issues.push(...describe(issue, prefix))
    return undefined as T
  }

  add(issue: Issue): void {
    this.#issues.push(issue)
  }

  /** What a check gives that refuses by itself; undefined after a fault, as in `check`. */
  attempt<T>(check: () => T): T | undefined {
    try {
      return check()
    } catch (error) {
      return this.keep(error)
    }
  }

  /** Gathers the faults of a refusal with the others; any other error goes on its way. */
  keep(error: unknown): undefined {
    if (!(error instanceof Refusal) || error.code !== 'validation_failed') throw error
    this.#issues.push(...error.issues)
    this.#hint ??= error.hint
  }

  get hasFaults(): boolean {
    return this.#issues.length > 0
  }

  finish(): void {
    if (this.hasFaults) throw refuseInvalid(this.#issues, this.#hint)
  }
}

/** In our words where zod would repeat the caller's. */
function describe(issue: z.core.$ZodIssue, prefix: string): Issue[] {
  const path = [
    ...(prefix === '' ? [] : [prefix]),
    ...issue.path.map((part) => pathSegment(String(part))),
  ].join('.')
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((name) => ({
      path: path === '' ? pathSegment(name) : `${path}.${pathSegment(name)}`,
      message: 'This is not known here; nothing that a caller may have meant is dropped silently.',
    }))
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined'))
    return [{ path, message: 'This is required.' }]
  return [{ path, message: issue.message }]
}
