import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml'

export interface Position {
  readonly line: number
  readonly column: number
}

export interface SourceFault extends Position {
  readonly message: string
  readonly hint: string
}

/** A YAML or JSON text (JSON is YAML 1.2), the value in it, and where each part of the value stands. */
export interface SourceDocument {
  /** Undefined when the text has no reliable structure. */
  readonly value: unknown
  readonly faults: readonly SourceFault[]
  /** Of the member or list entry at `path`, else of the nearest one around it. */
  positionOf(path: readonly PropertyKey[]): Position
}

export function parseSourceDocument(text: string): SourceDocument {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    // `!!binary` and the like mean a file written for something else.
    resolveKnownTags: false,
  })
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset)
    // An empty text has no lines.
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const repeated = document.errors.filter(({ code }) => code === 'DUPLICATE_KEY')
  const broken = [...document.errors, ...document.warnings].filter(({ code }) => code !== 'DUPLICATE_KEY')
  const { aliases, prototypes } = findUnreadable(document)
  const faults: SourceFault[] = [
    // Of several faults on one line, all but the first mostly follow from the first.
    ...firstOfEachLine(broken.map(({ message, pos }) => ({ ...at(pos[0]), message, hint: syntaxHint }))),
    ...repeated.map(({ pos }) => ({
      ...at(pos[0]),
      message: `the member ${text.slice(pos[0]).split(/[:\s]/, 1)[0]} is there twice`,
      hint: 'Keep one of the two.',
    })),
    ...prototypes.map((offset) => ({
      ...at(offset),
      message: '__proto__ cannot be a name',
      hint: 'Rename it.',
    })),
    ...aliases.map((offset) => ({ ...at(offset), message: 'aliases are not read', hint: aliasHint })),
  ]
  const hasValue = broken.length === 0 && aliases.length === 0
  return {
    value: hasValue ? document.toJS() : undefined,
    faults,
    positionOf: (path) => at(offsetOf(document.contents, path)),
  }
}

const syntaxHint = 'This is not YAML 1.2 (or JSON) that can be read on from here.'
const aliasHint =
  'Write it out: what is published must be readable where it stands, and aliases can multiply without end.'

/** Offsets of what JavaScript objects, or readers with bounded memory, cannot take. */
function findUnreadable(document: Document.Parsed): { aliases: number[]; prototypes: number[] } {
  const aliases: number[] = []
  const prototypes: number[] = []
  visit(document, {
    Alias: (_key, alias) => void aliases.push(alias.range?.[0] ?? 0),
    Pair: (_key, { key }) => {
      if (isScalar(key) && key.value === '__proto__') prototypes.push(key.range?.[0] ?? 0)
    },
  })
  return { aliases, prototypes }
}

function firstOfEachLine(faults: readonly SourceFault[]): SourceFault[] {
  const seen = new Set<number>()
  return faults.filter(({ line }) => !seen.has(line) && seen.add(line))
}

function offsetOf(root: Node | null, path: readonly PropertyKey[]): number {
  let node: unknown = root
  let offset = 0
  for (const step of path) {
    if (isMap(node)) {
      // Of two of one name the last is the one that is read.
      const member = node.items.findLast(({ key }) => isScalar(key) && key.value === step)
      if (member === undefined) break
      offset = rangeStart(member.key, offset)
      node = member.value
    } else if (isSeq(node)) {
      node = node.items[Number(step)]
      offset = rangeStart(node, offset)
    } else break
  }
  return offset
}

function rangeStart(node: unknown, otherwise: number): number {
  return isScalar(node) || isMap(node) || isSeq(node) ? (node.range?.[0] ?? otherwise) : otherwise
}
