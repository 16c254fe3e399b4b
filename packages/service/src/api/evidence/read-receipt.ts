import type { LogProof } from '@assent/evidence'
import { z } from 'zod'
import type { ConsentPayload } from '../../domain/consent-answer.ts'
import type { PreferencePayload } from '../../domain/preference-answer.ts'
import { readRecordAddress } from '../../domain/public-id.ts'
import type { Recipe } from '../../http/endpoint.ts'
import { mediaTypeOf } from '../../http/language.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { readReceipt as findReceipt } from '../../ledger/receipt.ts'
import { readLogProof } from '../../log/read-log-proof.ts'
import type { Service } from '../../service.ts'
import { type NamedDocuments, readDocuments, type ServedDocuments } from '../../store/documents.ts'
import type { EnvironmentSettings } from '../../store/settings.ts'
import { findShownText } from '../../store/shown-texts.ts'
import { preferenceReceiptPage } from './preference-receipt-page.ts'
import { receiptAnswer, receiptExample, type shownDocuments } from './read-receipt-answer.ts'
import { receiptPage } from './receipt-page.ts'

type Claims = ConsentPayload | PreferencePayload

const params = z.strictObject({ id: z.string().max(64) })

const types = ['application/json', 'application/jose', 'text/html'] as const

/** Text that is addressed to whoever holds it, and depends on Accept. */
const headers = { 'Cache-Control': 'private, no-store', Vary: 'Accept, Origin' }

export const readReceipt: Recipe<z.output<typeof params>, undefined, undefined> = {
  operationId: 'readReceipt',
  tag: 'Evidence',
  summary: 'Read a receipt',
  description:
    'The signed copy of a record: verify it offline with any JOSE library and the keys of /.well-known/jwks.json. Signed when it is first read, and the same bytes ever after. Accept chooses JSON, the bare JWS, or a page for people.',
  params,
  answers: {
    200: {
      description: 'The receipt.',
      schema: receiptAnswer,
      example: receiptExample,
      alsoAs: ['application/jose', 'text/html'],
    },
  },
  refuses: ['receipt_not_found', 'receipt_erased', 'not_acceptable'],
  async run(service, call) {
    const type = call.headers.accept === undefined ? 'application/json' : mediaTypeOf(call.headers, types)
    if (type === undefined)
      throw new Refusal(
        'not_acceptable',
        'A receipt can be had as application/json, application/jose or text/html.',
      )
    const address = readRecordAddress('rcp', call.params.id)
    const receipt = address && (await findReceipt(service, call.caller, address))
    if (address === undefined || receipt === undefined)
      throw new Refusal('receipt_not_found', 'There is no receipt with this id in this environment.')
    const { scope, routing } = call.environment
    const log = await readLogProof(service.pool, { ...scope, routing }, address.recordId)
    if (receipt.kind === 'erased') {
      // To a server the log still shows that there was a record; to whoever else holds the id there is nothing left.
      if (call.caller.keyType === 'secret' && type === 'application/json')
        return { status: 200, body: JSON.stringify(erasedAnswer(call.params.id, log)), headers }
      throw new Refusal('receipt_erased', 'This receipt was erased.')
    }
    if (type === 'application/jose') return { status: 200, body: receipt.jws, type, headers }

    // Our own bytes, as they were committed.
    const claims = JSON.parse(receipt.payload.toString()) as Claims
    const documents = await readDocuments(service.pool, call.caller, documentsOf(claims))
    if (type === 'text/html') {
      const page = pageOf(claims, documents)
      return {
        status: 200,
        body: page.body,
        type: 'text/html; charset=utf-8',
        headers: { ...headers, ...page.headers },
      }
    }
    const body = {
      id: claims.jti,
      object: 'receipt',
      // The log takes the commitment within seconds; until then the receipt stands on its signature.
      status: log === undefined ? 'pending' : 'logged',
      jws: receipt.jws,
      claims,
      documents: { ...documents, confirmation: await readShown(service, call.environment, claims) },
      log: log ?? null,
      links: { jwks: '/.well-known/jwks.json' },
    }
    return { status: 200, body: JSON.stringify(body), headers }
  },
}

function erasedAnswer(id: string, log: LogProof | undefined): z.output<typeof receiptAnswer> {
  return {
    id,
    object: 'receipt',
    status: 'erased',
    jws: null,
    claims: null,
    documents: null,
    log: log === undefined ? null : { ...log, inclusion_proof: [...log.inclusion_proof] },
    links: { jwks: '/.well-known/jwks.json' },
  }
}

function isPreference(claims: Claims): claims is PreferencePayload {
  return claims.record.kind === 'preference'
}

/** What the person was shown on the way to a confirmation: in the mail, and on the page whose button they pressed. */
async function readShown(
  { pool }: Service,
  { scope, routing }: EnvironmentSettings,
  claims: Claims,
): Promise<z.output<typeof shownDocuments> | null> {
  if (!isPreference(claims) || claims.confirmation === null) return null
  const read = async (sha256: string | null) => {
    const content = sha256 === null ? undefined : await findShownText(pool, scope, routing.shownText(sha256))
    return sha256 === null || content === undefined ? null : { sha256, bytes_b64: content.toString('base64') }
  }
  const { message_sha256, page_sha256 } = claims.confirmation
  return { message: await read(message_sha256), page: await read(page_sha256) }
}

function documentsOf(claims: Claims): NamedDocuments {
  const { controller } = claims
  return isPreference(claims)
    ? { controller, purposes: [], template: claims.template }
    : { controller, purposes: claims.decisions.map((decision) => decision.purpose), template: null }
}

function pageOf(claims: Claims, documents: ServedDocuments): ReturnType<typeof receiptPage> {
  return isPreference(claims)
    ? preferenceReceiptPage({ claims, documents, language: claims.language ?? 'en' })
    : receiptPage({ claims, documents, language: claims.notice.language ?? 'en' })
}
