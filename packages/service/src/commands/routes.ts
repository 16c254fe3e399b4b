import { endpoints } from '../api/endpoints.ts'
import type { Output } from './output.ts'

export function sayRoutes(output: Output): void {
  for (const { method, path, key, recipe } of endpoints)
    output.say(`${method.padEnd(5)} ${path.padEnd(36)} ${key.padEnd(7)} ${recipe.summary}`)
  output.result(
    endpoints.map(({ method, path, key, recipe }) => ({ method, path, key, operation: recipe.operationId })),
  )
}
