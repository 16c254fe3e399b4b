import { isSameDocument } from '../catalogue/canonical-document.ts'
import type { Scope } from '../domain/scope.ts'
import type { DeclaredWebhook } from '../domain/webhook.ts'
import type { RandomSource } from '../kernel/id.ts'
import type { MasterKey } from '../kernel/master-key.ts'
import type { Queryable } from '../store/db.ts'
import {
  changeWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
} from '../store/webhook-endpoints.ts'
import { makeWebhookEndpoint } from './make-webhook-endpoint.ts'

/** An endpoint that an apply has made: nobody has seen its secret. */
export interface MadeWebhook {
  readonly key: string
  readonly endpointId: string
}

/**
 * Makes the endpoints what the catalogue declares, in the transaction that publishes it, and tells which are new. Those
 * that were made over the API are left alone.
 */
export async function settleWebhooks(
  parts: { readonly random: RandomSource; readonly masterKey: MasterKey },
  db: Queryable,
  scope: Scope,
  { declared, now }: { readonly declared: ReadonlyMap<string, DeclaredWebhook>; readonly now: number },
): Promise<MadeWebhook[]> {
  const there = new Map<string, DeclaredWebhook & { readonly endpointId: string }>()
  for (const endpoint of await listWebhookEndpoints(db, scope))
    if (endpoint.catalogueKey !== null) there.set(endpoint.catalogueKey, endpoint)
  for (const [key, { endpointId }] of there)
    if (!declared.has(key)) await deleteWebhookEndpoint(db, scope, endpointId)
  const made: MadeWebhook[] = []
  for (const [key, webhook] of declared) {
    const found = there.get(key)
    if (found === undefined) {
      // The apply that makes it comes before it: nobody could verify what it would hear of that.
      const wanted = { ...webhook, catalogueKey: key, createdAt: now + 1 }
      const { endpoint } = await makeWebhookEndpoint(parts, db, scope, wanted)
      made.push({ key, endpointId: endpoint.endpointId })
    } else if (!saysTheSame(found, webhook)) await changeWebhookEndpoint(db, scope, found.endpointId, webhook)
  }
  return made
}

function saysTheSame(one: DeclaredWebhook, other: DeclaredWebhook): boolean {
  const { url, types, description } = one
  return isSameDocument(
    { url, types, description },
    { url: other.url, types: other.types, description: other.description },
  )
}
