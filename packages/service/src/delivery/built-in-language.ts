import type { Direction } from '../http/html.ts'

/** Words of ours in one language. */
export interface BuiltInTexts {
  /** BCP 47. */
  readonly language: string
  readonly direction: Direction
}

/** In the wanted language or its main one; else in the first, which is English. */
export function nearestTexts<T extends BuiltInTexts>(all: readonly [T, ...T[]], wanted: string): T {
  const asked = wanted.toLowerCase()
  const main = asked.split('-')[0]
  return (
    all.find(({ language }) => language === asked) ?? all.find(({ language }) => language === main) ?? all[0]
  )
}
