import { OperatorError } from '../kernel/operator-error.ts'

/** A wish that cannot be met, told in one sentence: exit code 1, no stack. */
export class CommandRefused extends OperatorError {}
