import type { Call, Recipe } from '../../http/endpoint.ts'
import { claimOf, recordingAnswer } from '../../http/idempotency.ts'
import { introduceSubject } from '../../http/introduce-subject.ts'
import { textIssues } from '../../http/json-guard.ts'
import { subjectNames } from '../../http/read-names.ts'
import { refusalBody, refusalStatus } from '../../http/refusals.ts'
import { accessSubject, type SubjectAccess, subjectTokenRefusals } from '../../http/subject-access.ts'
import { Validation } from '../../http/validate.ts'
import type { RouteKey } from '../../kernel/id.ts'
import { type Issue, Refusal, refuseInvalid } from '../../kernel/refusal.ts'
import type { Claim, Outcome, Posting } from '../../ledger/draft.ts'
import type { Name } from '../../ledger/name-subject.ts'
import { ErasedSubjects, returnSubject } from '../../ledger/return-subject.ts'
import type { Service } from '../../service.ts'
import { type ConsentDraft, draftConsent } from './consent-draft.ts'
import { recordConsentBatchAnswer, recordConsentBatchExample } from './record-consent-batch-answer.ts'
import { type RecordConsentBatchBody, recordConsentBatchBody } from './record-consent-batch-body.ts'
import { type RecordConsentBody, recordConsentBody } from './record-consent-body.ts'

type BatchCall = Call<undefined, undefined, RecordConsentBatchBody>

/** One record of a batch: as far as it could be read, and the draft or why there is none. */
interface Item {
  readonly body: RecordConsentBody | undefined
  readonly made: ConsentDraft | Refusal
  /** What it says of its person beside the decisions; only of a draft. */
  readonly about?: { readonly access: SubjectAccess; readonly names: readonly Name[] }
}

const route = 'POST /v1/consent/batch'

export const recordConsentBatch: Recipe<undefined, undefined, RecordConsentBatchBody> = {
  operationId: 'recordConsentBatch',
  tag: 'Consent',
  summary: 'Record consent in a batch',
  description:
    'Up to 1,000 records in one call and one transaction. In partial mode each stands on its own: what is wrong with one is told in its place, and the others are recorded. In atomic mode all are recorded or none. Records of one person keep their order. With a public key all records name the same subject.',
  body: recordConsentBatchBody,
  bodyBytes: (limits) => limits.batchBytes,
  itemsOf: 'records',
  answers: {
    200: {
      description: 'What became of each record.',
      schema: recordConsentBatchAnswer,
      example: recordConsentBatchExample,
    },
  },
  // What is wrong with one record is told in its place, or, in atomic mode, as an issue.
  refuses: ['batch_too_large', ...subjectTokenRefusals],
  async run(service, call) {
    if (call.body.records.length > service.config.limits.batchRecords)
      throw new Refusal('batch_too_large', 'This batch has too many records.')
    const now = service.clock.now()
    const access = await accessOnly(call, service.realClock.now())
    const items = await Promise.all(
      call.body.records.map((record) => readItem(service, call, record, now, access)),
    )
    const outcome = await post(service, call, items, now, claimFor(call, items, access))
    return recordingAnswer(
      outcome,
      items.map(({ body }) => access?.ref.text ?? body?.subject.ref ?? ''),
    )
  },
}

/** With a public key: the one subject of all records, and the right to touch it, settled once before all else. */
async function accessOnly(call: BatchCall, now: number): Promise<SubjectAccess | undefined> {
  if (call.caller.keyType === 'secret') return undefined
  const refs = call.body.records.map(refOf)
  const first = refs.find((ref) => ref !== undefined)
  if (first === undefined) return undefined
  const path = (index: number) => `records.${index}.subject.ref`
  const access = await accessSubject(call, now, {
    ref: first,
    path: path(refs.indexOf(first)),
    scope: 'consent:write',
  })
  const issues: Issue[] = refs.flatMap((ref, index) =>
    ref === undefined || ref === first
      ? []
      : [{ path: path(index), message: 'With a public key all records of a batch name the same subject.' }],
  )
  if (!call.body.notify)
    issues.push({ path: 'notify', message: 'Only a secret key may record without telling anybody.' })
  if (issues.length > 0) throw refuseInvalid(issues)
  return access
}

/** Of a record that nobody has checked yet. */
function refOf(record: unknown): string | undefined {
  const ref = (record as { readonly subject?: { readonly ref?: unknown } } | null)?.subject?.ref
  return typeof ref === 'string' ? ref : undefined
}

async function readItem(
  service: Service,
  call: BatchCall,
  record: unknown,
  now: number,
  only: SubjectAccess | undefined,
): Promise<Item> {
  let body: RecordConsentBody | undefined
  try {
    const validation = new Validation()
    for (const issue of textIssues(record)) validation.add(issue)
    const checked = validation.check(recordConsentBody, record, '')
    validation.finish()
    body = checked
    const access =
      only ??
      (await accessSubject(call, service.realClock.now(), {
        ref: body.subject.ref,
        path: 'subject.ref',
        scope: 'consent:write',
      }).catch((error: unknown) => validation.keep(error)))
    const identifiers = body.subject.identifiers
    const names = validation.attempt(() => subjectNames(call, identifiers)) ?? []
    const draft = draftConsent(service, call, body, { now, access, validation })
    validation.finish()
    if (access === undefined || draft === undefined) throw new Error('a fault that was not gathered')
    const made = { ...draft, isSilent: !call.body.notify }
    return { body, made, about: { access, names } }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'unavailable') throw error
    return { body, made: error }
  }
}

