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

/** What a receipt was made from. */
export interface NamedDocuments {
  readonly controller: DocumentName & { readonly id: string }
  readonly purposes: readonly (DocumentName & { readonly key: string })[]
  /** Of a receipt of preferences. */
  readonly template: DocumentName | null
}

export interface ServedDocuments {
  readonly purposes: readonly (ServedDocument & { readonly key: string })[]
  readonly controller: (ServedDocument & { readonly id: string }) | null
  readonly template: ServedDocument | null
}

/** What people were shown, as it was published: immutable, and there for ever. Served by the primary keys. */
export async function readDocuments(
  db: Queryable,
  scope: Scope,
  { controller, purposes, template }: NamedDocuments,
): Promise<ServedDocuments> {
  const served = async <Name extends DocumentName>(text: string, name: Name, ...key: unknown[]) => {
    const { rows } = await db.query<{ document: Buffer }>(text, [scope.environmentId, ...key])
    return rows.map((row) => ({ ...name, bytes_b64: row.document.toString('base64') }))
  }
  const servedPurposes = await Promise.all(
    purposes.map((purpose) =>
      served(
        'SELECT document FROM purpose_versions WHERE env_id = $1 AND purpose_key = $2 AND version = $3',
        purpose,
        purpose.key,
        purpose.version,
      ),
    ),
  )
  const [servedController] = await served(
    'SELECT document FROM controller_versions WHERE env_id = $1 AND controller_id = $2 AND version = $3',
    controller,
    controller.id,
    controller.version,
  )
  const [servedTemplate] =
    template === null
      ? []
      : await served(
          'SELECT document FROM preference_template_versions WHERE env_id = $1 AND version = $2',
          template,
          template.version,
        )
  return {
    purposes: servedPurposes.flat(),
    controller: servedController ?? null,
    template: servedTemplate ?? null,
  }
}
