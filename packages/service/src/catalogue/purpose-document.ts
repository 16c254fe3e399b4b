import type { PurposeDefinition, PurposeVersion } from '../domain/purpose.ts'
import { contentHash } from '../kernel/id.ts'
import { canonicalDocument, documentHash } from './canonical-document.ts'
import type { PurposeDefinitionEntry } from './purpose-entry.ts'

/** When a definition was published, and what that means for those who decided before. */
export interface Publication {
  readonly version: number
  readonly material_change: boolean
  readonly effective_from: string
}

/** What a file says of a purpose, in the form in which it is published. */
export function definePurpose(
  key: string,
  entry: PurposeDefinitionEntry,
  controllerName: string,
): PurposeDefinition {
  const { category, legal_basis, valid_for, recipients, data_categories, retention, mappings, texts } = entry
  return {
    key,
    category,
    legal_basis,
    valid_for,
    controllers: entry.controllers ?? [controllerName],
    recipients,
    data_categories,
    retention,
    // Sets, in truth: put in order, so that shuffling them is no new version.
    mappings: {
      tcf_purposes: mappings.tcf_purposes.toSorted((one, other) => one - other),
      tcf_special_features: mappings.tcf_special_features.toSorted((one, other) => one - other),
      google_consent_mode: mappings.google_consent_mode.toSorted(),
      gpp: mappings.gpp.toSorted(),
    },
    texts,
  }
}

export function publishPurpose(definition: PurposeDefinition, publication: Publication): PurposeVersion {
  const version = { ...definition, ...publication, sha256: '', text_hashes: hashTexts(definition) }
  return { ...version, sha256: contentHash(purposeDocument(version)) }
}

/**
 * What a receipt names by its hash and whoever checks it is given: the definition in all languages, its key and
 * version. When it took effect and whom it asks again are facts about it, not part of it.
 */
export function purposeDocument(version: PurposeVersion): string {
  const { material_change, effective_from, sha256, text_hashes, ...document } = version
  return canonicalDocument(document)
}

/** The version whose document was stored; anything but the bytes that were hashed is a broken store. */
export function readPurposeDocument(
  document: string,
  stored: Omit<Publication, 'version'> & { readonly sha256: string },
): PurposeVersion {
  if (contentHash(document) !== stored.sha256) throw new Error('a purpose document is not what was published')
  // Our own bytes, as the hash has shown.
  const definition = JSON.parse(document) as PurposeDefinition & { version: number }
  return { ...definition, ...stored, text_hashes: hashTexts(definition) }
}

function hashTexts({ texts }: PurposeDefinition): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).map(([language, { name, description }]) => [
      language,
      documentHash({ name, description }),
    ]),
  )
}
