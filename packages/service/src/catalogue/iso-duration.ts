import { z } from 'zod'
import { addDuration } from '../domain/duration.ts'

/** ISO 8601-1 section 5.5.2, the calendar part: years, months and days, or weeks. */
export const isoDuration = z
  .string()
  .regex(
    /^P(?=.*[1-9])(?:(?:\d{1,3}Y)?(?:\d{1,4}M)?(?:\d{1,5}D)?|\d{1,4}W)$/,
    'is not an ISO 8601 duration in years, months, weeks or days, longer than nothing',
  )

/**
 * Whether `one` ends before `other`; null is a duration without end. Months differ in length, so this is the answer
 * for somebody who decides at `start` (Unix ms).
 */
export function isShorter(one: string | null, other: string | null, start: number): boolean {
  if (one === null) return false
  return other === null || addDuration(start, one) < addDuration(start, other)
}
