import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeReceiptPayload, parseReceiptPayload } from '@assent/evidence'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import { regimes } from '../regimes/regimes.ts'
import { createPolicyResolver } from '../regimes/resolve-policy.ts'
import type { Catalogue } from './catalogue.ts'
import { type ConsentFacts, decideConsent, type RecordConsent } from './consent-record.ts'
import type { PurposeVersion } from './purpose.ts'

const subjectKey = '00112233445566778899aabbccddeeff' as RouteKey
const recordId = '019a9d6c54c07abc8def0123456789ab' as Uuid
const hash = 'qL8R4QIcQ_ZsRqOAbeRfcZhilN_MksRtDaErMA6qq3w'

function aPurpose(key: string): PurposeVersion {
  return {
    key,
    version: 3,
    category: 'analytics',
    legal_basis: 'consent',
    valid_for: 'P24M',
    controllers: [],
    recipients: [],
    data_categories: [],
    retention: null,
    mappings: { tcf_purposes: [], tcf_special_features: [], google_consent_mode: [], gpp: [] },
    texts: {},
    material_change: false,
    effective_from: '2026-01-01T00:00:00.000Z',
    sha256: hash,
    text_hashes: {},
  }
}

function facts(): ConsentFacts {
  const current = aPurpose('analytics')
  const catalogue = {
    controller: { id: 'shop', version: 1, sha256: hash, privacy_policy_url: 'https://shop.example/privacy' },
    purposes: new Map([['analytics', { key: 'analytics', current, versions: [current] }]]),
  } as unknown as Catalogue
  const at = Date.parse('2026-11-21T09:00:00.000Z')
  const policies = createPolicyResolver(regimes, { overrides: [], overridesVersion: 0 })
  return {
    environment: 'test',
    issuer: 'https://consent.example',
    catalogue,
    policy: policies.resolve({ country: 'DE', region: null, at }),
    provedBy: 'secret_key',
    recordId,
    nonce: 'q0ZrAAAAAAAAAAAAAAAAAA',
    contextNonce: 'r1ZrAAAAAAAAAAAAAAAAAA',
    recordedAt: at,
  }
}

function command(context: Partial<RecordConsent['context']> = {}): RecordConsent {
  return {
    decisions: [['analytics', 'granted']],
    language: 'de',
    source: 'banner',
    action: null,
    notice: 'bnr_3:"seq":0,',
    gpc: false,
    occurredAt: Date.parse('2026-11-21T08:59:59.000Z'),
    context: {
      vendors: null,
      tc_string: null,
      metadata: {},
      network_prefix: null,
      agent_family: null,
      ...context,
    },
  }
}

test('the bytes that are hashed are the canonical ones that any verifier computes', () => {
  for (const context of [{}, { metadata: { page: '/signup' } }]) {
    const payload = decideConsent(command(context), facts()).payload(subjectKey, 7)
    const parsed = parseReceiptPayload(Buffer.from(payload))
    assert.equal(encodeReceiptPayload(parsed), payload)
    assert.equal(parsed.record.seq, 7)
  }
})

test("a grant lapses at the earlier of its own term and the law's", () => {
  const [decision] = decideConsent(command(), facts()).decisions
  assert.equal(decision?.expiresAt, Date.parse('2027-11-21T08:59:59.000Z'))
})

test('the same command and facts make the same record', () => {
  const one = decideConsent(command({ metadata: { a: '1' } }), facts())
  const other = decideConsent(command({ metadata: { a: '1' } }), facts())
  assert.equal(one.payload(subjectKey, 1), other.payload(subjectKey, 1))
  assert.equal(one.answer(subjectKey, 'x'), other.answer(subjectKey, 'x'))
})
