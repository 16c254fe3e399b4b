import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '../src/api/endpoints.ts'
import { makeSubjectTokenSecret } from '../src/domain/key.ts'
import { type Environment, environments } from '../src/domain/scope.ts'
import type { Endpoint } from '../src/http/endpoint.ts'
import { record } from './a-consent.ts'
import { aSubjectToken, type TokenChanges } from './a-subject-token.ts'
import { type Harness, openHarness, type TestAnswer, type TestRequest } from './harness.ts'
import { nameOf, openSamples, type Sample } from './sample-requests.ts'

// Every operation that needs a key × kind of key × environment × proof: who gets in, and what everybody else is told.

const known = 'customer_known'
/** As long as the other, so that bodies can be compared. */
const unknown = 'customer_never'

const notOurs = makeSubjectTokenSecret('test', { bytes: (count) => Buffer.alloc(count, 9) })

/** Each proof by its name: undefined for none, else how its token differs from a good one. */
const proofs: Readonly<
  Record<string, ((environment: Environment) => TokenChanges & { sub?: string }) | undefined>
> = {
  none: undefined,
  good: () => ({}),
  'wrong secret': () => ({ secret: notOurs }),
  expired: () => ({ issued: -900, expires: -120 }),
  'other subject': () => ({ sub: 'customer_other' }),
  'other audience': (environment) => ({ aud: `assent:default:${environment === 'test' ? 'live' : 'test'}` }),
  'alg none': () => ({ alg: 'none' }),
  'far end': () => ({ expires: 7200 }),
  'other scope': () => ({ scope: 'nothing:read' }),
}

const codes: Readonly<Record<string, string>> = {
  none: 'subject_token_required',
  'wrong secret': 'subject_token_invalid',
  expired: 'subject_token_expired',
  'other subject': 'subject_token_mismatch',
  'other audience': 'subject_token_invalid',
  'alg none': 'subject_token_invalid',
  'far end': 'subject_token_invalid',
  'other scope': 'subject_token_scope',
}

const keyed = endpoints.filter(
  (row): row is Extract<Endpoint, { key: 'any' | 'secret' }> => row.key !== 'none',
)

/** What is of test mode is not there in live, for whoever has the right key. */
const isElsewhere = (row: Endpoint, environment: Environment) =>
  row.key !== 'none' && row.recipe.testOnly === true && environment === 'live'

/** Whether it touches one person, whom a public key must prove. */
const isPersonal = (row: (typeof keyed)[number]) => row.recipe.refuses.includes('subject_token_required')

describe('the table of access', () => {
  let t: Harness
  const samples = new Map<Environment, { of: (row: Endpoint) => Sample; ref: string }>()

  before(async () => {
    t = await openHarness()
    for (const environment of environments) {
      const there = inEnvironment(t, environment)
      const of = await openSamples(there)
      const reading = keyed.find((row) => nameOf(row) === 'GET /v1/subjects/:ref/consent')
      const ref = reading && /\/subjects\/([^/]+)\//.exec(of(reading).path)?.[1]
      assert.ok(ref)
      samples.set(environment, { of, ref })
      await record(there, known)
    }
  })
  after(() => t[Symbol.asyncDispose]())

  /** The sample of a row, asked about somebody else. */
  async function ask(
    row: Endpoint,
    environment: Environment,
    about: string | undefined,
    request: TestRequest,
  ): Promise<{ answer: TestAnswer; status: number }> {
    const found = samples.get(environment)
    assert.ok(found)
    const { path, body, status, renew } = found.of(row)
    await renew?.()
    const turn = (text: string) => (about === undefined ? text : text.replaceAll(found.ref, about))
    const turned = body === undefined ? undefined : JSON.parse(turn(JSON.stringify(body)))
    const answer = await t.call(row.method, turn(path), {
      ...request,
      ...(turned === undefined ? {} : { body: turned }),
    })
    return { answer, status: isElsewhere(row, environment) ? 409 : status }
  }

  async function tokenOf(
    proof: string,
    environment: Environment,
    ref: string,
  ): Promise<Record<string, string>> {
    const make = proofs[proof]
    if (make === undefined) return {}
    const { sub = ref, ...changes } = make(environment)
    const own = { secret: t.keys[environment].subject_token, aud: `assent:default:${environment}` }
    return { 'Subject-Token': await aSubjectToken(t, sub, { ...own, ...changes }) }
  }

  let cells = 0
  for (const row of keyed)
    for (const environment of environments)
      test(`${nameOf(row)} in ${environment}`, async () => {
        for (const proof of Object.keys(proofs)) {
          const where = `${proof}: `
          // A secret key needs no proof, and none is looked at.
          const headers = await tokenOf(proof, environment, known)
          const secret = await ask(row, environment, undefined, { key: t.keys[environment].secret, headers })
          assert.equal(secret.answer.status, secret.status, `${where}secret ${secret.answer.text}`)

          const key = t.keys[environment].public
          const pub = await ask(row, environment, isPersonal(row) ? known : undefined, { key, headers })
          const told =
            `${pub.answer.status} ${pub.answer.status >= 400 ? pub.answer.json['code'] : ''}`.trim()
          assert.equal(told, expected(row, proof, pub.status), `${where}public`)
          cells += 2
          if (!isPersonal(row) || proof === 'good') continue

          // Who has not the right is told the same of who exists and of who does not.
          const other = await ask(row, environment, unknown, {
            key,
            headers: await tokenOf(proof, environment, unknown),
          })
          assert.equal(other.answer.text, pub.answer.text, where)
          assert.equal(other.answer.status, pub.answer.status, where)
          cells += 1
        }
      })

  test('every cell was looked at, and no key of one environment opens the other', async () => {
    assert.ok(cells >= keyed.length * environments.length * Object.keys(proofs).length * 2, `${cells}`)
    console.log(`${cells} cells`)
    for (const row of keyed.filter(isPersonal)) {
      const foreign = await tokenOf('good', 'live', known)
      const { answer } = await ask(row, 'test', known, { key: t.keys.test.public, headers: foreign })
      assert.equal(answer.json['code'], 'subject_token_invalid', nameOf(row))
    }
  })
})

function expected(row: (typeof keyed)[number], proof: string, status: number): string {
  if (row.key === 'secret') return '403 secret_key_required'
  if (!isPersonal(row) || proof === 'good') return String(status)
  return `403 ${codes[proof]}`
}

/** The harness with a secret key of that environment as its own. */
function inEnvironment(t: Harness, environment: Environment): Harness {
  return {
    ...t,
    call: (method, path, request) => t.call(method, path, { key: t.keys[environment].secret, ...request }),
  }
}
