import type { Exchange, Fault } from './exchange.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import { codeOf } from './rule-form.ts'
import { writeRequest } from './wire-format.ts'

/** A fault, and the smallest request that was found to bring it about. */
export interface Finding extends Fault {
  /** Of this one request: `run.ts --only` sends it again. */
  readonly seed: number
  readonly request: FuzzRequest
  readonly answer: string
}

/** The same for all requests that fail for the same reason, as far as can be told. */
export function kindOf({ rule, detail }: Fault, { request, operation, reply }: Exchange): string {
  const [answer] = reply.answers
  const status = answer?.status ?? 0
  const got = `${status} ${codeOf(answer?.text ?? '')}`
  // A refusal that is not in the document is missing from all of it, most of the time.
  if (rule === 'as documented' && status >= 400) return [rule, got].join(' | ')
  const asked = operation === undefined ? 'elsewhere' : `${request.method} ${operation.path}`
  const about = detail.replaceAll(/req_\w+|\d+/g, '#').slice(0, 60)
  return [rule, asked, got, request.wound?.name ?? '', about].join(' | ')
}

const shownMax = 1500

export function printFinding(finding: Finding, campaignSeed: number): string {
  const { rule, detail, seed, request, answer } = finding
  return [
    `FINDING  ${rule}: ${detail.slice(0, shownMax)}`,
    `  seed ${seed} (of the campaign ${campaignSeed}); again: node packages/service/test/fuzz/run.ts --only ${seed}`,
    `  the shrunk request, as ${request.credential.name}${request.wound === undefined ? '' : `, ${request.wound.name}`}:`,
    indent(visible(writeRequest(request, new Map()))),
    '  its answer:',
    indent(answer.slice(0, shownMax)),
  ].join('\n')
}

/** Bytes so that a person can read and repeat them: line ends as lines, all else that cannot be seen as \x.. */
function visible(bytes: Buffer): string {
  const text = [...bytes.subarray(0, shownMax)]
    .map((byte) =>
      (byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d
        ? String.fromCharCode(byte)
        : `\\x${byte.toString(16).padStart(2, '0')}`,
    )
    .join('')
    .replaceAll('\r\n', '\n')
  return bytes.length > shownMax ? `${text}… (${bytes.length} bytes)` : text
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')
}
