import type { FastifyRequest } from 'fastify'

/** Where a request went, in names out of our own table: a path or a method that a caller makes up is none of them. */
export interface Route {
  readonly method: string
  /** The template; undefined: nowhere. */
  readonly path: string | undefined
}

const methods = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'])

export function routeOf({ method, routeOptions }: FastifyRequest): Route {
  return { method: methods.has(method) ? method : 'other', path: routeOptions.url }
}

/** As a label of metrics. */
export function labelOf({ method, path }: Route): string {
  return path === undefined ? 'unknown' : `${method} ${path}`
}
