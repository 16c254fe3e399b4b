import { errors, type JWTPayload, jwtVerify } from 'jose'
import type { ProvedBy } from '../domain/decision.ts'
import { parseRef, type Ref } from '../domain/ref.ts'
import { Refusal, type RefusalCode, refuseInvalid } from '../kernel/refusal.ts'
import type { SubjectTokenSecret } from '../store/environments.ts'
import type { Call } from './endpoint.ts'

/** What a subject token may be limited to, in its `scope` claim (RFC 8693 section 4.2: separated by spaces). */
export type TokenScope =
  | 'consent:read'
  | 'consent:write'
  | 'preferences:read'
  | 'preferences:write'
  | 'requests:write'

export interface SubjectAccess {
  readonly ref: Ref
  readonly provedBy: ProvedBy
  /** The anonymous ref of a write that proves a customer beside it: the two are to be linked. */
  readonly visitor: Ref | undefined
}

/** What an operation on one subject refuses a public key with, beside what its own recipe names. */
export const subjectTokenRefusals = [
  'subject_token_required',
  'subject_token_invalid',
  'subject_token_expired',
  'subject_token_mismatch',
  'subject_token_scope',
] as const satisfies readonly RefusalCode[]

const lifetimeMaxSeconds = 3600
const leewaySeconds = 60

type AccessCall = Pick<Call<unknown, unknown, unknown>, 'caller' | 'environment' | 'headers'>

/**
 * Who may touch whom (contract section 5). Nothing is looked up before the right is proved, so the answer to a caller
 * without it is the same, and as fast, whether or not the person exists.
 */
export async function accessSubject(
  call: AccessCall,
  now: number,
  named: { readonly ref: string; readonly path: string; readonly scope: TokenScope },
): Promise<SubjectAccess> {
  const ref = parseRef(named.ref, call.environment.catalogue.identifierTypes)
  if ('fault' in ref) throw refuseInvalid([{ path: named.path, message: ref.fault }])
  if (call.caller.keyType === 'secret') return { ref, provedBy: 'secret_key', visitor: undefined }

  const token = call.headers['subject-token']
  if (token === undefined) {
    if (ref.kind === 'anonymous') return { ref, provedBy: 'anonymous_ref', visitor: undefined }
    throw new Refusal('subject_token_required', 'A public key needs proof that it may touch this subject.')
  }
  const claims = await verifySubjectToken(call, now, String(token))
  const holder = claims.sub === named.ref ? ref : customerOf(call, claims, ref, named.scope)
  requireScope(claims, named.scope)
  return { ref: holder, provedBy: 'subject_token', visitor: holder === ref ? undefined : ref }
}

/** A visitor's page may write beside the token of whom the visitor turned out to be; anything else needs its own. */
function customerOf(call: AccessCall, { sub }: JWTPayload, ref: Ref, scope: TokenScope): Ref {
  if (ref.kind !== 'anonymous' || !scope.endsWith(':write'))
    throw new Refusal(
      'subject_token_mismatch',
      'The Subject-Token is about another subject than the request.',
    )
  const customer = parseRef(String(sub), call.environment.catalogue.identifierTypes)
  if ('fault' in customer) throw invalid()
  return customer
}

function requireScope(claims: JWTPayload, scope: TokenScope): void {
  const granted = claims['scope']
  if (granted !== undefined && !(typeof granted === 'string' && granted.split(' ').includes(scope)))
    throw new Refusal('subject_token_scope', `The Subject-Token does not include ${scope}.`)
}

/** An e-mail address that a public key names without proof of the person. */
export interface UnprovedMailbox {
  readonly mailbox: string
}

/**
 * For what may be asked for in the name of a mailbox that nobody has proved (contract section 5): who may touch the
 * person, or else the mailbox alone, which tells nothing about them.
 */
export async function accessSubjectOrMailbox(
  call: Pick<Call<unknown, unknown, unknown>, 'caller' | 'environment' | 'headers'>,
  now: number,
  named: { readonly ref: string; readonly path: string; readonly scope: TokenScope },
): Promise<SubjectAccess | UnprovedMailbox> {
  if (call.caller.keyType === 'public' && call.headers['subject-token'] === undefined) {
    const ref = parseRef(named.ref, call.environment.catalogue.identifierTypes)
    if ('kind' in ref && ref.kind === 'identifier' && ref.type === 'email') return { mailbox: ref.value }
  }
  return await accessSubject(call, now, named)
}

/** HS256 only, whatever the header says; a token without an end, or with a far one, is no proof of anything now. */
async function verifySubjectToken(
  { environment }: AccessCall,
  now: number,
  token: string,
): Promise<JWTPayload> {
  const secrets = environment.subjectTokenSecrets.filter(
    ({ expiresAt }) => expiresAt === null || expiresAt > now,
  )
  const claims = await verifiedClaims(token, secrets, {
    algorithms: ['HS256'],
    typ: 'subject+jwt',
    audience: `assent:${environment.scope.project}:${environment.scope.environment}`,
    requiredClaims: ['sub', 'iat', 'exp', 'aud'],
    clockTolerance: leewaySeconds,
    currentDate: new Date(now),
  })
  const { iat = 0, exp = 0 } = claims
  if (exp - iat > lifetimeMaxSeconds || exp <= iat || iat > now / 1000 + leewaySeconds) throw invalid()
  return claims
}

async function verifiedClaims(
  token: string,
  secrets: readonly SubjectTokenSecret[],
  options: Parameters<typeof jwtVerify>[2],
): Promise<JWTPayload> {
  for (const secret of secrets) {
    try {
      return (await jwtVerify(token, Buffer.from(secret.text), options)).payload
    } catch (error) {
      if (error instanceof errors.JWTExpired)
        throw new Refusal('subject_token_expired', 'The Subject-Token has run out.')
      if (error instanceof errors.JWSSignatureVerificationFailed) continue
      if (error instanceof errors.JOSEError) throw invalid()
      throw error
    }
  }
  throw invalid()
}

function invalid(): Refusal {
  return new Refusal('subject_token_invalid', 'The Subject-Token is not valid here.')
}