/** The same batch again is one whose records are read as the same, or, where they could not be read, are the same text. */
function claimFor(
  call: BatchCall,
  items: readonly Item[],
  access: SubjectAccess | undefined,
): Claim | undefined {
  const { mode, notify, records } = call.body
  const body = {
    mode,
    notify,
    records: items.map(({ body }, index) => body ?? JSON.stringify(records[index])),
  }
  return claimOf({ ...call, body }, route, access && call.environment.routing.subject(access.ref))
}

async function post(
  service: Service,
  call: BatchCall,
  items: readonly Item[],
  now: number,
  claim: Claim | undefined,
): Promise<Outcome> {
  const { scope } = call.environment
  const isAtomic = call.body.mode === 'atomic'
  // A repeat is answered as it was once, though time has gone on and a purpose may have left the catalogue.
  const mayBeKept = items.some(({ made, about }) => made instanceof Refusal || saysMore(about))
  const kept = mayBeKept && claim ? await service.ledger.findKept(scope, claim, now) : undefined
  if (kept !== undefined) return kept
  const known = await Promise.all(
    items.map((item) => (saysMore(item.about) ? item : introduce(service, call, item))),
  )
  if (isAtomic) refuseFaults(known)
  // What changes people goes one after the other, so that a batch takes one connection for it.
  const introduced: Item[] = []
  for (const item of known)
    introduced.push(saysMore(item.about) ? await introduce(service, call, item) : item)
  if (isAtomic) refuseFaults(introduced)
  return await append(service, call, introduced, {
    scope,
    claim,
    recordedAt: now,
    standAlone: !isAtomic,
    status: 200,
  })
}

function refuseFaults(items: readonly Item[]): void {
  const issues = items.flatMap(({ made }, index) => issuesOf(made, index))
  if (issues.length === 0) return
  throw refuseInvalid(issues, 'Nothing was recorded. Mend the records, or send them with "mode": "partial".')
}

function saysMore(about: Item['about']): boolean {
  return about !== undefined && (about.access.visitor !== undefined || about.names.length > 0)
}

async function introduce(service: Service, call: BatchCall, item: Item): Promise<Item> {
  if (item.about === undefined) return item
  try {
    await introduceSubject(service, call, item.about.access, item.about.names)
    return item
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'unavailable') throw error
    return { body: item.body, made: error }
  }
}

/** What meets an erased person is written for whom has come back, or, as an import, refused in its place. */
async function append(
  service: Service,
  call: BatchCall,
  items: readonly Item[],
  head: Omit<Posting, 'drafts' | 'answer'>,
): Promise<Outcome> {
  const drafts = items.flatMap(({ made }) => (made instanceof Refusal ? [] : [made]))
  try {
    return await service.ledger.appendAll({
      ...head,
      drafts,
      answer: (subjectKeys) => answerOf(items, subjectKeys),
    })
  } catch (error) {
    if (!(error instanceof ErasedSubjects)) throw error
    const isTheirs = ({ made }: Item) => !(made instanceof Refusal) && error.keys.has(made.subjectKey)
    const returning = items.filter((item) => isTheirs(item) && item.body?.source !== 'import')
    for (const { made } of returning)
      if (!(made instanceof Refusal)) await returnSubject(service, call.environment, made.subjectKey)
    const next = items.map((item) =>
      isTheirs(item) && !returning.includes(item)
        ? { body: item.body, made: new Refusal('subject_erased', error.message) }
        : item,
    )
    if (!head.standAlone) refuseFaults(next)
    return await append(service, call, next, head)
  }
}

function issuesOf(made: Item['made'], index: number): Issue[] {
  if (!(made instanceof Refusal)) return []
  const own = made.issues.length > 0 ? made.issues : [{ path: 'subject.ref', message: made.message }]
  return own.map(({ path, message }) => ({
    path: path === '' ? `records.${index}` : `records.${index}.${path}`,
    message,
  }))
}

/** In the words of a fault of ours: the record was sound, and the database did not take it. */
const unwritten = new Refusal('internal_error', 'This record could not be written; the others were.', {
  hint: 'Send this record again by itself, with another Idempotency-Key.',
})

function answerOf(items: readonly Item[], subjectKeys: readonly (RouteKey | undefined)[]): string {
  const written = subjectKeys.values()
  let recorded = 0
  const results = items.map(({ made }, index) => {
    const subjectKey = made instanceof Refusal ? undefined : written.next().value
    if (made instanceof Refusal || subjectKey === undefined) {
      const refusal = made instanceof Refusal ? made : unwritten
      return `{"index":${index},"status":${refusalStatus(refusal)},"error":${refusalBody(refusal)}}`
    }
    recorded += 1
    return `{"index":${index},"status":201,"record":${made.answer(subjectKey, index)}}`
  })
  return `{"recorded":${recorded},"refused":${items.length - recorded},"results":[${results.join(',')}]}`
}
