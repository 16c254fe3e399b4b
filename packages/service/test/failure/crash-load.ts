// The clients of the crash harness, in a process of their own: nothing that is killed takes their memory along.
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { openPromises, sha256 } from './acknowledgements.ts'
import type { LoadOrder } from './clients.ts'
import { batchKey, type CrashCall, callOf, crashKey } from './crash-request.ts'
import { type Connection, type Exchange, openConnection } from './http-exchange.ts'
import { seededRandom } from './seeded-random.ts'

const order = JSON.parse(process.argv[2] ?? '{}') as LoadOrder
const random = seededRandom(order.seed)
const promise = openPromises(order.path)
const report = {
  acknowledged: 0,
  retried: 0,
  broken: 0,
  unavailable: 0,
  inProgress: 0,
  unexpected: [] as string[],
}
const unexpectedMax = 20
const hedgedShare = 0.1
const receiptShare = 0.03
const tellEvery = 10
/** One client of so many sends nothing but batches. */
const batchClients = 8
let finishing = false

createInterface({ input: process.stdin })
  // Each client ends with its present request acknowledged: then nothing is left whose outcome nobody knows.
  .on('line', () => {
    finishing = true
  })
  // The harness has died: nobody else would tell this process to end.
  .on('close', () => process.exit())
await Promise.all(Array.from({ length: order.clients }, (_, client) => runClient(client)))
process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit())

async function runClient(client: number): Promise<void> {
  const connections = [openConnection(), openConnection()] as const
  for (let number = 0; !finishing; number++) {
    const turn = { now: Date.now(), client, number }
    // The lower numbers come up more often, so that some people's rows are fought over.
    const subject = Math.min(random.whole(0, order.subjects), random.whole(0, order.subjects))
    const key =
      client % batchClients === 0
        ? batchKey(order.series, order.subjects, turn)
        : crashKey(`${order.series}s${subject}`, turn)
    await record(connections, key, client)
    await delay(random.between(0, order.pauseMs))
  }
  for (const connection of connections) connection.close()
}

/** Until it is acknowledged; now and then over two connections at once, as an impatient caller does. */
async function record(
  [first, second]: readonly [Connection, Connection],
  key: string,
  client: number,
): Promise<void> {
  const call = callOf(key)
  const isHedged = random.isChance(hedgedShare)
  for (let tries = 1; ; tries++) {
    const url = urlOf(client + tries)
    const attempts = [attempt(first, url, key, call)]
    if (isHedged) attempts.push(attempt(second, urlOf(client + tries + 1), key, call))
    const answers = (await Promise.all(attempts)).filter((answer) => answer !== undefined)
    const [answer, other] = answers.filter((one) => isAcknowledged(one, call))
    if (answer !== undefined) {
      if (other !== undefined && other.text !== answer.text) complain('two answers for one key', other)
      const receipt = keep(answer, { key, call, tries })
      if (receipt !== undefined && random.isChance(receiptShare)) await readReceipt(first, url, receipt)
      return
    }
    await delay(random.between(20, 150))
  }
}

function urlOf(turn: number): string {
  return order.urls[turn % order.urls.length] ?? ''
}

async function attempt(
  connection: Connection,
  url: string,
  key: string,
  { path, body }: CrashCall,
): Promise<Exchange | undefined> {
  const headers = {
    Authorization: `Bearer ${order.secret}`,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Idempotency-Key': key,
  }
  try {
    return await connection.exchange('POST', url + path, headers, body)
  } catch {
    report.broken += 1
    return undefined
  }
}

/** A refusal for now is part of a crash; any other is a fault of its own. */
function isAcknowledged(answer: Exchange, { status }: CrashCall): boolean {
  if (answer.status === status) return true
  if (answer.status === 503 && answer.headers['retry-after'] !== undefined) report.unavailable += 1
  else if (answer.status === 409 && answer.text.includes('"idempotency_in_progress"')) report.inProgress += 1
  else complain('an answer that no crash excuses', answer)
  return false
}

function complain(what: string, { status, text }: Exchange): void {
  if (report.unexpected.length < unexpectedMax) report.unexpected.push(`${what}: ${status} ${text}`)
}

interface Told {
  readonly id: string
  readonly occurred_at: string
  readonly receipt: { readonly id: string }
}

/** Puts down what an answer says was recorded; gives the first receipt. */
function keep(
  answer: Exchange,
  { key, call, tries }: { readonly key: string; readonly call: CrashCall; readonly tries: number },
): string | undefined {
  const told = toldOf(answer, call)
  for (const [index, { key: ownKey }] of call.records.entries()) {
    const one = told[index]
    if (one !== undefined) promise({ kind: 'record', key: ownKey, id: one.id, occurredAt: one.occurred_at })
  }
  const first = told.find((one) => one !== undefined)
  if (first === undefined) return undefined
  const replayed = answer.headers['idempotent-replayed'] === 'true'
  promise({ kind: 'call', key, id: first.id, sha256: sha256(answer.text), tries, replayed })
  const before = report.acknowledged
  report.acknowledged += told.filter((one) => one !== undefined).length
  const isTold = Math.ceil(before / tellEvery) === Math.ceil(report.acknowledged / tellEvery)
  if (!isTold) process.stdout.write(`${report.acknowledged}\n`)
  if (tries > 1) report.retried += 1
  return first.receipt.id
}

/** Of each record of the call what was told; undefined for one that was refused, as it must be. */
function toldOf(answer: Exchange, { path, records }: CrashCall): (Told | undefined)[] {
  const body: unknown = JSON.parse(answer.text)
  if (path === '/v1/consent') return [body as Told]
  const { results } = body as { results: { index: number; status: number; record?: Told }[] }
  const isAsAsked =
    results.length === records.length &&
    results.every(
      ({ index, status }, at) => index === at && status === (records[at]?.isSound === true ? 201 : 422),
    )
  if (!isAsAsked) complain('a batch whose results are not those of its records', answer)
  return results.map(({ record: one }) => one)
}

async function readReceipt(connection: Connection, url: string, id: string): Promise<void> {
  const headers = { Authorization: `Bearer ${order.secret}`, Accept: 'application/jose' }
  try {
    const answer = await connection.exchange('GET', `${url}/v1/receipts/${id}`, headers)
    if (answer.status === 200) promise({ kind: 'receipt', id, sha256: sha256(answer.text) })
  } catch {
    // Nothing was promised.
  }
}
