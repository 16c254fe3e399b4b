import { OperatorError } from '../kernel/operator-error.ts'

/** A fault that only shows against what is published. */
export interface PlanRefusal {
  /** Dotted, in the file. */
  readonly path: string
  readonly message: string
  readonly hint: string
}

/** A file without faults that would rewrite what was published. */
export class RefusedPlan extends OperatorError {
  readonly refusals: readonly PlanRefusal[]

  constructor(refusals: readonly PlanRefusal[]) {
    super(refusals.map(({ path, message, hint }) => `${path}: ${message}\n    ${hint}`).join('\n'))
    this.name = 'RefusedPlan'
    this.refusals = refusals
  }
}
