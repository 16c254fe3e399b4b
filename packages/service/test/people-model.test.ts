import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { recordPublicId } from '../src/domain/public-id.ts'
import { readConsent, record, refused } from './a-consent.ts'
import { aSubjectToken } from './a-subject-token.ts'
import { anAnonymousRef, type Harness, openHarness, type TestAnswer } from './harness.ts'
import { names, PeopleModel, purposes, type Step, steps, visitors } from './people-model.ts'

// The long form has more lives, and others each time: ASSENT_PEOPLE_RUNS=300 ASSENT_PEOPLE_SEED=$RANDOM.
const runs = Number(process.env['ASSENT_PEOPLE_RUNS'] ?? 12)
const seed = Number(process.env['ASSENT_PEOPLE_SEED'] ?? 20_261_121)

/** Lives that the long form has found told wrong, each with what was. */
const foundWrong: readonly (readonly Step[])[] = [
  // A visitor who was joined and parted before they recorded anything could not be erased: 500.
  [
    { kind: 'link', visitor: 'v2', customer: 'c0' },
    { kind: 'undo', merge: 0 },
    { kind: 'erase', name: 'v2' },
  ],
]

/** One run: the model and the service, told the same, with names that no other run has. */
class Run {
  readonly model = new PeopleModel()
  readonly #t: Harness
  readonly #refs = new Map<string, string>()
  readonly #merges: string[] = []

  constructor(t: Harness, number: number) {
    this.#t = t
    for (const name of names) this.#refs.set(name, refOf(name, number))
  }

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'record': {
        const { id } = await record(this.#t, this.ref(step.name), {
          purposes: { [step.purpose]: step.value },
        })
        return this.model.record(step.name, step.purpose, step.value, id)
      }
      case 'identify': {
        const body = {
          identifiers: [{ type: 'email', value: this.ref(step.address).slice('email:'.length) }],
        }
        const path = `/v1/subjects/${this.ref(step.name)}/identifiers`
        return agree(
          await this.#t.call('POST', path, { body }),
          this.model.identify(step.name, step.address),
          step,
        )
      }
      case 'link':
        return await this.#link(step)
      case 'merge': {
        const { source, target, strategy } = step
        const body = { source: this.ref(source), target: this.ref(target), strategy }
        const answer = await this.#t.call('POST', '/v1/subjects/merge', { body })
        agree(answer, this.model.merge(source, target, strategy), step)
        if (answer.status === 200) this.#merges.push(String(answer.json['id']))
        return
      }
      case 'undo': {
        const id = this.#merges[step.merge]
        if (id === undefined || this.model.merges[step.merge] === undefined) return
        return agree(
          await this.#t.call('POST', `/v1/subjects/merge/${id}/undo`),
          this.model.undo(step.merge),
          step,
        )
      }
      case 'erase': {
        const answer = await this.#t.call('DELETE', `/v1/subjects/${this.ref(step.name)}`)
        return agree(answer, this.model.erase(step.name), step)
      }
    }
  }

  /** Nothing is lost, nothing is added, and nobody is shown what is another's. */
  async check(): Promise<void> {
    for (const name of names) {
      const path = `/v1/subjects/${this.ref(name)}/consent`
      const key = this.model.find(name)
      if (key === undefined || this.model.isErased(name)) {
        const answer = await this.#t.call('GET', path)
        assert.equal(
          refused(answer, key === undefined ? 404 : 410),
          key === undefined ? 'subject_not_found' : 'subject_erased',
        )
        continue
      }
      const read = await readConsent(this.#t, this.ref(name))
      const standing = this.model.standing(key)
      for (const purpose of purposes) {
        const wanted = standing.get(purpose)
        const { status, record: by } = read.purposes[purpose] ?? {}
        assert.deepEqual(
          [status, by],
          [wanted?.value ?? 'not_asked', wanted?.record ?? null],
          `${name} ${purpose}`,
        )
      }
      const history = await this.#t.call('GET', `${path}/history?limit=200`)
      const ids = (history.json['data'] as { id: string }[]).map(({ id }) => id)
      assert.deepEqual(ids.sort(), this.model.records(key).sort(), `history of ${name}`)
      const at = encodeURIComponent(new Date(this.#t.service.clock.now()).toISOString())
      assert.deepEqual((await readConsent(this.#t, this.ref(name), `?at=${at}`)).purposes, read.purposes)
    }
  }

  ref(name: string): string {
    return this.#refs.get(name) ?? ''
  }

  /** The write that links also records; the merge it made has no answer to take its id from. */
  async #link({ visitor, customer }: Extract<Step, { kind: 'link' }>): Promise<void> {
    const before = this.model.merges.length
    const wanted = this.model.link(visitor, customer)
    const answer = await this.#t.call('POST', '/v1/consent', {
      key: this.#t.keys.test.public,
      headers: { 'Subject-Token': await aSubjectToken(this.#t, this.ref(customer)) },
      body: { subject: { ref: this.ref(visitor) }, purposes: { recommendations: 'granted' } },
    })
    agree(answer, wanted, { kind: 'link', visitor, customer })
    if (answer.status === 201)
      this.model.record(customer, 'recommendations', 'granted', String(answer.json['id']))
    if (this.model.merges.length > before) this.#merges.push(await this.#lastMerge())
  }

  async #lastMerge(): Promise<string> {
    const { rows } = await this.#t.service.pool.query(
      'SELECT route_key, merge_id FROM subject_merges ORDER BY merge_id DESC LIMIT 1',
    )
    return recordPublicId('mrg', { routeKey: rows[0].route_key, recordId: rows[0].merge_id })
  }
}

function agree(answer: TestAnswer, wanted: string, step: Step): void {
  const said = answer.status < 300 ? 'done' : String(answer.json['code'])
  assert.equal(said, wanted, `${JSON.stringify(step)}: ${answer.text}`)
}

function refOf(name: string, run: number): string {
  if (visitors.some((visitor) => visitor === name)) return anAnonymousRef()
  return name.startsWith('e') ? `email:${name}.${run}@model.example` : `customer_${name}_${run}`
}

describe('people, against a model', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
  })
  after(() => t[Symbol.asyncDispose]())

  test(`${runs} random lives: the same standing decisions, nothing lost, nobody sees another's`, async () => {
    let number = 0
    let count = 0
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const run = new Run(t, ++number)
        for (const step of list) {
          // Decisions at one time are settled by rules of their own, tested elsewhere.
          t.advance(5)
          await run.take(step)
          count += 1
        }
        await run.check()
      }),
      { numRuns: runs, seed, examples: foundWrong.map((list) => [list]) },
    )
    console.log(`${runs} lives, ${count} steps`)
  })
})
