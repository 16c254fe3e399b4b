import { OperatorError } from './operator-error.ts'

/** What the operator has to change before this can run. */
export class CannotStart extends OperatorError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CannotStart'
  }
}
