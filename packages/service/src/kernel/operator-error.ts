/** What whoever runs Assent can mend: the message says all of it, and no stack is shown. */
export class OperatorError extends Error {}
