import { readFile } from 'node:fs/promises'
import { readCatalogueFile } from '../src/catalogue/read-catalogue-file.ts'
import type { Environment } from '../src/domain/scope.ts'
import { publishFile } from '../src/publish-file.ts'
import { rulesFor } from '../src/webhooks/webhook-target.ts'
import { scopeOf } from './environment-scope.ts'
import { type Harness, shop } from './harness.ts'

/** The shop's catalogue with some of its text replaced; each text must be there. */
export async function shopWith(
  ...replacements: readonly (readonly [from: string, to: string])[]
): Promise<string> {
  let text = await readFile(shop, 'utf8')
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`the shop's catalogue does not say: ${from}`)
    text = text.replace(from, () => to)
  }
  return text
}

/** Applies a catalogue, which the server knows at once. */
export async function publish(t: Harness, text: string, environment: Environment = 'test'): Promise<void> {
  const { clock, config, settings } = t.service
  const scope = scopeOf(t, environment)
  const routing = settings.current.environments.get(scope.environmentId)?.routing
  if (routing === undefined) throw new Error('the server does not know this environment')
  await publishFile(
    t.service,
    { ...scope, routing },
    readCatalogueFile('shop.yaml', Buffer.from(text), rulesFor(config, environment)),
    clock.now(),
  )
  await settings.refresh()
}
