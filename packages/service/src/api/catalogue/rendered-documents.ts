import type { Answer } from '../../http/endpoint.ts'
import { etagOf } from '../../http/etag.ts'
import type { EnvironmentSettings } from '../../store/settings.ts'

/** Places and languages are few, but what a caller makes up (regions, cursors) must not fill the memory. */
const documentsMax = 1000

/**
 * Answers that depend on nothing but the settings and a name, rendered once: the settings are replaced as a whole, so
 * nothing here outlives a change of the catalogue. By environment, so that nothing crosses.
 */
const rendered = new WeakMap<EnvironmentSettings, Map<string, Answer>>()

export function renderOnce(
  environment: EnvironmentSettings,
  name: string,
  render: () => {
    readonly document: unknown
    readonly headers: Readonly<Record<string, string>>
  },
): Answer {
  let answers = rendered.get(environment)
  if (answers === undefined) {
    answers = new Map()
    rendered.set(environment, answers)
  }
  const known = answers.get(name)
  if (known !== undefined) return known
  const { document, headers } = render()
  // Text, not bytes: node:http sends it in one piece with the header.
  const body = JSON.stringify(document)
  const answer: Answer = {
    status: 200,
    body,
    headers: { ETag: etagOf(body), 'Cache-Control': 'private, max-age=60', ...headers },
  }
  if (answers.size >= documentsMax) answers.clear()
  answers.set(name, answer)
  return answer
}
