import type { Exchange, Rule } from './exchange.ts'
import { parse } from './rule-form.ts'

/** Whatever was taken: that the document forbids it is for another rule to say. */
interface Sent {
  readonly subject?: { readonly ref?: string }
  readonly purposes?: Readonly<Record<string, string>>
  readonly language?: string | null
  readonly source?: string
  readonly gpc?: boolean
  readonly occurred_at?: string | null
}

interface Recorded {
  readonly subject: { readonly ref: string }
  readonly environment: string
  readonly purposes: Readonly<Record<string, { readonly decision: string }>>
  readonly language: string | null
  readonly source: string
  readonly gpc: boolean
  readonly occurred_at: string
}

/** What was recorded is what was said, and the person is the one who was named: nothing is mended on the way. */
export const recordsWhatWasSaid: Rule = (exchange) => {
  const { request, operation, isSound, reply } = exchange
  const [answer] = reply.answers
  if (!isSound || request.method === 'HEAD') return []
  if (operation?.id === 'readConsent' && answer?.status === 200) return namesTheSame(exchange, answer.text)
  if (operation?.id !== 'recordConsent' || answer?.status !== 201) return []
  const sent = (parse(exchange.body) ?? {}) as Sent
  const recorded = parse(answer.text) as Recorded
  const pairs: readonly (readonly [member: string, sent: unknown, recorded: unknown])[] = [
    ['subject.ref', sent.subject?.ref, recorded.subject.ref],
    ['environment', request.credential.environment, recorded.environment],
    ['purposes', sorted(sent.purposes ?? {}), sorted(decisionsOf(recorded))],
    ['language', sent.language ?? null, recorded.language],
    ['source', sent.source ?? 'api', recorded.source],
    ['gpc', sent.gpc === true || exchange.header('sec-gpc').join(', ') === '1', recorded.gpc],
    ['occurred_at', Date.parse(sent.occurred_at ?? recorded.occurred_at), Date.parse(recorded.occurred_at)],
  ]
  return pairs
    .filter(([, said, kept]) => said !== kept)
    .map(([member]) => `recorded another ${member} than was sent`)
}

function namesTheSame({ path, operation }: Exchange, text: string): string[] {
  const sent = operation?.pattern.exec(path)?.[1] ?? ''
  const { subject } = parse(text) as Pick<Recorded, 'subject'>
  return subject.ref === decodeURIComponent(sent) ? [] : ['answers for another ref than was asked about']
}

function decisionsOf({ purposes }: Recorded): Record<string, string> {
  return Object.fromEntries(Object.entries(purposes).map(([key, { decision }]) => [key, decision]))
}

function sorted(members: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(members).sort())
}
