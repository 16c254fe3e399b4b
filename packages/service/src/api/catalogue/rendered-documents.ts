import type { Answer } from '../../http/endpoint.ts'
import type { EnvironmentSettings } from '../../store/settings.ts'

/** Places and languages are few, but what a caller makes up (regions, cursors) must not fill the memory. */
const documentsMax = 1000

/**
 * Answers that depend on nothing but the settings and a name, rendered once: the settings are replaced as a whole, so
 * nothing here outlives a change of the catalogue. By environment, so that nothing crosses.
 */
const rendered = new WeakMap<EnvironmentSettings, Map<string, Answer>>()

export function renderOnce(environment: EnvironmentSettings, name: string, render: () => Answer): Answer {
  let answers = rendered.get(environment)
  if (answers === undefined) {
    answers = new Map()
    rendered.set(environment, answers)
  }
  const known = answers.get(name)
  if (known !== undefined) return known
  const answer = render()
  if (answers.size >= documentsMax) answers.clear()
  answers.set(name, answer)
  return answer
}
