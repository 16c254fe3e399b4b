import fc from 'fast-check'
import { type ApiDocument, operationsOf } from './api-document.ts'
import { findCanaries } from './canaries.ts'
import { keepConnection } from './connection.ts'
import type { Exchange, Fault } from './exchange.ts'
import { type Finding, kindOf } from './finding.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import { openOracle, stallMs } from './oracle.ts'
import type { Outcome } from './outcome.ts'
import { requestsOf } from './requests.ts'
import { type Sender, sendRequest } from './send-request.ts'
import { openTally } from './tally.ts'
import type { Target } from './target.ts'

/** Chance, as a seed that can be given again. */
export function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1)).reduce((seed, chance) => seed + (chance >>> 1), 0)
}

export interface Campaign {
  readonly seed: number
  readonly requests: number
  /** Connections that are used side by side. */
  readonly connections?: number
  /** Seeds of single requests, instead of those that `seed` gives. */
  readonly only?: readonly number[]
}

interface Failure {
  readonly exchange: Exchange
  readonly fault: Fault
  readonly kind: string
}

/** By count and not by time: a seed finds the same request on a slow machine. */
const shrinkMax = 2000
/** A request that costs the server long costs it long every time; whoever else is on the machine does not. */
const looks = 3

/**
 * Each request has a seed of its own, so that it comes back without those before it. A fault of a kind that is known
 * already is passed over: the first of a kind is shrunk, and the campaign goes on.
 */
export async function runCampaign(
  target: Pick<Target, 'url' | 'names' | 'contract'>,
  campaign: Campaign,
): Promise<Outcome> {
  const document = target.contract.document as unknown as ApiDocument
  const operations = operationsOf(document)
  const requests = requestsOf(document)
  const judge = openOracle(target.contract)
  const findings: Finding[] = []
  const kinds = new Set<string>()
  const planted = new Set<string>()
  const tally = openTally()
  const seeds =
    campaign.only ?? Array.from({ length: campaign.requests }, (_, index) => mix(campaign.seed, index))
  /** Whose answer took long, or whose neighbour's did: looked at again at the end, one by one. */
  const waited: number[] = []
  let next = 0

  async function attack(sender: Sender, seed: number, isAlone = false): Promise<void> {
    let failed: Failure | undefined
    let tries = 0
    const property = fc.asyncProperty(requests, async (request) => {
      // An interruption by fast-check would leave a request under way on the connection.
      if (failed !== undefined && ++tries > shrinkMax) return
      const exchange = isAlone ? await quickestOf(request, sender) : await sendRequest(request, sender)
      if (failed === undefined && !isAlone) {
        tally.count(exchange)
        for (const { text } of findCanaries(textOf(exchange))) planted.add(text)
      }
      if (exchange.reply.ms >= stallMs && !isAlone) {
        waited.push(seed)
        return
      }
      const found = failureOf(exchange, failed?.kind)
      if (found === undefined) return
      failed = found
      throw new Error(found.fault.detail)
    })
    const checked = await fc.check(property, { seed, numRuns: 1 })
    if (failed === undefined) {
      // Nothing was found, and yet it failed: that is the fuzzer's own fault.
      if (checked.failed)
        throw new Error(`the request of seed ${seed} could not be judged`, { cause: checked.errorInstance })
      return
    }
    const { exchange, fault, kind } = failed
    if (kinds.has(kind)) return
    kinds.add(kind)
    findings.push({ ...fault, seed, request: exchange.request, answer: describeReply(exchange) })
  }

  /** Of a kind that is not known yet, or, while one is shrunk, of that very kind. */
  function failureOf(exchange: Exchange, wanted: string | undefined): Failure | undefined {
    return judge(exchange)
      .map((fault) => ({ exchange, fault, kind: kindOf(fault, exchange) }))
      .find(({ kind }) => (wanted === undefined ? !kinds.has(kind) : kind === wanted))
  }

  async function work(of: readonly number[], isAlone: boolean): Promise<void> {
    const connection = keepConnection(target.url)
    const sender = { url: target.url, names: target.names, operations, connection }
    for (let seed = of[next++]; seed !== undefined; seed = of[next++]) await attack(sender, seed, isAlone)
    connection.close()
  }

  await Promise.all(Array.from({ length: campaign.connections ?? 4 }, () => work(seeds, false)))
  next = 0
  await work(waited, true)
  return { ...tally.read(), seed: campaign.seed, findings, planted: planted.size }
}

async function quickestOf(request: FuzzRequest, sender: Sender): Promise<Exchange> {
  let quickest = await sendRequest(request, sender)
  for (let look = 1; look < looks && quickest.reply.ms >= stallMs; look++) {
    const next = await sendRequest(request, sender)
    if (next.reply.ms < quickest.reply.ms) quickest = next
  }
  return quickest
}

function textOf({ request, target, body }: Exchange): string {
  const { authorization = '' } = request.credential
  return [target, authorization, ...request.headers.map(([, value]) => value), body].join('\n')
}

function describeReply({ reply }: Exchange): string {
  if (reply.answers.length === 0) return reply.isClosed ? '(closed)' : '(nothing)'
  return reply.answers
    .map(({ status, headers, text }) =>
      [String(status), ...headers.map(([name, value]) => `${name}: ${value}`), '', text].join('\n'),
    )
    .join('\n---\n')
}

/** Neighbours in a campaign must not have neighbouring seeds; never negative, which a command line could not take. */
function mix(seed: number, index: number): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 13)) & 0x7fffffff
}
