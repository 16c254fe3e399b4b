import { operatorActions } from '../domain/data-request-action.ts'

/** The steps of `requests advance`: what needs no reason of its own. */
export const steps: readonly string[] = operatorActions.filter(
  (action) => !['extend', 'deny', 'fulfil'].includes(action),
)
