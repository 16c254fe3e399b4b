import { nearestTexts } from '../delivery/built-in-language.ts'
import type { ConfirmPageTexts } from './confirm-page-words.ts'
import { de, en, nl, sv } from './confirm-page-words-germanic.ts'
import { ja, pl } from './confirm-page-words-more.ts'
import { es, fr, it, pt } from './confirm-page-words-romance.ts'

export function confirmPageTextsIn(language: string): ConfirmPageTexts {
  return nearestTexts([en, de, fr, es, it, pt, nl, pl, sv, ja], language)
}
