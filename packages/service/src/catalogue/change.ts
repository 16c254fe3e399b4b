import { isSameDocument } from './canonical-document.ts'

/** One member that differs from what is published, for people and for programs. */
export interface Change {
  /** Dotted, below the purpose, the controller or the file. */
  readonly member: string
  readonly was: unknown
  readonly becomes: unknown
  readonly words: string
  /** Why decisions made before do not cover it; null: they do. */
  readonly material: string | null
}

export interface ListChange extends Change {
  readonly gained: readonly string[]
}

/** Undefined when nothing changed. */
export function changeOf(member: string, was: unknown, becomes: unknown): Change | undefined {
  if (isSameDocument(was, becomes)) return undefined
  const [before, after] = [quote(was), quote(becomes)]
  // Two long texts are compared more easily one below the other.
  const gap = before.length + after.length > 60 ? '\n' : ' '
  return { member, was, becomes, words: `was ${before},${gap}becomes ${after}`, material: null }
}

/** Lists are sets to whoever reads them: what matters is who came and who left. */
export function listChangeOf(
  member: string,
  was: readonly (string | number)[],
  becomes: readonly (string | number)[],
): ListChange | undefined {
  if (isSameDocument(was, becomes)) return undefined
  const gained = becomes.filter((entry) => !was.includes(entry)).map(quote)
  const lost = was.filter((entry) => !becomes.includes(entry)).map(quote)
  const words = [
    ...(gained.length > 0 ? [`gains ${gained.join(', ')}`] : []),
    ...(lost.length > 0 ? [`loses ${lost.join(', ')}`] : []),
  ]
  return { member, was, becomes, words: words.join('; ') || 'changes its order', material: null, gained }
}

function quote(value: unknown): string {
  if (value === null) return 'nothing'
  return typeof value === 'string' ? `“${value}”` : JSON.stringify(value)
}
