/** JSON before it is written: unlike a value of the language it can hold a member twice, and what is no JSON at all. */
export type Tree =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'raw'; readonly json: string }
  | { readonly kind: 'array'; readonly items: readonly Tree[] }
  | { readonly kind: 'object'; readonly members: readonly Member[] }

/** One name can be spelled in several ways: `spelling` is the JSON text of it. */
export type Member = readonly [name: string, value: Tree, spelling?: string | undefined]

export const text = (value: string): Tree => ({ kind: 'text', text: value })
export const raw = (json: string): Tree => ({ kind: 'raw', json })
export const array = (items: readonly Tree[]): Tree => ({ kind: 'array', items })
export const object = (members: readonly Member[]): Tree => ({ kind: 'object', members })

export function writeTree(tree: Tree): string {
  if (tree.kind === 'text') return JSON.stringify(tree.text)
  if (tree.kind === 'raw') return tree.json
  if (tree.kind === 'array') return `[${tree.items.map(writeTree).join(',')}]`
  const members = tree.members.map(
    ([name, value, spelling = JSON.stringify(name)]) => `${spelling}:${writeTree(value)}`,
  )
  return `{${members.join(',')}}`
}

/** Changes the `at`-th value that passes, counted round and round; nothing passes: nothing changes. */
export function changeAt(
  tree: Tree,
  at: number,
  passes: (node: Tree) => boolean,
  change: (node: Tree) => Tree,
): Tree {
  const count = countOf(tree, passes)
  if (count === 0) return tree
  let left = at % count
  const visit = (node: Tree): Tree => {
    if (passes(node) && left-- === 0) return change(node)
    if (node.kind === 'array') return array(node.items.map(visit))
    if (node.kind === 'object')
      return object(node.members.map(([name, value, spelling]) => [name, visit(value), spelling]))
    return node
  }
  return visit(tree)
}

function countOf(tree: Tree, passes: (node: Tree) => boolean): number {
  const own = passes(tree) ? 1 : 0
  if (tree.kind === 'array') return tree.items.reduce((sum, item) => sum + countOf(item, passes), own)
  if (tree.kind === 'object')
    return tree.members.reduce((sum, [, value]) => sum + countOf(value, passes), own)
  return own
}
