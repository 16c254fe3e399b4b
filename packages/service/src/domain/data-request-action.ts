import { refuseInvalid } from '../kernel/refusal.ts'
import { type DataRequestAction, denialReasons, extensionReasons, pauseReasons } from './data-request.ts'

/** What an operator can do; the rest is done by the person and the clock. */
export const operatorActions = [
  'verify',
  'acknowledge',
  'start',
  'pause',
  'resume',
  'extend',
  'deny',
  'fulfil',
  'withdraw',
] as const
export type OperatorAction = (typeof operatorActions)[number]

/** Refuses a reason where none is taken, and where it is not one that the action has. */
export function readAction(action: OperatorAction, reason: string | null): DataRequestAction {
  switch (action) {
    case 'pause':
      return { kind: action, reason: oneOf(pauseReasons, action, reason) }
    case 'extend':
      return { kind: action, reason: oneOf(extensionReasons, action, reason) }
    case 'deny':
      return { kind: action, reason: oneOf(denialReasons, action, reason) }
    default:
      if (reason !== null) throw refuseInvalid([{ path: 'reason', message: `${action} takes no reason.` }])
      return action === 'verify' ? { kind: action, by: 'operator' } : { kind: action }
  }
}

function oneOf<T extends string>(reasons: readonly T[], action: string, reason: string | null): T {
  const found = reasons.find((known) => known === reason)
  if (found !== undefined) return found
  throw refuseInvalid([{ path: 'reason', message: `To ${action} takes one of: ${reasons.join(', ')}.` }])
}
