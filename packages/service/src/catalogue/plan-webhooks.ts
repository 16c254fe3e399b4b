import type { DeclaredWebhook } from '../domain/webhook.ts'
import { type Change, changeOf, listChangeOf } from './change.ts'

/** What becomes of one endpoint that the file declares, or declared; those made over the API are never in a plan. */
export interface WebhookPlan {
  readonly key: string
  readonly action: 'added' | 'changed' | 'removed'
  /** As it will be, or as it was. */
  readonly webhook: DeclaredWebhook
  readonly changes: readonly Change[]
}

/** By key, those that leave last; nothing of those that stay as they are. */
export function planWebhooks(
  was: ReadonlyMap<string, DeclaredWebhook>,
  becomes: ReadonlyMap<string, DeclaredWebhook>,
): WebhookPlan[] {
  const declared = [...becomes].flatMap(([key, webhook]): WebhookPlan[] => {
    const before = was.get(key)
    if (before === undefined) return [{ key, action: 'added', webhook, changes: [] }]
    const changes = diffWebhook(before, webhook)
    return changes.length === 0 ? [] : [{ key, action: 'changed', webhook, changes }]
  })
  const leaving = [...was]
    .filter(([key]) => !becomes.has(key))
    .map(([key, webhook]): WebhookPlan => ({ key, action: 'removed', webhook, changes: [] }))
  return [...declared, ...leaving]
}

function diffWebhook(was: DeclaredWebhook, becomes: DeclaredWebhook): Change[] {
  return [
    changeOf('url', was.url, becomes.url),
    typesChange(was.types, becomes.types),
    changeOf('description', was.description, becomes.description),
  ].filter((change) => change !== undefined)
}

/** No types are all: to gain the first of them is to lose the others. */
function typesChange(was: readonly string[], becomes: readonly string[]): Change | undefined {
  if (was.length > 0 && becomes.length > 0) return listChangeOf('types', was, becomes)
  const named = (types: readonly string[]) => (types.length === 0 ? 'all' : types)
  return changeOf('types', named(was), named(becomes))
}
