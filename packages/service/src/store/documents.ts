import type { Scope } from '../domain/scope.ts'
import type { Queryable } from './db.ts'

/** How a receipt names a document. */
interface DocumentName {
  readonly version: number
  readonly sha256: string
}

/** The very bytes whose SHA-256 a receipt names. */
export interface ServedDocument extends DocumentName {
  readonly bytes_b64: string
}

export interface ServedDocuments {
  readonly purposes: readonly (ServedDocument & { readonly key: string })[]
  readonly controller: (ServedDocument & { readonly id: string }) | null
}

/** What people were shown, as it was published: immutable, and there for ever. Served by the primary keys. */
export async function readDocuments(
  db: Queryable,
  scope: Scope,
  named: {
    readonly controller: DocumentName & { readonly id: string }
    readonly purposes: readonly (DocumentName & { readonly key: string })[]
  },
): Promise<ServedDocuments> {
  const purposes = await Promise.all(
    named.purposes.map(async (purpose) => {
      const { rows } = await db.query<{ document: Buffer }>(
        'SELECT document FROM purpose_versions WHERE env_id = $1 AND purpose_key = $2 AND version = $3',
        [scope.environmentId, purpose.key, purpose.version],
      )
      return rows.map((row) => ({ ...purpose, bytes_b64: row.document.toString('base64') }))
    }),
  )
  const { rows } = await db.query<{ document: Buffer }>(
    'SELECT document FROM controller_versions WHERE env_id = $1 AND controller_id = $2 AND version = $3',
    [scope.environmentId, named.controller.id, named.controller.version],
  )
  const [controller] = rows
  return {
    purposes: purposes.flat(),
    controller:
      controller === undefined
        ? null
        : { ...named.controller, bytes_b64: controller.document.toString('base64') },
  }
}
