import { parseJson } from './canonical-json.ts'
import { type LogProof, logProof } from './log-proof.ts'
import { Malformed } from './malformed.ts'
import { ordinal, word } from './payload-shapes.ts'
import { anything, list, nullable, oneOf, openObject, type Shape, withDefaults } from './shape.ts'

/** The JSON answer of `GET /v1/receipts/{id}`, as far as a verifier needs it. */
export interface ReceiptAnswer {
  /** null in a bare JWS, which has it among its claims alone. */
  readonly id: string | null
  readonly status: 'logged' | 'pending' | 'erased'
  /** Compact JWS; null once erased. */
  readonly jws: string | null
  /** The claims decoded, for people; null when they are not beside the JWS. */
  readonly claims: unknown
  readonly documents: ReceiptDocuments | null
  /** null while the record is not in the log yet. */
  readonly log: LogProof | null
}

/** The published texts that the claims name by hash, each as its bytes in base64. */
export interface ReceiptDocuments {
  readonly purposes: readonly { readonly key: string; readonly version: number; readonly bytes_b64: string }[]
  readonly controller: { readonly bytes_b64: string } | null
  /** Of a preference record: the template its values were chosen from. */
  readonly template: { readonly bytes_b64: string } | null
  /** Ref, metadata, vendors, strings: only for who may see them. */
  readonly context: { readonly bytes_b64: string } | null
}

/**
 * Reads what somebody holds: the answer, as object or as text, or the bare compact JWS. Members beyond are ignored.
 *
 * @throws Malformed
 */
export function parseReceiptAnswer(input: unknown): ReceiptAnswer {
  const isToken = typeof input === 'string' && !input.trimStart().startsWith('{')
  if (!isToken) return parseAnswer(typeof input === 'string' ? parseJson(input) : input)
  return { id: null, status: 'pending', jws: input.trim(), claims: null, documents: null, log: null }
}

function parseAnswer(json: unknown): ReceiptAnswer {
  const found = answer.read(json)
  if (found.jws === null && found.status !== 'erased') throw new Malformed('there is no signed receipt in it')
  return found
}

const document = openObject({ bytes_b64: word })

const documents: Shape<ReceiptDocuments> = withDefaults(
  { controller: null, template: null, context: null },
  openObject<ReceiptDocuments>({
    purposes: list(openObject({ key: word, version: ordinal, bytes_b64: word })),
    controller: nullable(document),
    template: nullable(document),
    context: nullable(document),
  }),
)

const answer: Shape<ReceiptAnswer> = withDefaults(
  { jws: null, claims: null, documents: null, log: null },
  openObject<ReceiptAnswer>({
    id: word,
    status: oneOf('logged', 'pending', 'erased'),
    jws: nullable(word),
    claims: anything,
    documents: nullable(documents),
    log: nullable(logProof),
  }),
)
