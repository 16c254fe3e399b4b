import type { Contract } from '../contract.ts'
import { type Answer, headerOf } from './answer-reader.ts'
import type { Exchange, Rule } from './exchange.ts'

/** The largest body that the server must read to the end before it may close. */
const bodyBytesMax = 65_536

/** One request, one answer, and the connection is as it was before. */
export const answersOnce: Rule = ({ request, reply, isSound, body }) => {
  if (reply.answers.some(({ status }) => status === 999)) return ['what came back is no HTTP answer']
  if (!isSound) return []
  // Who goes on writing into a connection that was closed loses what it said.
  if (reply.answers.length === 0)
    return reply.isClosed && body.length > bodyBytesMax
      ? []
      : [reply.isClosed ? 'closed without an answer' : 'no answer']
  // Node gives up on such headers before it says whose they are, so even HEAD gets a body; the connection ends there.
  const isBeforeTheMethod = request.method === 'HEAD' && reply.answers[0]?.status === 431
  return reply.leftOver === '' || isBeforeTheMethod
    ? []
    : [`bytes behind the answer: ${reply.leftOver.slice(0, 80)}`]
}

export const isNoFault: Rule = ({ reply }) =>
  reply.answers.filter(({ status }) => status >= 500).map(({ status, text }) => `${status} ${codeOf(text)}`)

const safeHeaders: readonly (readonly [name: string, value: string])[] = [
  ['content-type', 'application/json; charset=utf-8'],
  ['cache-control', 'no-store'],
  ['x-content-type-options', 'nosniff'],
]

/** Refusals have the four members and the headers of every refusal; all else is as the OpenAPI document says. */
export function isAsDocumented(contract: Pick<Contract, 'check'>): Rule {
  return ({ request, path, isSound, operation, reply }: Exchange) =>
    reply.answers.flatMap((answer) => {
      const { status, text } = answer
      // Beyond the framing there was no operation yet: node:http itself refuses.
      const isOfOperation = isSound && operation !== undefined && status !== 431 && status !== 408
      const asked = isOfOperation ? path : '/no/operation'
      const faults = status >= 400 ? headerFaults(answer) : []
      try {
        contract.check(request.method, asked, {
          status,
          text,
          headers: new Headers(answer.headers.map(([name, value]) => [name, value])),
          json: parse(text),
        })
      } catch (error) {
        faults.push(error instanceof Error ? error.message : String(error))
      }
      return faults
    })
}

function headerFaults(answer: Answer): string[] {
  return safeHeaders
    .filter(([name, value]) => headerOf(answer, name) !== value)
    .map(([name, value]) => `${answer.status} without ${name}: ${value}`)
}

/** By status, the header without which a client would not know how to go on. */
const promised: Readonly<Record<number, string>> = {
  401: 'www-authenticate',
  405: 'allow',
  429: 'retry-after',
  503: 'retry-after',
}

export const saysHowToGoOn: Rule = ({ reply }) =>
  reply.answers.flatMap((answer) => {
    const name = promised[answer.status]
    return name === undefined || headerOf(answer, name) !== undefined
      ? []
      : [`${answer.status} without ${name}`]
  })

export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function codeOf(text: string): string {
  const value = parse(text)
  return typeof value === 'object' && value !== null && 'code' in value ? String(value.code) : ''
}
