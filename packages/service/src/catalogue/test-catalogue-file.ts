import { type CatalogueFile, catalogueFile } from './catalogue-file.ts'

/** For tests: entries as one writes them, made whole by the schema. */
type Written = Record<string, unknown>

export function aPurposeEntry(changes: Written = {}): Written {
  return {
    category: 'analytics',
    legal_basis: 'consent',
    valid_for: 'P12M',
    recipients: ['Counter Ltd'],
    data_categories: ['pages visited'],
    retention: 'P14M',
    texts: { en: { name: 'Statistics', description: 'We count visits.' } },
    ...changes,
  }
}

export function aWrittenCatalogue(changes: Written = {}): Written {
  return {
    assent: 1,
    languages: { default: 'en', available: ['en'] },
    controller: { id: 'shop', name: 'Shop Ltd', address: '1 High Street', contact: 'privacy@shop.example' },
    purposes: { analytics: aPurposeEntry() },
    ...changes,
  }
}

export function aCatalogueFile(changes: Written = {}): CatalogueFile {
  return catalogueFile.parse(aWrittenCatalogue(changes))
}
