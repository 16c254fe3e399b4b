import { z } from 'zod'
import { readIdentifier } from '../domain/identifier.ts'
import { parseRef } from '../domain/ref.ts'
import { type Issue, Refusal, refuseInvalid } from '../kernel/refusal.ts'
import type { Name } from '../ledger/name-subject.ts'
import type { Call } from './endpoint.ts'

export const identifierBody = z.strictObject({
  type: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,31}$/, 'A type is lower case: a-z, 0-9 and _.')
    .describe('One of the identifier types of the catalogue: email, phone, external_id, …'),
  value: z
    .string()
    .min(1)
    .max(320)
    .describe(
      'An e-mail address, a telephone number with + and country, or 1 to 160 characters of your own. Kept encrypted.',
    ),
  verified: z.boolean().default(false).describe('Whether you have proof that it is theirs.'),
})

export type IdentifierBody = z.output<typeof identifierBody>

/** What a recording says of its subject beside the ref. */
export function subjectNames(
  { caller, environment }: Pick<Call<unknown, unknown, unknown>, 'caller' | 'environment'>,
  identifiers: readonly IdentifierBody[] = [],
): Name[] {
  if (identifiers.length > 0 && caller.keyType === 'public')
    throw new Refusal('secret_key_required', 'Only a secret key may say what names a subject.')
  return readNames(identifiers, environment.catalogue.identifierTypes, 'subject.identifiers')
}

/** The identifiers of a request as names of a person. Refuses with all faults at once. */
export function readNames(
  identifiers: readonly IdentifierBody[],
  types: ReadonlySet<string>,
  path: string,
): Name[] {
  const issues: Issue[] = []
  const names: Name[] = []
  for (const [index, { type, value, verified }] of identifiers.entries()) {
    const at = `${path}.${index}`
    const read = readIdentifier(type, value)
    if (!types.has(type))
      issues.push({ path: `${at}.type`, message: 'The catalogue has no identifier type of this name.' })
    else if ('fault' in read) issues.push({ path: `${at}.value`, message: read.fault })
    else {
      const text = `${type}:${read.value}`
      names.push({ ref: { kind: 'identifier', text, type, value: read.value }, verified, path: at })
    }
  }
  if (issues.length > 0)
    throw refuseInvalid(issues, 'identifier_types in the catalogue names the types; /reference the forms.')
  return names
}

/** A ref of a request as a name. */
export function readRefName(text: string, types: ReadonlySet<string>, path: string): Name {
  const ref = parseRef(text, types)
  if ('fault' in ref) throw refuseInvalid([{ path, message: ref.fault }])
  return { ref, verified: false, path }
}
