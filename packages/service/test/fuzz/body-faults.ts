import fc from 'fast-check'
import type { Fault, Faults } from './draft.ts'
import { array, changeAt, type Member, object, raw, type Tree, text } from './json-tree.ts'
import { nastyNumber, nastyText } from './nasty-text.ts'

/** What a server sets itself, and what every object has. */
const foreignNames = [
  'id',
  'environment',
  'env_id',
  'recorded_at',
  'seq',
  'proved_by',
  'policy',
  'receipt',
  '__proto__',
  'constructor',
  'toString',
  'identifiers',
  'a member <b>',
]

const at = fc.nat(60)
const wholeNames = fc.oneof(fc.constantFrom(...foreignNames), nastyText)

const trees: fc.Arbitrary<Tree> = fc.oneof(
  { arbitrary: nastyText.map(text), weight: 5 },
  { arbitrary: nastyNumber.map(raw), weight: 3 },
  { arbitrary: fc.constantFrom('null', 'true', 'false').map(raw), weight: 2 },
  {
    arbitrary: fc.constantFrom(
      array([]),
      object([]),
      array([object([])]),
      object([['__proto__', object([['admin', raw('true')]])]]),
      object([['toString', text('x')]]),
    ),
    weight: 2,
  },
)

/** Faults in the structure and the values of a JSON body; `bounds` are the lengths that the document names. */
export function bodyFaults(bounds: readonly number[]): Faults {
  const lengths = fc.constantFrom(...bounds, 1001, 4097, 65_000)
  return fc.oneof(
    onMembers((members, index) => members.filter((_, place) => place !== index)),
    onMembers((members, index) => [...members, ...members.slice(index, index + 1)]),
    onMembers((members, index) =>
      members.flatMap((member, place) => (place === index ? twice(member) : [member])),
    ),
    onMembers((members, index) => [...members.slice(index), ...members.slice(0, index)].reverse()),
    fc.tuple(at, at, wholeNames).map(([node, member, name]) => rename(node, member, name)),
    fc.tuple(at, wholeNames, trees).map(([node, name, value]) => add(node, [name, value])),
    fc.tuple(at, trees).map(([node, value]) => onValue(node, () => value)),
    fc
      .tuple(at, fc.constantFrom(1, 2, 13, 14, 15, 16, 17, 40), fc.boolean())
      .map(([node, depth, inArray]) => onValue(node, (value) => nest(value, depth, inArray))),
    fc.tuple(at, lengths).map(([node, length]) => stretch(node, length)),
    fc
      .tuple(at, fc.constantFrom(21, 50, 51, 300, 1001), fc.constantFrom('a', '1', ''))
      .map(([node, count, name]) => multiply(node, count, name)),
    at.map((node) => hoist(node)),
  )
}

function onTree(change: (tree: Tree) => Tree): Fault {
  return (draft) => (draft.tree === undefined ? draft : { ...draft, tree: change(draft.tree) })
}

function onValue(node: number, change: (tree: Tree) => Tree): Fault {
  return onTree((tree) => changeAt(tree, node, () => true, change))
}

const isFilled = (tree: Tree) => tree.kind === 'object' && tree.members.length > 0

function changeMembers(node: number, change: (members: readonly Member[]) => readonly Member[]): Fault {
  return onTree((tree) =>
    changeAt(tree, node, isFilled, (found) =>
      found.kind === 'object' ? object(change(found.members)) : found,
    ),
  )
}

function onMembers(change: (members: readonly Member[], index: number) => readonly Member[]): Faults {
  return fc
    .tuple(at, at)
    .map(([node, member]) => changeMembers(node, (members) => change(members, member % members.length)))
}

/** The second time with its first letter escaped: equal only to who reads it. */
function twice(member: Member): Member[] {
  const [name, value] = member
  const first = name.charCodeAt(0)
  if (Number.isNaN(first)) return [member, member]
  const spelling = `"\\u${first.toString(16).padStart(4, '0')}${JSON.stringify(name.slice(1)).slice(1)}`
  return [member, [name, value, spelling]]
}

function rename(node: number, member: number, name: string): Fault {
  return changeMembers(node, (members) =>
    members.map((old, index) => (index === member % members.length ? [name, old[1]] : old)),
  )
}

function add(node: number, member: Member): Fault {
  return changeMembers(node, (members) => [...members, member])
}

function nest(value: Tree, depth: number, inArray: boolean): Tree {
  let nested = value
  for (let level = 0; level < depth; level++) nested = inArray ? array([nested]) : object([['a', nested]])
  return nested
}

/** A text of exactly this length, that goes on as it ended. */
function stretch(node: number, length: number): Fault {
  return onTree((tree) =>
    changeAt(
      tree,
      node,
      (found) => found.kind === 'text',
      (found) =>
        found.kind === 'text'
          ? text(found.text.slice(0, length).padEnd(length, found.text.at(-1) ?? 'a'))
          : found,
    ),
  )
}

/** As many members as that, with the value of the first. */
function multiply(node: number, count: number, name: string): Fault {
  return changeMembers(node, (members) => [
    ...members,
    ...Array.from({ length: count }, (_, index) => [`${name}${index}`, members[0]?.[1] ?? raw('1')] as const),
  ])
}

function hoist(node: number): Fault {
  return onValue(node, (value) => (value.kind === 'object' ? (value.members[0]?.[1] ?? value) : value))
}
