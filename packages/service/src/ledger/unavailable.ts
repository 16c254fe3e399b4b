import { Refusal } from '../kernel/refusal.ts'

/** Not the caller's fault, and it passes: the same request may be sent again. */
export function unavailable(message: string, cause?: unknown): Refusal {
  return new Refusal('unavailable', message, { headers: { 'Retry-After': '1' }, cause })
}
