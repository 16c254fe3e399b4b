import { type Issue, refuseInvalid } from '../kernel/refusal.ts'

const futureMaxMs = 5 * 60_000
const publicPastMaxMs = 24 * 60 * 60_000

/** When it happened, as far as this caller may claim (contract section 1, "Time"); now, where nothing is claimed. */
export function occurrence(claimed: string | null | undefined, now: number, isPublic: boolean): number {
  if (claimed == null) return now
  const time = Date.parse(claimed)
  const issue = occurrenceFault(time, now, isPublic)
  if (issue !== undefined) throw refuseInvalid([{ path: 'occurred_at', message: issue }])
  return time
}

function occurrenceFault(claimed: number, now: number, isPublic: boolean): Issue['message'] | undefined {
  if (Number.isNaN(claimed) || claimed < 0) return 'This is not a time that can be kept.'
  if (claimed > now + futureMaxMs) return 'This lies more than 5 minutes in the future.'
  if (isPublic && claimed < now - publicPastMaxMs)
    return 'This lies more than 24 hours back; only a secret key may record what happened longer ago.'
  return undefined
}
