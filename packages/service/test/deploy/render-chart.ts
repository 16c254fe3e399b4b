import { stringify } from 'yaml'

// As much of Helm's language as deploy/chart uses, and no more: an action it does not know is an error, so that the
// chart stays within what is tried here.

/** What a template sees as `$`. */
export interface ChartScope {
  readonly Values: Readonly<Record<string, unknown>>
  readonly Release: { readonly Name: string }
  readonly Chart: { readonly AppVersion: string }
}

interface Context {
  /** Undefined in a range, where Go means the item by it. */
  readonly dot: ChartScope | undefined
  readonly variables: ReadonlyMap<string, unknown>
  readonly named: ReadonlyMap<string, readonly Node[]>
}

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly source: string }
  | {
      readonly kind: 'if' | 'range'
      readonly source: string
      readonly body: Node[]
      readonly otherwise: Node[]
    }

/** Templates by their file names; gives what each of them becomes. */
export function renderChart(files: ReadonlyMap<string, string>, dot: ChartScope): Map<string, string> {
  const named = new Map<string, readonly Node[]>()
  for (const text of files.values())
    for (const [, name = '', body = ''] of text.matchAll(
      /\{\{-? define "([\w.]+)" -?\}\}([\s\S]*?)\{\{-? end -?\}\}/g,
    ))
      named.set(name, parse(body.trim()))
  const context = { dot, variables: new Map<string, unknown>([['$', dot]]), named }
  return new Map(
    [...files]
      .filter(([name]) => !name.startsWith('_'))
      .map(([name, text]) => [name, print(parse(text), context)]),
  )
}

function parse(text: string): Node[] {
  const tokens = [...text.matchAll(/(\s*)\{\{(-?)\s*([\s\S]*?)\s*(-?)\}\}|((?:(?!\s*\{\{)[\s\S])+)/g)]
  const root: Node[] = []
  const open: { node: Extract<Node, { kind: 'if' | 'range' }>; into: Node[] }[] = []
  const into = () => open.at(-1)?.into ?? root
  let trimsNext = false
  for (const [, space = '', trims, source = '', trimsAfter, plain] of tokens) {
    const before = plain ?? (trims === '-' ? '' : space)
    const kept = trimsNext ? before.trimStart() : before
    if (kept !== '') into().push({ kind: 'text', text: kept })
    trimsNext = trimsAfter === '-'
    if (plain !== undefined) continue
    const [word = '', ...rest] = source.split(' ')
    if (word === 'if' || word === 'range') {
      const node = {
        kind: word,
        source: rest.join(' '),
        body: [] as Node[],
        otherwise: [] as Node[],
      } as const
      into().push(node)
      open.push({ node, into: node.body })
    } else if (word === 'else') {
      const block = open.at(-1)
      if (block === undefined) throw new Error('an else without its if')
      block.into = block.node.otherwise
    } else if (word === 'end') {
      if (open.pop() === undefined) throw new Error('an end too many')
    } else into().push({ kind: 'value', source })
  }
  if (open.length > 0) throw new Error(`an end is missing: ${open.map(({ node }) => node.source)}`)
  return root
}

function print(nodes: readonly Node[], context: Context): string {
  return nodes.map((node) => printNode(node, context)).join('')
}

function printNode(node: Node, context: Context): string {
  if (node.kind === 'text') return node.text
  if (node.kind === 'value') return String(evaluate(node.source, context))
  if (node.kind === 'if')
    return print(isTrue(evaluate(node.source, context)) ? node.body : node.otherwise, context)
  const [, key = '', value = '', over = ''] = /^(\$\w+), (\$\w+) := (.+)$/.exec(node.source) ?? []
  // Helm goes through a map in the order of its keys.
  return Object.entries(evaluate(over, context) as Record<string, unknown>)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, item]) =>
      print(node.body, {
        ...context,
        dot: undefined,
        variables: new Map([...context.variables, [key, name], [value, item]]),
      }),
    )
    .join('')
}

/** Empty values are false in Go's templates. */
function isTrue(value: unknown): boolean {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
  return Boolean(value) && !isEmpty
}

/** A pipeline: the value of each part is the last argument of the next. */
function evaluate(source: string, context: Context): unknown {
  let piped: unknown[] = []
  for (const part of source.split(/ \| (?![^(]*\))/)) {
    const words = part.match(/\([^)]*\)|"[^"]*"|\S+/g) ?? []
    const [first = '', ...rest] = words
    if (!(first in functions)) piped = [read(first, context)]
    else piped = [functions[first]?.([...rest.map((word) => read(word, context)), ...piped], context)]
  }
  return piped[0]
}

function read(word: string, context: Context): unknown {
  if (word.startsWith('(')) return evaluate(word.slice(1, -1), context)
  if (/^("|\d)/.test(word)) return JSON.parse(word)
  const [head = '', ...path] = word.split('.')
  const start = head === '' ? context.dot : context.variables.get(head)
  if (start === undefined) throw new Error(`an action that is not tried here: ${word}`)
  return path
    .filter((name) => name !== '')
    .reduce<unknown>((value, name) => {
      if (typeof value !== 'object' || value === null || !(name in value))
        throw new Error(`${word}: there is no such value`)
      return (value as Record<string, unknown>)[name]
    }, start)
}

const functions: Readonly<Record<string, (given: unknown[], context: Context) => unknown>> = {
  include: ([name], context) => print(context.named.get(String(name)) ?? [], context),
  nindent: ([width, text]) => `\n${String(text).replaceAll(/^/gm, ' '.repeat(Number(width)))}`,
  toYaml: ([value]) => stringify(value).trimEnd(),
  quote: ([value]) => JSON.stringify(String(value)),
  int: ([value]) => Number(value),
  eq: ([one, other]) => one === other,
  gt: ([one, other]) => Number(one) > Number(other),
  default: ([otherwise, value]) => (isTrue(value) ? value : otherwise),
  printf: ([format, ...values]) =>
    values.reduce<string>((text, value) => text.replace('%s', String(value)), String(format)),
}
