import fc from 'fast-check'
import { type ApiDocument, boundsOf, type Operation, operationsOf } from './api-document.ts'
import { bodyFaults } from './body-faults.ts'
import { canariesOf } from './canaries.ts'
import { badCredentials, goodCredentials, testPublic, testSecret } from './credentials.ts'
import { type Draft, type Fault, type Faults, finish, percentEncode } from './draft.ts'
import type { FuzzRequest, HeaderLine } from './fuzz-request.ts'
import { chunkedFault, headerFaults, methodFaults } from './header-faults.ts'
import { likelyValues } from './likely-values.ts'
import { rawBodyFaults } from './raw-body-faults.ts'
import { textsOf, treesOf } from './schema-values.ts'
import { targetFaults } from './target-faults.ts'
import { woundFaults } from './wounds.ts'

const credentials = fc.oneof(
  { arbitrary: fc.constant(testSecret), weight: 8 },
  { arbitrary: fc.constant(testPublic), weight: 5 },
  { arbitrary: fc.constantFrom(...goodCredentials), weight: 3 },
  { arbitrary: fc.constantFrom(...badCredentials), weight: 2 },
)

/** Every request is one that the document allows, with up to three faults put into it. */
export function requestsOf(document: ApiDocument): fc.Arbitrary<FuzzRequest> {
  const operations = operationsOf(document)
  // What takes a body has the most to go wrong in.
  const drafts = fc.oneof(
    ...operations.map((operation) => ({
      arbitrary: draftsOf(operation),
      weight: operation.body !== undefined ? 24 : operation.needsKey ? 4 : 2,
    })),
  )
  const faults = faultsOf(boundsOf(document))
  return fc
    .tuple(drafts, fewOf(faults))
    .map(([draft, chosen]) => finish(chosen.reduce((spoilt, fault) => fault(spoilt), draft)))
}

/** None for a third: a service that refused everything would pass all else. */
function fewOf(faults: Faults): fc.Arbitrary<Fault[]> {
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant<Fault[]>([]), weight: 3 },
    { arbitrary: faults.map((fault) => [fault]), weight: 4 },
    { arbitrary: fc.array(faults, { maxLength: 3 }), weight: 2 },
  )
}

function faultsOf(bounds: readonly number[]): Faults {
  return fc.oneof(
    { arbitrary: bodyFaults(bounds), weight: 10 },
    { arbitrary: rawBodyFaults, weight: 3 },
    { arbitrary: targetFaults, weight: 6 },
    { arbitrary: headerFaults, weight: 8 },
    { arbitrary: methodFaults, weight: 1 },
    { arbitrary: chunkedFault, weight: 1 },
    { arbitrary: woundFaults, weight: 2 },
  )
}

function draftsOf(operation: Operation): fc.Arbitrary<Draft> {
  const inPlace = (place: string) => operation.parameters.filter((parameter) => parameter.in === place)
  const textFor = ({ name, schema }: Operation['parameters'][number]) => textsOf(schema, name, likelyValues)
  const segments = inPlace('path').map((parameter) =>
    textFor(parameter).map((value) => [parameter.name, percentEncode(value)] as const),
  )
  const query = inPlace('query').map((parameter) =>
    sometimes(textFor(parameter).map((value) => [parameter.name, value] as const)),
  )
  return fc
    .record({
      segments: fc.tuple(...segments),
      query: fc.tuple(...query),
      credential: credentials,
      headers: fc.tuple(...usualHeaders(operation)),
      tree: operation.body === undefined ? fc.constant(undefined) : treesOf(operation.body, '', likelyValues),
    })
    .map((parts) => ({
      method: operation.method,
      template: operation.path,
      segments: Object.fromEntries(parts.segments),
      query: parts.query.flat(),
      credential: parts.credential,
      headers: parts.headers.flat(),
      tree: parts.tree,
      bodyChanges: [],
      targetChanges: [],
      isChunked: false,
      wound: undefined,
    }))
}

/** What a browser, a proxy or a careful client sends along. */
function usualHeaders(operation: Operation): fc.Arbitrary<HeaderLine[]>[] {
  const header = (name: string, ...values: string[]) =>
    sometimes(fc.constantFrom(...values).map((value) => [name, value] as const))
  const json: HeaderLine[] = [['Content-Type', 'application/json']]
  return [
    fc.constant(operation.body === undefined ? [] : json),
    ...operation.parameters
      .filter((parameter) => parameter.in === 'header')
      .map(({ name }) =>
        header(name, name === 'Subject-Token' ? '@@token.plain0@@' : 'again', ...canariesOf('token')),
      ),
    header('X-Forwarded-For', ...canariesOf('address')),
    header('Accept', 'application/json', 'text/html', 'application/jose'),
  ]
}

/** Shrinks to nothing at all, not only to less. */
function sometimes<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant<T[]>([]), weight: 3 },
    { arbitrary: arbitrary.map((value) => [value]), weight: 1 },
  )
}
