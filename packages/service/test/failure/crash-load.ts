// The clients of the crash harness, in a process of their own: nothing that is killed takes their memory along.
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { openPromises, sha256 } from './acknowledgements.ts'
import type { LoadOrder } from './clients.ts'
import { crashKey, requestOf } from './crash-request.ts'
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
    // The lower numbers come up more often, so that some people's rows are fought over.
    const subject = Math.min(random.whole(0, order.subjects), random.whole(0, order.subjects))
    await record(connections, crashKey(`${order.series}s${subject}`, Date.now(), client, number), client)
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
  const isHedged = random.isChance(hedgedShare)
  for (let tries = 1; ; tries++) {
    const url = urlOf(client + tries)
    const attempts = [attempt(first, url, key)]
    if (isHedged) attempts.push(attempt(second, urlOf(client + tries + 1), key))
    const answers = (await Promise.all(attempts)).filter((answer) => answer !== undefined)
    const [answer, other] = answers.filter(isAcknowledged)
    if (answer !== undefined) {
      if (other !== undefined && other.text !== answer.text) complain('two answers for one key', other)
      keep(answer, key, tries)
      if (random.isChance(receiptShare)) await readReceipt(first, url, answer)
      return
    }
    await delay(random.between(20, 150))
  }
}

function urlOf(turn: number): string {
  return order.urls[turn % order.urls.length] ?? ''
}

async function attempt(connection: Connection, url: string, key: string): Promise<Exchange | undefined> {
  const { body } = requestOf(key)
  const headers = {
    Authorization: `Bearer ${order.secret}`,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Idempotency-Key': key,
  }
  try {
    return await connection.exchange('POST', `${url}/v1/consent`, headers, body)
  } catch {
    report.broken += 1
    return undefined
  }
}

/** A refusal for now is part of a crash; any other is a fault of its own. */
function isAcknowledged(answer: Exchange): boolean {
  if (answer.status === 201) return true
  if (answer.status === 503 && answer.headers['retry-after'] !== undefined) report.unavailable += 1
  else if (answer.status === 409 && answer.text.includes('"idempotency_in_progress"')) report.inProgress += 1
  else complain('an answer that no crash excuses', answer)
  return false
}

function complain(what: string, { status, text }: Exchange): void {
  if (report.unexpected.length < unexpectedMax) report.unexpected.push(`${what}: ${status} ${text}`)
}

function keep({ text, headers }: Exchange, key: string, tries: number): void {
  const { id, occurred_at: occurredAt } = JSON.parse(text) as { id: string; occurred_at: string }
  const replayed = headers['idempotent-replayed'] === 'true'
  promise({ kind: 'record', key, id, sha256: sha256(text), occurredAt, tries, replayed })
  report.acknowledged += 1
  if (report.acknowledged % tellEvery === 1) process.stdout.write(`${report.acknowledged}\n`)
  if (tries > 1) report.retried += 1
}

async function readReceipt(connection: Connection, url: string, recorded: Exchange): Promise<void> {
  const { receipt } = JSON.parse(recorded.text) as { receipt: { id: string } }
  const headers = { Authorization: `Bearer ${order.secret}`, Accept: 'application/jose' }
  try {
    const answer = await connection.exchange('GET', `${url}/v1/receipts/${receipt.id}`, headers)
    if (answer.status === 200) promise({ kind: 'receipt', id: receipt.id, sha256: sha256(answer.text) })
  } catch {
    // Nothing was promised.
  }
}
