import { setTimeout as delay } from 'node:timers/promises'
import { readRecordAddress } from '../../src/domain/public-id.ts'
import {
  type AcknowledgedCall,
  type Acknowledgement,
  type HandedReceipt,
  type Promises,
  sha256,
} from './acknowledgements.ts'
import { callOf, recordOf } from './crash-request.ts'
import { type Connection, type Exchange, openConnection } from './http-exchange.ts'
import type { Stage } from './stage.ts'

/** What was promised in a round, asked for again as a caller would. */
export interface AnswerFindings {
  readonly lost: readonly string[]
  readonly broken: readonly string[]
  readonly replays: number
}

const readersPerServer = 4
/** Each one takes a turn of the write path; those whose outcome was once unknown come first. */
const replaysMax = 300
const unavailableMax = 20
const unavailablePauseMs = 100

export async function auditAnswers(
  stage: Pick<Stage, 'urls' | 'secret'>,
  { records, calls, receipts }: Promises,
): Promise<AnswerFindings> {
  const lost: string[] = []
  const broken: string[] = []
  const replayed = [...calls].sort((a, b) => b.tries - a.tries).slice(0, replaysMax)
  const bySubject = Map.groupBy(records, (record) => recordOf(record.key).ref)
  const tasks: ((ask: Ask) => Promise<void>)[] = [
    ...[...bySubject].map(([ref, own]) => async (ask: Ask) => {
      const missing = await missingFromHistory(ask, ref, own)
      lost.push(...missing.lost)
      broken.push(...missing.broken, ...(await wronglyStanding(ask, ref, own)))
    }),
    // After the reading: were the record lost, asking again would make it anew.
    ...replayed.map((call) => async (ask: Ask) => {
      broken.push(...(await wronglyReplayed(ask, call)))
    }),
    ...receipts.map((receipt) => async (ask: Ask) => {
      broken.push(...(await wronglyHanded(ask, receipt)))
    }),
  ]
  await spread(stage, tasks)
  return { lost, broken, replays: replayed.length }
}

/** One question to one of the servers. */
type Ask = (
  method: 'GET' | 'POST',
  path: string,
  headers?: Record<string, string>,
  body?: string,
) => Promise<Exchange>

/** Over all servers, in order, a few at a time. */
async function spread(
  { urls, secret }: Pick<Stage, 'urls' | 'secret'>,
  tasks: readonly ((ask: Ask) => Promise<void>)[],
): Promise<void> {
  const queue = tasks.values()
  const read = async (url: string, connection: Connection) => {
    const ask: Ask = async (method, path, headers = {}, body) => {
      for (let tries = 1; ; tries++) {
        const all = { Authorization: `Bearer ${secret}`, ...headers }
        const answer = await connection.exchange(method, url + path, all, body)
        // A server may learn only by a question that its connection to the database has died.
        if (answer.status !== 503 || tries === unavailableMax) return answer
        await delay(unavailablePauseMs)
      }
    }
    for (const task of queue) await task(ask)
    connection.close()
  }
  const readers = urls.flatMap((url) => Array.from({ length: readersPerServer }, () => url))
  await Promise.all(readers.map((url) => read(url, openConnection())))
}

async function missingFromHistory(
  ask: Ask,
  ref: string,
  own: readonly Acknowledgement[],
): Promise<{ lost: string[]; broken: string[] }> {
  const found = new Map<string, string>()
  const broken: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: string = `/v1/subjects/${ref}/consent/history?limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`
    const answer = await ask('GET', page)
    if (answer.status !== 200) return { lost: own.map(({ id }) => id), broken: [`history: ${answer.status}`] }
    const { data, next_cursor } = JSON.parse(answer.text) as {
      data: { id: string; metadata: { key: string } }[]
      next_cursor: string | null
    }
    for (const { id, metadata } of data) {
      if (found.has(id)) broken.push(`${id} is twice in the history`)
      found.set(id, metadata.key)
    }
    cursor = next_cursor
  }
  if (found.size > own.length)
    broken.push(`${ref} has ${found.size} records and ${own.length} acknowledgements`)
  return { lost: own.filter(({ id, key }) => found.get(id) !== key).map(({ id }) => id), broken }
}

/** Of each purpose the latest acknowledged decision is the one that stands (contract section 1, "Time"). */
async function wronglyStanding(ask: Ask, ref: string, own: readonly Acknowledgement[]): Promise<string[]> {
  const latest = new Map<string, { readonly rank: string; readonly decision: string }>()
  for (const { id, key, occurredAt } of own) {
    for (const [purpose, decision] of Object.entries(recordOf(key).purposes)) {
      const recordId = readRecordAddress('cns', id)?.recordId ?? ''
      // Times are of one length; at the same time the refusal wins, and of two alike the later record.
      const rank = `${occurredAt}${decision === 'granted' ? 0 : 1}${recordId}`
      if (rank > (latest.get(purpose)?.rank ?? '')) latest.set(purpose, { rank, decision })
    }
  }
  const answer = await ask('GET', `/v1/subjects/${ref}/consent`)
  if (answer.status !== 200) return [`${ref}: consent cannot be read: ${answer.status}`]
  const { purposes } = JSON.parse(answer.text) as { purposes: Record<string, { status: string }> }
  return [...latest]
    .filter(([purpose, { decision }]) => purposes[purpose]?.status !== decision)
    .map(([purpose, { decision }]) => `${ref}: ${purpose} is ${purposes[purpose]?.status}, not ${decision}`)
}

async function wronglyReplayed(ask: Ask, { id, key, sha256: promised }: AcknowledgedCall): Promise<string[]> {
  const { path, status, body } = callOf(key)
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Idempotency-Key': key,
  }
  const answer = await ask('POST', path, headers, body)
  const isReplay = answer.status === status && answer.headers['idempotent-replayed'] === 'true'
  if (!isReplay) return [`${id}: asked again, it was answered ${answer.status} and not replayed`]
  return sha256(answer.text) === promised ? [] : [`${id}: asked again, it was answered with other bytes`]
}

async function wronglyHanded(ask: Ask, { id, sha256: promised }: HandedReceipt): Promise<string[]> {
  const answer = await ask('GET', `/v1/receipts/${id}`, { Accept: 'application/jose' })
  return answer.status === 200 && sha256(answer.text) === promised
    ? []
    : [`${id} is another receipt than before`]
}
