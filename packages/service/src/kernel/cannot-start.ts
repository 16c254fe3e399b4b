/** What the operator has to change before this can run: told in its own words, without a stack. */
export class CannotStart extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CannotStart'
  }
}
