import type { Answer } from './answer-reader.ts'
import { type Canary, type CanaryKind, findCanaries } from './canaries.ts'
import type { Exchange, Rule } from './exchange.ts'
import { parse } from './rule-form.ts'

/** Where the contract gives back to a caller what was recorded; in a list also below `data.0.` or `results.0.record.`. */
const answered =
  /^(?:data\.\d+\.|results\.\d+\.record\.)?(?:subject(?:\.ref)?|language|source|action|notice|tc_string|metadata(?:\..*)?|vendors(?:\..*)?)$/

/** What an operator is told of a data request, besides. */
const ofDataRequests = /^(?:email|details|channel)$/

/** What a server is told of a person whose names it has just given. */
const ofPeople: ReadonlySet<string> = new Set(['createSubject', 'addIdentifiers'])
const ofSubjects = /^(?:ref|refs\.\d+|identifiers\.\d+\.(?:type|value)|metadata(?:\..*)?)$/

/** Evidence names the circumstances, and never the person, nor what was sent along (contract section 5). */
const inReceipts: ReadonlySet<CanaryKind> = new Set(['word'])

/** Nothing planted comes back, other than where the contract says so. */
export const echoesNothing: Rule = (exchange) =>
  exchange.reply.answers.flatMap((answer) => [...inHeaders(exchange, answer), ...inBody(exchange, answer)])

function inHeaders(exchange: Exchange, { headers }: Answer): string[] {
  return headers.flatMap(([name, value]) => {
    // The exact origin, for the page that may read the answer (contract section 1, CORS).
    if (name === 'access-control-allow-origin' && exchange.header('origin').join(', ') === value) return []
    return findCanaries(value).map((canary) => `the header ${name} repeats a planted ${canary.kind}`)
  })
}

function inBody(exchange: Exchange, { status, headers, text }: Answer): string[] {
  if (findCanaries(text).length === 0 && !text.includes('.eyJ')) return []
  const type = headers.find(([name]) => name === 'content-type')?.[1] ?? ''
  const value = type.startsWith('application/json') ? parse(text) : undefined
  const places = value === undefined ? [['', text] as const] : textsIn(value, '')
  return places.flatMap(([path, found]) =>
    findCanaries(opened(found))
      .filter((canary) => !mayStand(exchange, { status, path, canary }))
      .map((canary) => `${status} repeats a planted ${canary.kind} at ${path === '' ? 'its body' : path}`),
  )
}

function mayStand(
  exchange: Exchange,
  { status, path, canary }: { status: number; path: string; canary: Canary },
): boolean {
  if (status >= 400) return /^issues\.\d+\.path$/.test(path) && isName(exchange, canary)
  if (/^results\.\d+\.error\.issues\.\d+\.path$/.test(path)) return isName(exchange, canary)
  if (exchange.operation?.id === 'readReceipt') return inReceipts.has(canary.kind)
  const { id = '' } = exchange.operation ?? {}
  if (/DataRequest$/.test(id) && ofDataRequests.test(path)) return true
  if (ofPeople.has(id) && ofSubjects.test(path)) return true
  return answered.test(path)
}

/** An issue's path is made of the names that the caller used, never of values (contract section 3). */
function isName({ body, target }: Exchange, { text }: Canary): boolean {
  const query = new URLSearchParams(target.replace(/^[^?#]*[?#]?/, ''))
  return query.has(text) || body.includes(`"${text}":`)
}

function textsIn(value: unknown, path: string): (readonly [path: string, text: string])[] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const below = path === '' ? name : `${path}.${name}`
    return [[below, name] as const, ...textsIn(member, below)]
  })
}

/** A JWS hides nothing: its parts are Base64. */
function opened(text: string): string {
  if (!/^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+$/.test(text)) return text
  const parts = text.split('.').map((part) => Buffer.from(part, 'base64url').toString())
  return [text, ...parts].join('\n')
}
