import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { controllerDocument } from '../../src/catalogue/controller-document.ts'
import { planCatalogue } from '../../src/catalogue/plan-catalogue.ts'
import { purposeDocument } from '../../src/catalogue/purpose-document.ts'
import { readCatalogueFile } from '../../src/catalogue/read-catalogue-file.ts'
import type { Catalogue } from '../../src/domain/catalogue.ts'
import type { ConsentPayload } from '../../src/domain/consent-answer.ts'
import { decideConsent, type RecordConsent } from '../../src/domain/consent-record.ts'
import type { ProvedBy } from '../../src/domain/decision.ts'
import type { Environment } from '../../src/domain/scope.ts'
import { contentHash, type Uuid } from '../../src/kernel/id.ts'
import { regimes } from '../../src/regimes/regimes.ts'
import { createPolicyResolver } from '../../src/regimes/resolve-policy.ts'
import type { ServedDocuments } from '../../src/store/documents.ts'

export interface Receipt {
  readonly claims: ConsentPayload
  readonly documents: ServedDocuments
  readonly language: string
}

const shop = fileURLToPath(new URL('../../../../catalogue/shop.yaml', import.meta.url))
const occurredAt = Date.parse('2026-11-21T09:00:00.000Z')
const file = readCatalogueFile('shop.yaml', readFileSync(shop))
const { catalogue } = planCatalogue(undefined, file, Date.parse('2026-01-01T00:00:00.000Z')).next
const policies = createPolicyResolver(regimes, { overrides: [], overridesVersion: 1 })

/** What a visitor of the shop answered, decided and encoded as the service does it; the documents as it serves them. */
export function aReceipt(
  changes: Partial<RecordConsent> & {
    readonly environment?: Environment
    readonly country?: string | null
    readonly region?: string | null
    readonly provedBy?: ProvedBy
  } = {},
): Receipt {
  const { environment = 'live', country = 'DE', region = null, provedBy = 'anonymous_ref', ...said } = changes
  const command: RecordConsent = {
    decisions: [
      ['analytics', 'granted'],
      ['marketing', 'denied'],
      ['recommendations', 'withdrawn'],
      ['fraud_prevention', 'objected'],
      ['service_reminders', 'granted'],
    ],
    language: 'en',
    source: 'banner',
    action: 'custom',
    notice: 'bnr_3:en',
    gpc: false,
    occurredAt,
    context: { vendors: null, tc_string: null, metadata: {}, network_prefix: null, agent_family: 'Firefox' },
    ...said,
  }
  const record = decideConsent(command, {
    environment,
    provedBy,
    issuer: 'https://consent.example',
    catalogue,
    policy: policies.resolve({ country, region, at: occurredAt }),
    recordId: '019aa5d3c1807c5e9b6f0d4a2e8b7c31' as Uuid,
    nonce: 'q0ZrVwT3mB5sX8yK1nL6dA',
    contextNonce: 'w9TrVwT3mB5sX8yK1nL6dA',
    recordedAt: occurredAt + 123,
  })
  const payload = record.payload('7d1f0a9c4b3e4f6a8c2d5e7f9a1b3c5d' as Uuid, 7)
  const claims = JSON.parse(payload) as ConsentPayload
  return { claims, documents: documentsOf(claims, catalogue), language: claims.notice.language ?? 'en' }
}

function documentsOf(claims: ConsentPayload, { controller, purposes }: Catalogue): ServedDocuments {
  return {
    template: null,
    controller: { ...claims.controller, bytes_b64: base64(controllerDocument(controller)) },
    purposes: claims.decisions.flatMap(({ purpose }) => {
      const version = purposes.get(purpose.key)?.versions.find(({ sha256 }) => sha256 === purpose.sha256)
      return version === undefined ? [] : [{ ...purpose, bytes_b64: base64(purposeDocument(version)) }]
    }),
  }
}

/** The same receipt on documents of other content; they are hashed anew, so that it is as good as the first. */
export function withDocuments(
  { claims, documents, language }: Receipt,
  changes: { readonly controller?: object; readonly purpose?: object },
): Receipt {
  const controller = documents.controller && {
    ...documents.controller,
    ...edit(documents.controller, changes.controller),
  }
  const purposes = documents.purposes.map((purpose) => ({ ...purpose, ...edit(purpose, changes.purpose) }))
  return {
    language,
    documents: { controller, purposes, template: null },
    claims: {
      ...claims,
      controller: { ...claims.controller, sha256: controller?.sha256 ?? '' },
      decisions: claims.decisions.map((decision, index) => ({
        ...decision,
        purpose: { ...decision.purpose, sha256: purposes[index]?.sha256 ?? '' },
      })),
    },
  }
}

function edit(
  served: { readonly bytes_b64: string },
  changes: object = {},
): { sha256: string; bytes_b64: string } {
  const document: unknown = JSON.parse(Buffer.from(served.bytes_b64, 'base64').toString())
  const text = JSON.stringify({ ...(document as object), ...changes })
  return { sha256: contentHash(text), bytes_b64: base64(text) }
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
