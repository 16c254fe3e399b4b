import { refuseInvalid } from '../kernel/refusal.ts'

const futureMaxMs = 5 * 60_000
const publicPastMaxMs = 24 * 60 * 60_000

/**
 * When something happened, as far as this caller may claim (contract section 1, "Time"); now, where nothing is claimed.
 * `path`: the member that says it.
 */
export function claimedTime(
  claimed: string | null | undefined,
  { now, isPublic, path }: { readonly now: number; readonly isPublic: boolean; readonly path: string },
): number {
  if (claimed == null) return now
  const time = Date.parse(claimed)
  const message = faultOf(time, now, isPublic)
  if (message !== undefined) throw refuseInvalid([{ path, message }])
  return time
}

function faultOf(claimed: number, now: number, isPublic: boolean): string | undefined {
  if (Number.isNaN(claimed) || claimed < 0) return 'This is not a time that can be kept.'
  if (claimed > now + futureMaxMs) return 'This lies more than 5 minutes in the future.'
  if (isPublic && claimed < now - publicPastMaxMs)
    return 'This lies more than 24 hours back; only a secret key may say what happened longer ago.'
  return undefined
}

/** Unix ms of `query.at`, for what was so then. */
export function pastTime(at: string, now: number): number {
  const time = Date.parse(at)
  if (Number.isNaN(time) || time < 0 || time > now)
    throw refuseInvalid([{ path: 'query.at', message: 'This must be a time in the past.' }])
  return time
}
