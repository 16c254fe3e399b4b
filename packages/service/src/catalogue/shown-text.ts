import { z } from 'zod'

/** Unseen characters in a text that people agree to would make two texts of one look: line breaks alone are let in. */
const unseen = /[^\P{Cc}\n]|\p{Cs}/u

/** Text that people read. Space around it is dropped and it is put into NFC, so that no editor changes its hash. */
export function shownText(lengthMax: number): z.ZodString {
  return z
    .string()
    .trim()
    .normalize('NFC')
    .min(1, 'must not be empty')
    .max(lengthMax, `is longer than ${lengthMax} characters`)
    .refine((text) => !unseen.test(text), 'holds a control character or half of a surrogate pair')
}
