import type { Controller, PublishedController } from '../domain/catalogue.ts'
import { contentHash } from '../kernel/id.ts'
import { canonicalDocument } from './canonical-document.ts'

export function publishController(controller: Controller, version: number): PublishedController {
  const published = { ...controller, version, sha256: '' }
  return { ...published, sha256: contentHash(controllerDocument(published)) }
}

/** What a receipt names by its hash: who asked, as people were told. */
export function controllerDocument(controller: PublishedController): string {
  const { sha256, ...document } = controller
  return canonicalDocument(document)
}

export function readControllerDocument(document: string, sha256: string): PublishedController {
  if (contentHash(document) !== sha256) throw new Error('a controller document is not what was published')
  // Our own bytes, as the hash has shown.
  return { ...(JSON.parse(document) as Omit<PublishedController, 'sha256'>), sha256 }
}
